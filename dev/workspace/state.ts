import { EventEmitter } from 'node:events';
import type { AppDefinition, PersonDefinition, WorkspaceDefinition } from './definition.js';
import { type Ephemeral, type Message, Refusal, type View } from './types.js';

export interface Channel {
  id: string;
  name: string;
  kind: 'channel' | 'group' | 'im';
  is_archived: boolean;
  created: number;
  members: Set<string>;
  /** For a direct message: the app and the person it joins. */
  im?: { appId: string; user: string };
}

/** What changed, for the page and for waiting tests. */
export interface Change {
  what: 'message' | 'ephemeral' | 'view' | 'home' | 'membership' | 'call' | 'socket';
  channel?: string;
  ts?: string;
  user?: string;
}

/** Everything the workspace remembers. Holds and finds; decides nothing about who may do what. */
export class State {
  readonly team: WorkspaceDefinition['team'];
  readonly apps: AppDefinition[];
  readonly people: PersonDefinition[];
  readonly channels = new Map<string, Channel>();
  readonly messages = new Map<string, Message[]>();
  readonly ephemerals: Ephemeral[] = [];
  /** Open modals by person, the one on top last. */
  readonly modals = new Map<string, View[]>();
  /** Published Home tabs by `appId:userId`. */
  readonly homes = new Map<string, View>();
  readonly revoked = new Set<string>();
  readonly changes = new EventEmitter<{ change: [Change] }>();
  readonly now: () => number;
  private lastMicros = 0;
  private lastId = 0;

  constructor(definition: WorkspaceDefinition, now: () => number) {
    this.now = now;
    this.team = definition.team;
    this.apps = definition.apps;
    this.people = definition.people;
    this.changes.setMaxListeners(0);
    for (const { id, name, is_private, is_archived, members } of definition.channels) {
      const unknown = members.find((member) => !this.userExists(member));
      if (unknown) throw new Error(`channel ${name} has the member ${unknown}, who is not in the definition`);
      this.addChannel({
        id,
        name,
        kind: is_private ? 'group' : 'channel',
        is_archived: is_archived ?? false,
        created: this.seconds(),
        members: new Set(members),
      });
    }
  }

  /** The time in whole seconds since the epoch (UTC). */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  /** A timestamp `seconds.micros`, unique in the workspace and later than every one before it. */
  nextTs(): string {
    this.lastMicros = Math.max(this.lastMicros + 1, this.now() * 1000);
    return `${Math.floor(this.lastMicros / 1e6)}.${String(this.lastMicros % 1e6).padStart(6, '0')}`;
  }

  /** An id that nothing else in this workspace has: the prefix, then capitals and digits. */
  nextId(prefix: string): string {
    this.lastId += 1;
    return `${prefix}0${this.lastId.toString(36).toUpperCase().padStart(6, '0')}`;
  }

  addChannel(channel: Channel): void {
    this.channels.set(channel.id, channel);
    this.messages.set(channel.id, []);
  }

  changed(change: Change): void {
    this.changes.emit('change', change);
  }

  appById(appId: string): AppDefinition {
    const app = this.apps.find((each) => each.appId === appId);
    if (!app) throw new Error(`no app ${appId} in this workspace`);
    return app;
  }

  appOfBotUser(user: string): AppDefinition | undefined {
    return this.apps.find((each) => each.botUser === user);
  }

  person(user: string): PersonDefinition | undefined {
    return this.people.find((each) => each.id === user);
  }

  userExists(user: string): boolean {
    return this.person(user) !== undefined || this.appOfBotUser(user) !== undefined;
  }

  teamOf(user: string): string {
    return this.person(user)?.team_id ?? this.team.id;
  }

  /** The channel with this id; throws `channel_not_found`. */
  channel(id: string): Channel {
    const channel = this.channels.get(id);
    if (!channel) throw new Refusal('channel_not_found');
    return channel;
  }

  /** The direct message of an app and a person, made if it does not exist yet. */
  imOf(appId: string, user: string): Channel {
    const app = this.appById(appId);
    for (const channel of this.channels.values()) {
      if (channel.im?.appId === appId && channel.im.user === user) return channel;
    }
    const im: Channel = {
      id: this.nextId('D'),
      name: 'directmessage',
      kind: 'im',
      is_archived: false,
      created: this.seconds(),
      members: new Set([app.botUser, user]),
      im: { appId, user },
    };
    this.addChannel(im);
    return im;
  }

  in(channelId: string): Message[] {
    return this.messages.get(channelId) ?? [];
  }

  find(channelId: string, ts: string): Message | undefined {
    return this.in(channelId).find((message) => message.ts === ts);
  }

  /** Replies of a thread, oldest first, without the parent. */
  repliesOf(channelId: string, parentTs: string): Message[] {
    return this.in(channelId).filter((message) => message.thread_ts === parentTs && message.ts !== parentTs);
  }

  isExternal(channel: Channel): boolean {
    return [...channel.members].some((member) => this.teamOf(member) !== this.team.id);
  }
}
