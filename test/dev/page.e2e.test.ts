import { existsSync } from 'node:fs';
import type { App } from '@slack/bolt';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workspace } from '../../dev/workspace/index.js';
import { atTheEnd, client, seat, workspace } from './support.js';

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
const BRIDGE = 'C02BRIDGE';
const plain = (text: string) => ({ type: 'plain_text' as const, text });

let browser: Browser;

/** As scripts/build.mjs bundles it, so that the page is the one of these sources. */
async function bundle(): Promise<void> {
  await build({
    entryPoints: ['dev/workspace/page/main.tsx'],
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    outdir: 'dist/dev/workspace/page',
    logLevel: 'warning',
  });
}

/** The page, acting as Gera, in the bridge. Anything that the page throws fails the test at its end. */
async function open(w: Workspace): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const thrown: Error[] = [];
  page.on('pageerror', (error) => thrown.push(error));
  atTheEnd(async () => {
    await context.close();
    expect(thrown).toEqual([]);
  });
  await page.goto(w.url);
  await page.locator(`[data-channel="${BRIDGE}"]`).click();
  return page;
}

const message = (page: Page, text: string) => page.getByTestId('message').filter({ hasText: text });

const handoff = (app: App) => {
  app.shortcut('owed_handoff', async ({ ack, client: web, shortcut }) => {
    await ack();
    await web.views.open({
      trigger_id: shortcut.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'handoff',
        title: plain('Hand off'),
        submit: plain('Post'),
        blocks: [
          {
            type: 'input',
            block_id: 'lane',
            label: plain('Lane'),
            element: { type: 'plain_text_input', action_id: 'text' },
          },
          {
            type: 'input',
            block_id: 'who',
            label: plain('Owed to'),
            element: { type: 'users_select', action_id: 'user' },
          },
          {
            type: 'input',
            block_id: 'flags',
            optional: true,
            label: plain('Flags'),
            element: {
              type: 'checkboxes',
              action_id: 'boxes',
              options: [{ text: plain('Customer'), value: 'customer' }],
            },
          },
        ],
      },
    });
  });
};

