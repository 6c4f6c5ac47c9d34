import { handoffKey } from '../../ledger/index.js';
import { parsePermalink, permalink } from '../../messages/parse/index.js';
import { judgeReason } from '../../messages/parse/reason.js';
import { pullRequestKey } from '../../messages/parse/terminal.js';
import {
  FIELD,
  loadingView,
  messageView,
  readButtonValue,
  readField,
  readMuteFor,
  readSubtasks,
  readTrackBound,
  readTracked,
  VIEW,
  type View,
  type ViewValues,
} from '../../messages/render/index.js';
import { type Request, refused, type VerbResult } from '../../verbs/context.js';
import { handOff } from '../../verbs/handoff.js';
import { closeItem, muteItem, takeItem } from '../../verbs/items.js';
import { personNamed } from '../../verbs/people.js';
import { trackMessage } from '../../verbs/track.js';
import type { HandlerContext } from '../context.js';
import { admit } from '../people.js';
import { verbContext } from '../verbs.js';
import { DECISION_TITLES, decisionErrors, onDecisionSubmitted } from './decision.js';

/** A submitted modal, as Slack sends it. */
export interface ViewBody {
  type?: string;
  user: { id: string };
  trigger_id?: string;
  view: {
    id: string;
    hash?: string;
    callback_id: string;
    private_metadata?: string;
    state: { values: ViewValues };
  };
}

const TITLES: Record<string, string> = {
  [VIEW.close]: 'Close',
  [VIEW.mute]: 'Mute',
  [VIEW.take]: 'Take',
  [VIEW.handoff]: 'Hand off',
  ...DECISION_TITLES,
  [VIEW.track]: 'Track this',
};

