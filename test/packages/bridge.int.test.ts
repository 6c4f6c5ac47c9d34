import { beforeEach, describe, expect, it } from 'vitest';
import { importPackages } from '../../src/packages/index.js';
import { type Conversation, conversation, DONE_LINK, handoffText, KEY, type Voice } from '../support/bridge.js';
import { engines } from '../support/ledgers.js';
import { act, ID, mission, moveLine, ms, on, packageFile } from './support.js';

const planned = moveLine('genesis', 'planned', { at: on('08:00') });
const FILE = { 'tasks/WP01-night-timetable.md': packageFile({}, '### Subtask T002 – Print the timetable') };

describe.each(engines)('a handoff that names a work package, on %s', (engine) => {
  let talk: Conversation;
  const seats = () => [talk.smith, talk.trinity];
  const view = async (of: Voice) => {
    const found = await of.ledger.packages.view(ID);
    if (!found) throw new Error('no such package');
    return found;
  };
  const replies = async (of: Voice) =>
    (await of.ledger.duePosts(talk.clock.now())).filter(({ effect }) => effect.startsWith('reply/')).length;

  beforeEach(async () => {
    talk = await conversation(engine);
    const dir = mission([planned], FILE);
    for (const { ledger } of seats()) await importPackages(ledger, act(ms('08:30')), dir, { compare: false });
    const message = await talk.smith.says(`${handoffText()}\npackage: ${ID}`);
    talk.lastHandoff = message;
  });

  it('[W7] is claimed, begun and marked with it, on one stream in each seat’s ledger', async () => {
    await talk.trinity.claims('accepted');
    for (const seat of seats()) {
      expect((await view(seat)).actual).toMatchObject({ state: 'claimed', claim: { agent: 'trinity' } });
    }
    await talk.trinity.claims('working note the printer is warm');
    await talk.trinity.claims('marked "T001" done');
    await talk.trinity.claims('marked "print the timetable" done');
    for (const seat of seats()) {
      const { actual } = await view(seat);
      expect(actual).toMatchObject({ state: 'in_progress', marks: { T001: 'done', T002: 'done' } });
      expect(actual.notes.map(({ text }) => text)).toEqual(['the printer is warm']);
    }
  });

  it('[W3, W7] whoever accepts on the bridge says nothing of a model, and none is made up', async () => {
    await talk.trinity.claims('accepted');
    expect((await view(talk.smith)).actual.resolved).toEqual({
      role: null,
      profile: null,
      profile_version: null,
      model: null,
      provider: null,
    });
  });

  it('[W5, W7, H8] a done with open subtasks of the package closes nothing and names them', async () => {
    await talk.trinity.claims('working');
    await talk.trinity.claims('marked "T001" done');
    const before = await replies(talk.smith);
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect(talk.became).toMatchObject({ smith: ['refused'], trinity: ['refused'] });
    expect(await replies(talk.smith)).toBe(before + 1);
    expect((await talk.smith.sent()).state).toBe('open');
    expect((await talk.smith.ledger.board(KEY)).state).toBe('working');
    expect((await view(talk.smith)).actual.state).toBe('in_progress');

    await talk.trinity.claims('marked "T002" done');
    await talk.trinity.claims(`done ${DONE_LINK}`);
    expect((await talk.smith.sent()).state).toBe('closed');
    for (const seat of seats()) {
      expect((await view(seat)).actual).toMatchObject({ state: 'for_review', refs: [DONE_LINK] });
    }
  });

  it('[W5, W7, H8] Owed’s own done is refused by the same gate before anything is posted', async () => {
    await talk.trinity.claims('working');
    const said = await talk.trinity.ledger.sayClaim(
      act(talk.clock.now()),
      KEY,
      { act: 'done', link: DONE_LINK },
      { act: 'done', link: DONE_LINK },
    );
    expect(said).toEqual({
      applied: true,
      value: { ok: false, refusal: { why: 'open-subtasks', names: ['T001', 'T002'] } },
    });
  });

  it('[W7] a release ends the claim on the package, and the next seat’s begins its own', async () => {
    await talk.trinity.claims('working');
    await talk.trinity.claims('handed back why: the printer is cold');
    expect((await view(talk.smith)).actual).toMatchObject({ state: 'in_progress', claim: null });
  });

  it('[W7] a subtask that neither knows is refused, with the names of both', async () => {
    await talk.trinity.claims('marked "T003" done');
    expect(talk.became).toMatchObject({ smith: ['refused'] });
    expect((await view(talk.smith)).actual.marks).toEqual({});
  });

  it('[W7, L5] a redelivered mark, and an edit of it, count once', async () => {
    const mark = await talk.trinity.claims('marked "T001" done');
    await talk.again(mark);
    await talk.trinity.edits(mark, mark.text);
    const events = await talk.smith.ledger.packages.events(`package:${ID}`);
    expect(events.filter((event) => event.type === 'Annotated')).toHaveLength(1);
  });
});