// Skipped by name where there is no browser: everything the page does is also covered without it.
describe.skipIf(!existsSync(CHROMIUM))(`the page in Chromium (needs ${CHROMIUM})`, () => {
  beforeAll(async () => {
    await bundle();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
  });
  afterAll(() => browser?.close());

  it('lets a person post, and reply in a thread', async () => {
    const w = await workspace();
    const page = await open(w);
    await page.getByTestId('composer').fill('HANDOFF to @trinity <soon> & quickly');
    await page.keyboard.press('Enter');
    await message(page, 'HANDOFF to @Trinity <soon> & quickly').waitFor();
    expect(w.messages(BRIDGE)).toMatchObject([
      { user: 'U01GERA', text: 'HANDOFF to <@U0TRINITY> &lt;soon&gt; &amp; quickly', mentions: ['U0TRINITY'] },
    ]);
    await message(page, 'HANDOFF').hover();
    await message(page, 'HANDOFF').getByRole('button', { name: 'Reply in thread' }).click();
    await page.getByTestId('thread-composer').fill('on it');
    await page.keyboard.press('Enter');
    await message(page, 'HANDOFF').getByRole('button', { name: '1 reply' }).waitFor();
    expect(w.find({ text: 'on it' })).toMatchObject([{ thread_ts: w.messages(BRIDGE)[0]?.ts }]);
  });

  it('lets a person press a button of a bot, and shows the answer as it comes', async () => {
    const w = await workspace();
    await seat(w, 'smith', (app) =>
      app.action('decide', async ({ ack, body, respond }) => {
        await ack();
        await respond({ replace_original: true, text: `<@${body.user.id}> decided` });
      }),
    );
    const page = await open(w);
    const button = { type: 'button' as const, text: plain('Hers'), action_id: 'decide', value: 'hers' };
    const blocks = [
      { type: 'header' as const, text: plain('Which number?') },
      { type: 'actions' as const, elements: [button] },
    ];
    await client(w).chat.postMessage({ channel: BRIDGE, text: 'Which number?', blocks });
    await message(page, 'Which number?').getByRole('button', { name: 'Hers' }).click();
    await message(page, '@Gera decided').waitFor();
    expect(await message(page, '@Gera decided').textContent()).toMatch(/APP.*\(edited\)/);
  });

  it('lets a person fill and submit a modal from a message shortcut', async () => {
    const w = await workspace();
    const answers: unknown[] = [];
    await seat(w, 'smith', (app) => {
      handoff(app);
      app.view('handoff', async ({ ack, view }) => {
        const lane = view.state.values.lane?.text?.value;
        if (lane === 'nowhere') return ack({ response_action: 'errors', errors: { lane: 'no such lane' } });
        answers.push(view.state.values);
        return ack();
      });
    });
    w.as('U02FEDE').post(BRIDGE, 'please take this');
    const page = await open(w);
    await message(page, 'please take this').hover();
    await message(page, 'please take this').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Hand off… (Smith)' }).click();
    const modal = page.getByTestId('modal');
    await modal.getByRole('button', { name: 'Post' }).click();
    await modal.getByText('Please complete this required field.').first().waitFor();
    await modal.getByLabel('Lane').fill('nowhere');
    await modal.getByLabel('Owed to').selectOption('U02FEDE');
    await modal.getByRole('checkbox', { name: 'Customer' }).check();
    await modal.getByRole('button', { name: 'Post' }).click();
    await modal.getByText('no such lane').waitFor();
    await modal.getByLabel('Lane').fill('leads');
    await modal.getByRole('button', { name: 'Post' }).click();
    await modal.waitFor({ state: 'detached' });
    expect(answers).toMatchObject([
      {
        lane: { text: { value: 'leads' } },
        who: { user: { selected_user: 'U02FEDE' } },
        flags: { boxes: { selected_options: [{ value: 'customer' }] } },
      },
    ]);
  });

  it('shows what a slash command answers to that person alone', async () => {
    const w = await workspace();
    await seat(w, 'smith', (app) => app.command('/owed-smith', ({ ack, command }) => ack(`*open:* ${command.text}`)));
    const page = await open(w);
    await page.getByTestId('composer').fill('/owed-smith list');
    await page.keyboard.press('Enter');
    await message(page, 'open: list').getByText('Only visible to you').waitFor();
    await page.getByTestId('acting-as').selectOption('U02FEDE');
    await page.getByRole('main').getByText('Nothing here yet.').waitFor();
    expect(await message(page, 'open: list').count()).toBe(0);
  });

  it('shows the Home tab that an app publishes, dates in the zone of the person', async () => {
    const w = await workspace();
    const at = Date.UTC(2026, 10, 30, 12, 0) / 1000;
    await seat(w, 'smith', (app) =>
      app.event('app_home_opened', async ({ event, client: web }) => {
        const text = { type: 'mrkdwn' as const, text: `Due <!date^${at}^{date_num} {time}|then>` };
        await web.views.publish({ user_id: event.user, view: { type: 'home', blocks: [{ type: 'section', text }] } });
      }),
    );
    const page = await open(w);
    await page.getByTestId('channel').filter({ hasText: 'Smith' }).click();
    await page.getByRole('tab', { name: 'Home' }).click();
    await page.getByTestId('home').getByText('Due 2026-11-30 1:00 PM').waitFor();
  });

  it('takes text from others for text, and shows metadata on demand', async () => {
    const w = await workspace();
    const page = await open(w);
    const text = '<img src=x onerror=alert(1)> <javascript:alert(1)|click me> ```<b>bold</b>```';
    await client(w).chat.postMessage({
      channel: BRIDGE,
      text,
      metadata: { event_type: 'owed_post', event_payload: { k: 1 } },
    });
    const row = message(page, 'click me');
    await row.getByText('<b>bold</b>').waitFor();
    expect(await row.locator('.body :is(img, b, script, a)').count()).toBe(0);
    await row.hover();
    await row.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Show metadata' }).click();
    await row.getByTestId('metadata').getByText('owed_post').waitFor();
  });

  it('says in words why something was refused', async () => {
    const w = await workspace();
    const page = await open(w);
    w.membership.remove(BRIDGE, 'U01GERA');
    await page.locator(`[data-channel="${BRIDGE}"]`).waitFor({ state: 'detached' });
    await page.getByTestId('composer').fill('/owed-smith list');
    await page.keyboard.press('Enter');
    await message(page, 'failed with the error "dispatch_failed"').waitFor();
    await page.goto(`${w.url}/archives/C06RUNS`);
    w.as('U01GERA').post('C06RUNS', 'hello');
    await message(page, 'hello').hover();
    await message(page, 'hello').getByRole('button', { name: 'React with :eyes:' }).click();
    await message(page, 'hello').getByTitle('Gera reacted with :eyes:').waitFor();
    await message(page, 'hello').getByRole('button', { name: 'React with :eyes:' }).click();
    await page.getByTestId('trouble').getByText('already_reacted').waitFor();
  });
});
