import type { EventEmitter } from 'node:events';
import type { Call } from './api/calls.js';
import { checkNotEmpty, messageAttachments, messageBlocks, messageMetadata } from './content.js';
import type { WorkspaceDefinition } from './definition.js';
import type { Faults } from './faults.js';
import type { Hooks } from './hooks.js';
import { join, post, unfurl } from './messages.js';
import { ephemeralsOf, findMessages, isTopLevel, type MessageQuery, type WaitOptions, waitFor } from './observe.js';
import { Person } from './people/person.js';
import type { Sockets } from './sockets.js';
import type { Change, State } from './state.js';
import { type Block, type Ephemeral, type Message, type Metadata, Refusal, type View } from './types.js';
import type { World } from './world.js';

export interface AppPostOptions {
  thread_ts?: string;
  blocks?: Block[];
  attachments?: Record<string, unknown>[];
  metadata?: Metadata;
}

/** A running workspace: acting in it, looking at it, and breaking it on order. */
export class Workspace {
  readonly faults: Faults;
  readonly hooks: Hooks;
  readonly sockets: Sockets;
  /** Emits `change` for everything that happens. */
  readonly changes: EventEmitter<{ change: [Change] }>;
  private readonly people = new Map<string, Person>();

  constructor(
    readonly definition: WorkspaceDefinition,
    private readonly world: World,
    private readonly close: () => Promise<void>,
  ) {
    this.faults = world.faults;
    this.hooks = world.hooks;
    this.sockets = world.sockets;
    this.changes = world.state.changes;
  }

  private get state(): State {
    return this.world.state;
  }

  /** Where the page is, without a trailing slash. */
  get url(): string {
    return this.world.url;
  }

  /** What `SLACK_API_URL` is set to. */
  get apiUrl(): string {
    return `${this.world.url}/api/`;
  }

  /** One person's hands; throws for an id that is not a person's. */
  as(userId: string): Person {
    const person = this.people.get(userId) ?? new Person(this.world, userId);
    this.people.set(userId, person);
    return person;
  }

  /** Posts as an app without its process, as somebody with its token would. Throws what Slack refuses. */
  asApp(appId: string) {
    const app = this.state.appById(appId);
    return {
      post: (channelId: string, text: string, options: AppPostOptions = {}): Message => {
        const channel = this.state.channel(channelId);
        if (!channel.members.has(app.botUser)) throw new Refusal('not_in_channel');
        const { thread_ts, blocks, attachments, metadata } = options;
        const content = {
          text,
          ...(blocks ? { blocks: messageBlocks(blocks) } : {}),
          ...(attachments ? { attachments: messageAttachments(attachments) } : {}),
          ...(metadata ? { metadata: messageMetadata(metadata) } : {}),
        };
        checkNotEmpty(content);
        return post(this.world, channel, content, { user: app.botUser, app, thread_ts });
      },
    };
  }

  /** Top-level messages of a channel, oldest first. */
  messages(channelId: string): Message[] {
    return this.state.in(channelId).filter(isTopLevel);
  }

  /** A thread, its parent first; empty when there is no such message. */
  thread(channelId: string, ts: string): Message[] {
    const parent = this.state.find(channelId, ts);
    return parent ? [parent, ...this.state.repliesOf(channelId, ts)] : [];
  }

  find(query: MessageQuery): Message[] {
    return findMessages(this.state, query);
  }

  /** Everything in the direct message of an app and a person, replies included. */
  dm(appId: string, userId: string): Message[] {
    return this.state.in(this.state.imOf(appId, userId).id);
  }

  /** The id of that direct message. */
  dmChannel(appId: string, userId: string): string {
    return this.state.imOf(appId, userId).id;
  }

  /** What only this person saw, oldest first. */
  ephemerals(userId: string): Ephemeral[] {
    return ephemeralsOf(this.state, userId);
  }

  /** The Home tab that an app published for a person. */
  home(appId: string, userId: string): View | undefined {
    return this.state.homes.get(`${appId}:${userId}`);
  }

  /** Web API calls, with arguments and outcome, oldest first. */
  calls(method?: string): Call[] {
    return this.world.calls.all.filter((call) => method === undefined || call.method === method);
  }

  permalink(channelId: string, ts: string): string {
    return this.world.permalink(channelId, ts, this.state.find(channelId, ts)?.thread_ts);
  }

  /** See `waitFor` in observe.ts: the value of `look` once there is one, or an error with the state of the channels. */
  waitFor<T>(look: Parameters<typeof waitFor<T>>[1], options?: WaitOptions): Promise<T> {
    return waitFor(this.state, look, options);
  }

  /** Gives a message a link preview, which apps hear of as a `message_changed` that is no edit. Throws for no message. */
  unfurl(
    channelId: string,
    ts: string,
    preview: Record<string, unknown> = { fallback: 'A page', text: 'A page' },
  ): void {
    const message = this.state.find(channelId, ts);
    if (!message) throw new Refusal('message_not_found');
    unfurl(this.world, message, preview);
  }

  readonly membership = {
    /** Puts a person or bot user in a channel, which the apps there hear of. */
    add: (channelId: string, user: string): void => join(this.world, this.state.channel(channelId), user),
    remove: (channelId: string, user: string): void => {
      this.state.channel(channelId).members.delete(user);
      this.state.changed({ what: 'membership', channel: channelId, user });
    },
  };

  readonly channels = {
    archive: (channelId: string): void => this.setArchived(channelId, true),
    unarchive: (channelId: string): void => this.setArchived(channelId, false),
  };

  private setArchived(channelId: string, archived: boolean): void {
    this.state.channel(channelId).is_archived = archived;
    this.state.changed({ what: 'membership', channel: channelId });
  }

  readonly tokens = {
    /** Both tokens of the app answer `token_revoked` from now on. */
    revoke: (appId: string): void => {
      this.state.revoked.add(appId);
      this.world.sockets.cut(appId);
    },
    restore: (appId: string): void => {
      this.state.revoked.delete(appId);
    },
  };

  /** Ends the sockets and the server. */
  stop(): Promise<void> {
    this.world.sockets.stop();
    return this.close();
  }
}
