/** Runs the standard workspace alone, to look at in a browser: `node dist/dev/workspace/serve.js [port]`. */
import { startWorkspace, twoSeatWorkspace } from './index.js';

const workspace = await startWorkspace(twoSeatWorkspace(), { port: Number(process.argv[2] ?? 0) });
process.stdout.write(`Page: ${workspace.url}/\nSLACK_API_URL=${workspace.apiUrl}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void workspace.stop().then(() => process.exit(0)));
}
