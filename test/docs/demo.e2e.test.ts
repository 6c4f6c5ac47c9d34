/** The demo of README.md, from the compiled program, to its end: it checks itself, and exits with 1 where it differs. */
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { OWED } from '../../dev/harness/seats.js';

describe('owed demo', () => {
  it('[U3] plays its story as the rules say, and ends', { timeout: 180_000 }, async () => {
    const demo = spawn(process.execPath, [OWED, 'demo', '--fast', '--exit'], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise((resolve) => demo.once('close', resolve));
    expect(code, said).toBe(0);
    expect(said).toContain('The demo went as the rules say.');
  });
});
