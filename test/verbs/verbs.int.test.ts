import { describe, expect, it } from 'vitest';
import type { Request, VerbContext } from '../../src/verbs/context.js';
import { claimHandoff, type HandoffRequest, handOff } from '../../src/verbs/handoff.js';
import { closeItem, muteItem, noteItem, takeItem, unmuteItem } from '../../src/verbs/items.js';
import { conversation, DONE_LINK, KEY, ORIGIN_LINK, type Voice, WHY } from '../support/bridge.js';
import { at } from '../support/clock.js';
import { opens } from '../support/items.js';
import { engines, openTestLedger, type TestLedger } from '../support/ledgers.js';
import { chases, delivers, FakeSlack } from '../support/slack.js';

let causes = 0;
const by = (name = 'Gera', key: string | null = 'gera', cause?: string): Request => {
  causes += 1;
  return { asker: { kind: 'human', key, user: 'U01GERA', name }, cause: cause ?? `cli:${causes}` };
};
const contextOf = (of: TestLedger, time = '09:40'): VerbContext => ({
  ledger: of.ledger,
  config: of.config,
  now: () => at(time),
});

describe.each(engines)('what a person asks for, on %s', (engine) => {
  const owing = async () => {
    const of = await openTestLedger(engine);
    await opens(of.ledger, 'task:deploy/api');
    return { of, ctx: contextOf(of) };
  };

  describe('[O1] closing by hand', () => {
    it('needs a proof in words, and names who', async () => {
      const { of, ctx } = await owing();
      expect(await closeItem(ctx, by(), { key: 'task:deploy/api', proof: '  ' })).toMatchObject({
        ok: false,
        code: 'usage',
      });
      expect(await of.ledger.item('task:deploy/api')).toMatchObject({ state: 'open' });
      const closed = await closeItem(ctx, by(), { key: 'task:deploy/api', proof: 'called her at 09:35' });
      expect(closed).toMatchObject({ ok: true, value: { item: { state: 'closed' } } });
      expect(await of.ledger.item('task:deploy/api')).toMatchObject({
        proof: { kind: 'by-hand', text: 'called her at 09:35', by: 'gera', at: at('09:40') },
      });
    });

    it('comes second: hears by whom, when and by what it was closed', async () => {
      const { ctx } = await owing();
      await closeItem(ctx, by(), { key: 'task:deploy/api', proof: 'called her' });
      const second = await closeItem(ctx, by('Fede', 'fede'), { key: 'task:deploy/api', proof: 'me too' });
      expect(second).toMatchObject({
        ok: false,
        code: 'refused',
        sentence: expect.stringContaining('closed already by Gera'),
      });
    });

    it('by a key without its kind where that is unambiguous; otherwise it is asked', async () => {
      const { of, ctx } = await owing();
      await opens(of.ledger, 'prompt:deploy/api');
      expect(await closeItem(ctx, by(), { key: 'deploy/api', proof: 'p' })).toMatchObject({
        ok: false,
        code: 'refused',
        sentence: expect.stringContaining('prompt:deploy/api, task:deploy/api'),
      });
      expect(await closeItem(ctx, by(), { key: 'prompt:deploy/api', proof: 'p' })).toMatchObject({ ok: true });
      // What is open wins over what is closed.
      expect(await closeItem(ctx, by(), { key: 'Deploy/API', proof: 'p' })).toMatchObject({
        ok: true,
        value: { item: { key: 'task:deploy/api' } },
      });
      expect(await closeItem(ctx, by(), { key: 'deplyo/api', proof: 'p' })).toMatchObject({
        ok: false,
        code: 'not-found',
      });
    });

    it('[L5] asked twice by the same request it is done once', async () => {
      const { of, ctx } = await owing();
      const request = by('Gera', 'gera', 'slack:click:1');
      await closeItem(ctx, request, { key: 'task:deploy/api', proof: 'called her' });
      await opens(of.ledger, 'task:deploy/api');
      expect(await closeItem(ctx, request, { key: 'task:deploy/api', proof: 'called her' })).toMatchObject({
        ok: true,
      });
      expect(await of.ledger.item('task:deploy/api')).toMatchObject({ state: 'open', round: 2 });
    });

    it('by a button of an earlier round is refused', async () => {
      const { of, ctx } = await owing();
      await closeItem(ctx, by(), { key: 'task:deploy/api', proof: 'called her' });
      await opens(of.ledger, 'task:deploy/api');
      expect(await closeItem(ctx, by(), { key: 'task:deploy/api', proof: 'p', round: 1 })).toMatchObject({
        ok: false,
        sentence: expect.stringContaining('round 1'),
      });
    });
  });

  describe('[O8] muting', () => {
    it('needs a reason; closes with who, why and until when', async () => {
      const { of, ctx } = await owing();
      expect(await muteItem(ctx, by(), { key: 'task:deploy/api', why: '', for: null })).toMatchObject({
        ok: false,
        code: 'usage',
      });
      await muteItem(ctx, by(), { key: 'task:deploy/api', why: 'vendor is closed', for: 86_400_000 });
      expect(await of.ledger.item('task:deploy/api')).toMatchObject({
        state: 'closed',
        proof: { kind: 'mute', text: 'muted by gera: vendor is closed (until 2026-11-03T09:40:00.000Z)' },
        muted: { by: 'gera', why: 'vendor is closed', until: at('Tue 09:40') },
      });
    });

    it('an unmute ends it early; twice is refused', async () => {
      const { of, ctx } = await owing();
      await muteItem(ctx, by(), { key: 'task:deploy/api', why: 'known', for: null });
      expect(await unmuteItem(ctx, by(), { key: 'task:deploy/api' })).toMatchObject({ ok: true });
      expect(await of.ledger.item('task:deploy/api')).toMatchObject({ state: 'closed', muted: null });
      expect(await unmuteItem(ctx, by(), { key: 'task:deploy/api' })).toMatchObject({ ok: false, code: 'refused' });
    });

    it('a new HANDOFF is never muted away', async () => {
      const talk = await conversation(engine);
      await talk.smith.handsOff();
      await muteItem(contextOf(talk.smith.of), by(), { key: `handoff:${KEY}`, why: 'she is on leave', for: null });
      expect(await talk.smith.open()).toEqual([]);
      await talk.smith.handsOff({ why: 'she is back' });
      expect(await talk.smith.sent()).toMatchObject({ state: 'open', round: 2, muted: null });
    });
  });

  describe('[O12] taking', () => {
    it('shows who and since when, holds the page once, and closes nothing', async () => {
      const { of, ctx } = await owing();
      const taken = await takeItem(ctx, by(), { key: 'task:deploy/api' });
      expect(taken).toMatchObject({ ok: true, value: { sentence: expect.stringContaining('stays open') } });
      expect(await of.ledger.item('task:deploy/api')).toMatchObject({
        state: 'open',
        taken: { by: 'gera', at: at('09:40'), until: at('13:40') },
        due: at('13:40'),
        bound: at('10:00'),
      });
      expect(await takeItem(ctx, by('Fede', 'fede'), { key: 'task:deploy/api' })).toMatchObject({
        ok: false,
        sentence: expect.stringContaining('taken by Gera'),
      });
    });

    it('taken and forgotten it pages like any other, and no second take puts that off', async () => {
      const { of, ctx } = await owing();
      await takeItem(ctx, by(), { key: 'task:deploy/api' });
      const slack = new FakeSlack();
      for (const time of ['10:00', '13:39', '13:40', 'Tue 10:00']) {
        await chases(of.ledger, of.config, at(time));
        await delivers(of.ledger, of.config, slack, at(time));
        expect([time, slack.effects().length]).toEqual([time, at(time) >= at('13:40') ? 1 : 0]);
      }
      expect(await takeItem(contextOf(of, 'Tue 11:00'), by(), { key: 'task:deploy/api' })).toMatchObject({ ok: false });
    });

    it('a check for a day', async () => {
      const { of, ctx } = await owing();
      await opens(of.ledger, 'check:nightly');
      await takeItem(ctx, by(), { key: 'check:nightly' });
      expect((await of.ledger.item('check:nightly'))?.taken?.until).toBe(at('Tue 09:40'));
    });

    it('in the next round it is anybody’s again', async () => {
      const { of, ctx } = await owing();
      await takeItem(ctx, by(), { key: 'task:deploy/api' });
      await closeItem(ctx, by(), { key: 'task:deploy/api', proof: 'p' });
      await opens(of.ledger, 'task:deploy/api');
      expect(await takeItem(ctx, by('Fede', 'fede'), { key: 'task:deploy/api' })).toMatchObject({ ok: true });
    });
  });

  it('[L2] a note changes no state, and is there for good', async () => {
    const { of, ctx } = await owing();
    await noteItem(ctx, by(), { key: 'task:deploy/api', text: 'she is in Patras' });
    await closeItem(ctx, by(), { key: 'task:deploy/api', proof: 'p' });
    await noteItem(ctx, by('Fede', 'fede'), { key: 'task:deploy/api', text: 'until Friday' });
    expect(await of.ledger.item('task:deploy/api')).toMatchObject({
      state: 'closed',
      notes: [
        { text: 'she is in Patras', by: 'gera' },
        { text: 'until Friday', by: 'fede' },
      ],
    });
  });

  describe('[H4, H15] this seat’s own words on the bridge', () => {
    const asked = (change: Partial<HandoffRequest> = {}): HandoffRequest => ({
      to: 'trinity',
      lane: 'leads',
      item: 'western-slope-alert',
      why: WHY,
      origin: ORIGIN_LINK,
      ...change,
    });
    const ctx = (voice: Voice) => contextOf(voice.of, '09:00');

    it('a HANDOFF is a row to be posted; its item opens when the post stands on the bridge', async () => {
      const talk = await conversation(engine);
      expect(await handOff(ctx(talk.smith), by(), asked())).toMatchObject({ ok: true, value: { key: KEY } });
      expect(await talk.smith.due()).toEqual([expect.stringMatching(new RegExp(`^handoff/${KEY}/`))]);
      expect(await talk.smith.open()).toEqual([]);
      await talk.smith.handsOff();
      expect(await talk.smith.open()).toEqual([`handoff:${KEY}`]);
      expect(await handOff(ctx(talk.smith), by(), asked())).toMatchObject({ ok: false, code: 'refused' });
      expect(await handOff(ctx(talk.smith), by(), asked({ why: 'she asked for a second call' }))).toMatchObject({
        ok: true,
      });
    });

    it.each([
      ['no seat', { to: 'cypher' }],
      ['a person', { to: 'Fede' }],
      ['itself', { to: 'smith' }],
      ['no reason', { why: ' ' }],
      ['whose area it is', { why: 'your area' }],
      ['no key', { item: '…' }],
      ['an origin that is none', { origin: 'https://example.com' }],
      ['a person whom nobody knows', { owedTo: 'cypher' }],
    ] as const)('[H3] refused before anything is posted: %s', async (_what, change) => {
      const talk = await conversation(engine, ['smith', 'trinity']);
      expect(await handOff(ctx(talk.smith), by(), asked(change))).toMatchObject({ ok: false });
      expect(await talk.smith.due()).toEqual([]);
    });

    it('[L5] the same request twice is one HANDOFF', async () => {
      const talk = await conversation(engine);
      await handOff(ctx(talk.smith), by('Gera', 'gera', 'slack:view:1'), asked());
      await handOff(ctx(talk.smith), by('Gera', 'gera', 'slack:view:1'), asked());
      expect(await talk.smith.due()).toHaveLength(1);
    });

    it('a claim goes into the HANDOFF’s thread', async () => {
      const talk = await conversation(engine);
      const handoff = await talk.smith.handsOff();
      expect(
        await claimHandoff(ctx(talk.trinity), by(), { key: 'Leads/Western Slope Alert', act: 'accepted' }),
      ).toMatchObject({
        ok: true,
        value: { key: KEY },
      });
      const [row] = await talk.trinity.of.raw().db.selectFrom('posts').select(['place', 'saying']).execute();
      expect(JSON.parse(row?.place ?? '')).toEqual({ channel: 'C02BRIDGE', thread: handoff.ts });
      expect(JSON.parse(row?.saying ?? '')).toMatchObject({ say: 'claim', key: KEY, claim: { act: 'accepted' } });
    });

    it('[H8] whatever the bridge would refuse is refused before it is posted', async () => {
      const talk = await conversation(engine, ['smith', 'trinity', 'oracle']);
      await talk.smith.handsOff({ subtasks: ['call'] });
      const claim = (voice: Voice, change: object) =>
        claimHandoff(ctx(voice), by(), { key: KEY, act: 'done', link: DONE_LINK, ...change });
      expect(await claim(talk.trinity, { link: null })).toMatchObject({ ok: false, code: 'usage' });
      expect(await claim(talk.trinity, { link: 'crm 77' })).toMatchObject({ ok: false, code: 'usage' });
      expect(await claim(talk.trinity, {})).toMatchObject({ ok: false, sentence: expect.stringContaining('"call"') });
      expect(await claim(talk.oracle, {})).toMatchObject({ ok: false, sentence: expect.stringContaining('Trinity') });
      expect(await claim(talk.trinity, { key: 'leads/none' })).toMatchObject({ ok: false, code: 'not-found' });
      expect(await claim(talk.trinity, { act: 'released', to: 'Fede', why: 'w' })).toMatchObject({ ok: false });
      expect(await claim(talk.trinity, { act: 'released', to: 'oracle', why: 'your area' })).toMatchObject({
        ok: false,
      });
      expect(await claim(talk.trinity, { act: 'marked', subtask: 'cal', state: 'done' })).toMatchObject({ ok: false });
      expect([await talk.trinity.due(), await talk.oracle.due()]).toEqual([[], []]);
      expect(await claim(talk.smith, { act: 'marked', subtask: 'call', state: 'done' })).toMatchObject({ ok: true });
      expect(await claim(talk.trinity, { act: 'released', to: 'oracle', why: 'she speaks Greek only' })).toMatchObject({
        ok: true,
      });
    });
  });

  describe('listing', () => {
    it('by state, kind and person, a person whose key has an underscore too', async () => {
      const of = await openTestLedger(engine);
      await opens(of.ledger, 'task:a', { owedTo: ['gera', 'old_neo'] });
      await opens(of.ledger, 'task:b', { owedTo: ['oldXneo'], openedAt: at('09:05') });
      await opens(of.ledger, 'prompt:c', { owedTo: ['gera'], openedAt: at('09:10') });
      await closeItem(contextOf(of), by(), { key: 'prompt:c', proof: 'p' });
      const keys = async (filter: Parameters<typeof of.ledger.listItems>[0]) =>
        (await of.ledger.listItems(filter)).map((item) => item.key);
      expect(await keys({})).toEqual(['task:a', 'task:b']);
      expect(await keys({ state: 'closed' })).toEqual(['prompt:c']);
      expect(await keys({ state: 'all', owedTo: 'gera' })).toEqual(['task:a', 'prompt:c']);
      expect(await keys({ owedTo: 'old_neo' })).toEqual(['task:a']);
      expect(await keys({ state: 'all', kind: 'prompt' })).toEqual(['prompt:c']);
    });
  });
});
