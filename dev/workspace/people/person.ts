import { messageBlocks } from '../content.js';
import { edit, post, react, remove, unreact } from '../messages.js';
import type { Channel } from '../state.js';
import { type Block, type Message, Refusal, type View } from '../types.js';
import type { World } from '../world.js';
import type { Given } from './answers.js';
import {
  type Interaction,
  openHome,
  openShortcut,
  press,
  pressInView,
  type SlashResult,
  slash,
} from './interactions.js';
import { closeModal, type FormValues, fill, type Submission, submit } from './modals.js';
import { richText, typedText } from './typed.js';

export interface PostOptions {
  thread_ts?: string;
  /** In place of the rich text that Slack makes of the text. */
  blocks?: Block[];
}

/**
 * One person's hands. Text is what the person types, with `<@U…>`, `<#C…>`, `<!here>` for what they pick from a list.
 * Throws a Refusal where Slack would not let them, and an Error for what is not there to press or fill.
 */
export class Person {
  constructor(
    private readonly world: World,
    readonly id: string,
  ) {
    if (!world.state.person(id)) throw new Error(`no person ${id} in this workspace`);
  }

  private joined(channelId: string): Channel {
    const channel = this.world.state.channel(channelId);
    if (!channel.members.has(this.id)) {
      throw new Refusal(channel.kind === 'channel' ? 'not_in_channel' : 'channel_not_found');
    }
    return channel;
  }

  private message(channelId: string, ts: string): Message {
    const message = this.world.state.find(this.joined(channelId).id, ts);
    if (!message) throw new Refusal('message_not_found');
    return message;
  }

  private own(channelId: string, ts: string, code: string): Message {
    const message = this.message(channelId, ts);
    if (message.user !== this.id || message.subtype) throw new Refusal(code);
    return message;
  }

  post(channelId: string, text: string, { thread_ts, blocks }: PostOptions = {}): Message {
    const stored = typedText(text);
    if (stored.trim() === '') throw new Refusal('no_text');
    const given = blocks ? messageBlocks(blocks) : richText(stored);
    return post(this.world, this.joined(channelId), { text: stored, blocks: given }, { user: this.id, thread_ts });
  }

  reply(channelId: string, thread_ts: string, text: string): Message {
    return this.post(channelId, text, { thread_ts });
  }

  /** In the direct message with an app. */
  dm(appId: string, text: string, options: PostOptions = {}): Message {
    return this.post(this.world.state.imOf(appId, this.id).id, text, options);
  }

  edit(channelId: string, ts: string, text: string): Message {
    const message = this.own(channelId, ts, 'cant_update_message');
    const stored = typedText(text);
    return edit(this.world, message, { text: stored, blocks: richText(stored) }, this.id);
  }

  delete(channelId: string, ts: string): void {
    remove(this.world, this.own(channelId, ts, 'cant_delete_message'));
  }

  react(channelId: string, ts: string, name: string): void {
    react(this.world, this.message(channelId, ts), this.id, name);
  }

  unreact(channelId: string, ts: string, name: string): void {
    unreact(this.world, this.message(channelId, ts), this.id, name);
  }

  slash(channelId: string, command: string, text = ''): Promise<SlashResult> {
    return slash(this.world, this.id, this.joined(channelId), command, text);
  }

  press(channelId: string, ts: string, actionId: string, value?: Given): Promise<Interaction> {
    return press(this.world, this.id, this.joined(channelId), ts, actionId, value);
  }

  async openShortcut(callbackId: string, channelId: string, ts: string, appId?: string): Promise<Interaction> {
    return openShortcut(this.world, this.id, callbackId, this.joined(channelId), ts, appId);
  }

  /** Opens the Home tab; returns what was published before, and the app may publish anew. */
  openHome(appId: string): View | undefined {
    return openHome(this.world, this.id, appId);
  }

  /** Presses or chooses something on a Home tab. Throws when the app published none. */
  async pressHome(appId: string, actionId: string, value?: Given): Promise<Interaction> {
    const view = this.world.state.homes.get(`${appId}:${this.id}`);
    if (!view) throw new Error(`${appId} has published no Home tab for ${this.id}`);
    return pressInView(this.world, this.id, view, actionId, value);
  }

  /** The modal on top, if one is open. */
  modal(): View | undefined {
    return this.world.views.stack(this.id).at(-1);
  }

  /** Presses or chooses something in the open modal. */
  async pressModal(actionId: string, value?: Given): Promise<Interaction> {
    const view = this.modal();
    if (!view) throw new Error(`${this.id} has no modal open`);
    return pressInView(this.world, this.id, view, actionId, value);
  }

  fill(values: FormValues): void {
    fill(this.world, this.id, values);
  }

  submit(): Promise<Submission> {
    return submit(this.world, this.id);
  }

  closeModal(): Promise<Interaction[]> {
    return closeModal(this.world, this.id);
  }
}
