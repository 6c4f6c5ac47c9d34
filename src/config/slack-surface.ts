/**
 * Everything that Slack has to be told about the app, in one table: what the code uses, and why. The manifest is
 * built from it, `owed doctor` compares the granted scopes with it, and a test reads the source for methods and
 * events that are missing here. Slack's schema does not check scope or event names, so nothing else would.
 */

export interface ScopeUse {
  scope: string;
  /** Web API methods that need the scope. A method may need several. */
  methods: readonly string[];
  /** Events that are only delivered with it. */
  events: readonly string[];
  why: string;
}

const READ_HISTORY = ['conversations.history', 'conversations.replies'] as const;
const READ_CHANNEL = [
  'conversations.info',
  'conversations.members',
  'conversations.list',
  'users.conversations',
] as const;

/** The bot token's scopes. */
export const BOT_SCOPES = [
  { scope: 'app_mentions:read', methods: [], events: ['app_mention'], why: 'to hear who mentions the seat (A1)' },
  {
    scope: 'channels:history',
    methods: READ_HISTORY,
    events: ['message.channels'],
    why: 'to read the bridge, threads and terminal lines in public channels, also after the event (H11)',
  },
  { scope: 'groups:history', methods: READ_HISTORY, events: ['message.groups'], why: 'the same in private channels' },
  {
    scope: 'im:history',
    methods: READ_HISTORY,
    events: ['message.im'],
    why: 'to hear direct messages (A1) and find own posts in them (P4)',
  },
  {
    scope: 'im:write',
    methods: ['conversations.open'],
    events: [],
    why: "to open the human's direct message for a page (O10)",
  },
  {
    scope: 'chat:write',
    methods: ['chat.postMessage', 'chat.postEphemeral', 'chat.update', 'chat.delete'],
    events: [],
    why: 'to post, and to edit own posts when an item closes (O9)',
  },
  { scope: 'commands', methods: [], events: [], why: 'for the slash command and the message shortcut (U1, U2)' },
  {
    scope: 'users:read',
    methods: ['users.info', 'users.list', 'bots.info'],
    events: [],
    why: 'to tell members from guests, bots and external people (X1, A5)',
  },
  {
    scope: 'reactions:read',
    methods: ['reactions.get'],
    events: ['reaction_added'],
    why: 'to see a reaction to an own post',
  },
  {
    scope: 'reactions:write',
    methods: ['reactions.add', 'reactions.remove'],
    events: [],
    why: 'to show at once that an ask was heard (A2)',
  },
  {
    scope: 'channels:read',
    methods: READ_CHANNEL,
    events: ['member_joined_channel'],
    why: 'to check membership of the configured channels (U5)',
  },
  {
    scope: 'groups:read',
    methods: READ_CHANNEL,
    events: ['member_joined_channel'],
    why: 'the same for private channels',
  },
  {
    scope: 'metadata.message:read',
    methods: READ_HISTORY,
    events: [],
    why: "to find a claim's key on an own post (P4)",
  },
] as const satisfies readonly ScopeUse[];
export type BotScope = (typeof BOT_SCOPES)[number]['scope'];

/** The app token's scope, and what it is for. */
export const APP_SCOPE: ScopeUse = {
  scope: 'connections:write',
  methods: ['apps.connections.open'],
  events: [],
  why: 'to open the socket',
};

/** Methods that any bot token may call. */
export const METHODS_WITHOUT_SCOPE: readonly string[] = [
  'api.test',
  'auth.test',
  'chat.getPermalink',
  'views.open',
  'views.publish',
  'views.push',
  'views.update',
];

/** What the app subscribes to, and why. */
export const BOT_EVENTS = {
  app_mention: 'a mention opens an ask (A1)',
  'message.channels': 'the bridge, threads and terminal lines',
  'message.groups': 'the same in private channels',
  'message.im': 'a direct message opens an ask (A1)',
  reaction_added: 'a reaction to an own post',
  app_home_opened: 'the Home tab is drawn when it is looked at (U2)',
  member_joined_channel: 'the seat was invited to a channel',
} as const;
export type BotEvent = keyof typeof BOT_EVENTS;

/** Events that are delivered without a scope. */
export const EVENTS_WITHOUT_SCOPE: readonly string[] = ['app_home_opened'];

/** What follows `/owed` (U1): word, what it takes, what it does. Order is that of the hint and of help. */
export const SUBCOMMANDS = [
  { word: 'list', takes: '', does: 'what is owed, and why each item is open' },
  { word: 'show', takes: 'KEY', does: 'one item: its events, its posts, what proof is awaited' },
  { word: 'close', takes: 'KEY', does: 'close an item by hand, with a proof' },
  { word: 'mute', takes: 'KEY', does: 'mute an item, with a reason, for a time or for good' },
  { word: 'unmute', takes: 'KEY', does: 'end a mute early' },
  { word: 'take', takes: 'KEY', does: 'say that you are on it; holds the page once' },
  { word: 'handoff', takes: '', does: 'hand a piece of work to another seat' },
  { word: 'decide', takes: '', does: 'put a question to people, with one button an option' },
  { word: 'help', takes: '', does: 'these words' },
] as const;
export type Subcommand = (typeof SUBCOMMANDS)[number]['word'];

/** `list | show KEY | …`, as Slack shows it beside the command. */
export const USAGE_HINT = SUBCOMMANDS.map(({ word, takes }) => (takes === '' ? word : `${word} ${takes}`)).join(' | ');

/** Message shortcuts, by callback id (U2). */
export const MESSAGE_SHORTCUTS = [
  { callbackId: 'owed_handoff', name: 'Hand off…', description: 'Hand the work in this message to another seat' },
  {
    callbackId: 'owed_track',
    name: 'Owed: track this…',
    description: 'Keep what this message asks for open until proof',
  },
] as const;
export type ShortcutId = (typeof MESSAGE_SHORTCUTS)[number]['callbackId'];