/** What is wrong with a submitted form, by block; null when nothing is. Pure: it runs before the ack (U6). */
export function errorsOf(body: ViewBody): Record<string, string> | null {
  const values = body.view.state.values;
  const errors: Record<string, string> = {};
  const need = (field: (typeof FIELD)[keyof typeof FIELD], sentence: string) => {
    if (values[field.block] && !readField(values, field)) errors[field.block] = sentence;
  };
  switch (body.view.callback_id) {
    case VIEW.decide:
    case VIEW.decideOther:
      Object.assign(errors, decisionErrors(body));
      break;
    case VIEW.close:
      need(FIELD.key, 'Which item?');
      need(FIELD.proof, 'Say what shows that it is done.');
      break;
    case VIEW.mute:
      need(FIELD.key, 'Which item?');
      need(FIELD.why, 'A mute needs a reason.');
      break;
    case VIEW.take:
      need(FIELD.key, 'Which item?');
      break;
    case VIEW.track: {
      need(FIELD.what, 'What is owed?');
      need(FIELD.owedTo, 'To whom?');
      const pull = readField(values, FIELD.pullRequest);
      if (pull && pullRequestKey(pull) === null) {
        errors[FIELD.pullRequest.block] = 'That names no pull request; paste its link, or write org/app#12.';
      }
      break;
    }
    case VIEW.handoff: {
      need(FIELD.to, 'Which seat?');
      need(FIELD.why, 'Say why it has to be that seat.');
      const [lane, item, why] = [FIELD.lane, FIELD.item, FIELD.why].map((field) => readField(values, field));
      if (!lane || !handoffKey(lane, 'x')) errors[FIELD.lane.block] = 'A lane needs a letter or a digit.';
      if (!item || !handoffKey('x', item)) errors[FIELD.item.block] = 'An item needs a letter or a digit.';
      if (why && !judgeReason(why, { takerName: readField(values, FIELD.to) ?? '', takerUser: '' }).ok) {
        errors[FIELD.why.block] = 'That only says whose area it is. Say what only that seat can do.';
      }
      const origin = readField(values, FIELD.origin);
      if (origin && !parsePermalink(origin)) {
        errors[FIELD.origin.block] = 'That is no link to a Slack message; copy one with "Copy link".';
      }
      break;
    }
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

/** The ack of a submitted form: its errors, or a view that says that it is being done. Undefined for other envelopes. Pure. */
export function answerOf(body: Record<string, unknown>): unknown {
  const submitted = body as unknown as ViewBody;
  if (submitted.type !== 'view_submission') return undefined;
  const title = TITLES[submitted.view?.callback_id];
  if (!title) return undefined;
  const errors = errorsOf(submitted);
  return errors ? { response_action: 'errors', errors } : { response_action: 'update', view: loadingView(title) };
}

/** Carries out a submitted form and says in it what became of it. */
export async function onSubmitted(ctx: HandlerContext, body: ViewBody): Promise<void> {
  const title = TITLES[body.view.callback_id];
  // With errors the form is still open, and the person corrects it.
  if (!title || errorsOf(body)) return;
  const tell = (content: View) => ctx.updateView({ id: body.view.id }, content);
  const admitted = await admit(ctx, body.user.id);
  if (!admitted.ok) return void (await tell(messageView(title, admitted.markup)));
  const cause = `view:${body.trigger_id ?? `${body.view.id}:${body.view.hash}`}`;
  const result = await carryOut(ctx, body, { asker: admitted.asker, cause });
  if (result.ok) ctx.kick();
  await tell(messageView(title, result.ok ? result.value.sentence : result.sentence));
}

async function carryOut(
  ctx: HandlerContext,
  body: ViewBody,
  request: Request,
): Promise<VerbResult<{ sentence: string }>> {
  const verbs = verbContext(ctx);
  const values = body.view.state.values;
  const field = (which: (typeof FIELD)[keyof typeof FIELD]) => readField(values, which);
  const button = readButtonValue(body.view.private_metadata);
  const item = button ?? { key: field(FIELD.key) ?? '' };
  switch (body.view.callback_id) {
    case VIEW.decide:
    case VIEW.decideOther:
      return onDecisionSubmitted(ctx, body, request);
    case VIEW.close:
      return closeItem(verbs, request, { ...item, proof: field(FIELD.proof) ?? '' });
    case VIEW.mute: {
      const length = readMuteFor(field(FIELD.muteFor));
      return muteItem(verbs, request, {
        ...item,
        why: field(FIELD.why) ?? '',
        for: length === undefined ? DAY : length,
      });
    }
    case VIEW.take:
      return takeItem(verbs, request, item);
    case VIEW.track:
      return track(ctx, body, request);
    default: {
      const customer = field(FIELD.customer);
      return handOff(verbs, request, {
        to: field(FIELD.to) ?? '',
        lane: field(FIELD.lane) ?? '',
        item: field(FIELD.item) ?? '',
        why: field(FIELD.why) ?? '',
        origin: field(FIELD.origin),
        customer: customer === 'yes' ? true : customer === 'no' ? false : null,
        subtasks: readSubtasks(field(FIELD.subtasks)),
      });
    }
  }
}
const DAY = 86_400_000;

/** "Owed: track this…" (U2). Things are owed to people of the workspace, never to a bot or a stranger. */
async function track(ctx: HandlerContext, body: ViewBody, request: Request): Promise<VerbResult<{ sentence: string }>> {
  const field = (which: (typeof FIELD)[keyof typeof FIELD]) => readField(body.view.state.values, which);
  const message = readTracked(body.view.private_metadata);
  const user = field(FIELD.owedTo);
  if (!message || !user) return refused('That form is from an older version. Please use the shortcut again.');
  const person = personNamed({ user }, ctx.config);
  if (!person) {
    const facts = await ctx.user(user);
    if (!facts.ok)
      return refused('Slack could not say who that is just now, so nothing was tracked. Please try again.');
    if (facts.value.isBot || facts.value.isExternal || facts.value.deleted) {
      return refused('It can be owed to people of this workspace only: choose one of them.');
    }
  }
  const { channel, ts, thread } = message;
  return trackMessage(verbContext(ctx), request, {
    what: field(FIELD.what) ?? '',
    owedTo: person?.key ?? user,
    bound: readTrackBound(field(FIELD.bound)) ?? DAY,
    pullRequest: field(FIELD.pullRequest),
    message,
    link: permalink(ctx.teamUrl(), channel, ts, thread),
  });
}
