/** An app installed in the workspace: its tokens, and what it may do and hear. */
export interface AppDefinition {
  appId: string;
  name: string;
  botUser: string;
  botId: string;
  botToken: string;
  appToken: string;
  /** Bot scopes. `connections:write` belongs to the app token and is always granted. */
  scopes: string[];
  /** Subscribed bot events, for example `message.channels`. */
  events: string[];
  /** Slash commands with their slash. */
  commands: string[];
  shortcuts: { callback_id: string; name: string; type: 'message' }[];
}

export interface PersonDefinition {
  id: string;
  name: string;
  real_name: string;
  /** IANA zone, for example `Europe/Madrid`. */
  tz: string;
  is_restricted?: boolean;
  is_ultra_restricted?: boolean;
  /** From another workspace: `team_id` then names it, and messages of this person carry it. */
  is_stranger?: boolean;
  team_id?: string;
  /** `false`: a direct message to this person is refused with `messages_tab_disabled`. */
  dm?: boolean;
}

export interface ChannelDefinition {
  id: string;
  name: string;
  is_private?: boolean;
  is_archived?: boolean;
  /** Ids of people and of bot users. */
  members: string[];
}

export interface WorkspaceDefinition {
  team: { id: string; name: string; domain: string };
  apps: AppDefinition[];
  people: PersonDefinition[];
  channels: ChannelDefinition[];
}

export interface WorkspaceOptions {
  /** TCP port on 127.0.0.1; 0 or absent takes a free one. */
  port?: number;
  /** How long an envelope may stay unacknowledged, in ms. Slack's own is 3000. */
  ackTimeoutMs?: number;
  /** Waits before each redelivery of an unacknowledged event, in ms. Slack's own are 0, 60000 and 300000. */
  retryDelaysMs?: number[];
  /** Life of a `trigger_id` in ms. Slack's own is 3000. */
  triggerLifeMs?: number;
  /** Life of a `response_url` in ms. Slack's own is 1800000 (30 minutes). */
  responseUrlLifeMs?: number;
  /** How long an app may keep a socket after a `disconnect` envelope, in ms. */
  disconnectGraceMs?: number;
  /** The workspace's clock, ms since the epoch (UTC): message ts, event times, expiries. Not timers. */
  now?: () => number;
  limits?: { postsPerSecondPerChannel?: number };
}
