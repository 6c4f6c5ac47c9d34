// Makes the pictures of README.md: plays the demo's story in a local workspace with two real seats, opens the page in
// Chromium as Gera, and writes docs/images/*.png. Needs `npm run build` and Debian's chromium.
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { playHandoffs } from '../dist/dev/demo/story.js';
import { owed, seatConfig, startSeat, writeSeatFiles } from '../dist/dev/harness/seats.js';
import { startWorkspace, twoSeatWorkspace } from '../dist/dev/workspace/index.js';

const out = resolve(dirname(fileURLToPath(import.meta.url)), '../docs/images');
const CHROMIUM = '/usr/bin/chromium';
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const BOUNDS = { nudge: '4s', page: '8s', internalPage: '60s', heldPage: '90s', sweep: '1s' };
const ALERTS = 'C01ALERTS';
const LIMIT = 300_000;

const workspace = await startWorkspace(twoSeatWorkspace());
const dir = mkdtempSync(join(tmpdir(), 'owed-screenshots-'));
const files = writeSeatFiles(dir, seatConfig(BOUNDS));
const seats = [];
let browser;
try {
  for (const name of ['smith', 'trinity']) seats.push(await startSeat(files, name, workspace.apiUrl));
  await playHandoffs({
    workspace,
    print: () => {},
    pause: 0,
    owed: (seat, args) => owed(files, seat, workspace.apiUrl, args),
  });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  mkdirSync(out, { recursive: true });

  // Wide enough that the link of an acceptance stands on one line of the thread.
  const page = await browser.newPage({ viewport: { width: 1980, height: 900 }, deviceScaleFactor: 1.5 });
  page.setDefaultTimeout(10_000);
  await page.goto(`${workspace.url}/archives/${ALERTS}`);
  await page
    .getByTestId('message')
    .filter({ hasText: 'western slope' })
    .getByRole('button', { name: '2 replies' })
    .click();
  const thread = page.getByTestId('thread').getByTestId('message');
  await thread.nth(2).waitFor();
  await save('thread.png', page, thread);

  await page.setViewportSize({ width: 1000, height: 900 });
  await page.goto(`${workspace.url}/archives/${ALERTS}`);
  const paged = page.getByTestId('message').filter({ hasText: 'Past due' });
  await paged.waitFor();
  await save('page.png', page, paged);
} finally {
  await browser?.close();
  await Promise.all(seats.map((seat) => seat.stop()));
  await workspace.stop();
  rmSync(dir, { recursive: true, force: true });
}

/** The part of the page from the first of these rows to the last. */
async function save(name, page, rows) {
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  const path = join(out, name);
  await page.screenshot({ path, clip: { x, y, width, height } });
  const { size } = statSync(path);
  if (size > LIMIT) throw new Error(`${name} has ${size} bytes, more than ${LIMIT}`);
  console.log(`docs/images/${name}: ${size} bytes`);
}
