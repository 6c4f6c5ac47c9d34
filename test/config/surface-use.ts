/** What a piece of source uses of Slack, read from its text: Web API methods, events, commands and shortcuts. */

export interface SurfaceUse {
  methods: Set<string>;
  events: Set<string>;
  shortcuts: Set<string>;
}

/** `client.chat.postMessage(`, `this.web.conversations.history(`, `clients.pages.views.open(` */
const CALL =
  /\b\w*(?:client|clients|web|slack)(?:\.\w+)??\.(chat|conversations|users|reactions|views|bots|auth|api|apps|files|pins|bookmarks|usergroups|team|users\.profile)\.([a-zA-Z]+)\s*\(/gi;
/** `apiCall('chat.postMessage'`, or a method named in quotes anywhere else. */
const NAMED =
  /['"`]((?:chat|conversations|users|reactions|views|bots|auth|apps|files|pins|bookmarks|usergroups)\.[a-z][a-zA-Z]*(?:\.[a-z][a-zA-Z]*)?)['"`]/g;
/** `app.event('app_home_opened'` */
const EVENT = /\.event\(\s*['"`]([\w.]+)['"`]/g;
/** `app.message(` listens to every message event. */
const MESSAGE = /\b\w*app\.message\(/gi;
/** `app.shortcut('owed_handoff'`, `app.shortcut({ callback_id: 'owed_handoff'` */
const SHORTCUT = /\.shortcut\(\s*(?:\{[^}]*callback_id:\s*)?['"`]([\w.-]+)['"`]/g;

export function surfaceUse(source: string): SurfaceUse {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
  const methods = new Set<string>();
  for (const [, family, method] of code.matchAll(CALL)) methods.add(`${family}.${method}`);
  for (const [, method] of code.matchAll(NAMED)) methods.add(String(method));
  const events = new Set([...code.matchAll(EVENT)].map(([, event]) => String(event)));
  if (MESSAGE.test(code)) events.add('message');
  MESSAGE.lastIndex = 0;
  return { methods, events, shortcuts: new Set([...code.matchAll(SHORTCUT)].map(([, id]) => String(id))) };
}
