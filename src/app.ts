import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { itemJson } from './cli/json.js';
import type { Config, Secrets } from './config/index.js';
import type { HandlerContext } from './handlers/context.js';
import { isHeard } from './handlers/heard.js';
import { answerOf, registerHandlers } from './handlers/index.js';
import { INBOX_LEASE, Intake } from './handlers/intake.js';
import { admit, commandOf } from './handlers/people.js';
import { verbContext } from './handlers/verbs.js';
import { healthOf } from './http/health.js';
import { type HttpServer, startHttp } from './http/server.js';
import { type Envelope, type Ledger, type PostClaim, tsToMillis } from './ledger/index.js';
import type { ItemView, Saying } from './ledger/types.js';
import { permalink } from './messages/parse/index.js';
import { renderSaying } from './messages/render/index.js';
import { createGitHub } from './proofs/github/index.js';
import { createReaders } from './proofs/index.js';
import { asEventBody, createSlack, errorId, inboxId, inboxSettles, type Slack, toSlackMessage } from './slack/index.js';
import type { SelfFacts, SlackMessage } from './slack/types.js';
import { checkChannels, checkIdentity } from './start-checks.js';
import { readBack } from './sweeps/bridge/run.js';
import { runChase } from './sweeps/chase/run.js';
import { runDecisions } from './sweeps/decisions/run.js';
import { reconcileUnknown } from './sweeps/deliver/reconcile.js';
import { deliverDue, type Spoken } from './sweeps/deliver/run.js';
import { sweep } from './sweeps/index.js';
import { Proofs } from './sweeps/proofs/run.js';
import { runRulings } from './sweeps/rulings/run.js';
import { RungSweep } from './sweeps/rungs/run.js';
import { answerAsk } from './verbs/answer.js';
import { personNamed } from './verbs/people.js';

export interface SeatOptions {
  config: Config;
  secrets: Secrets;
  ledger: Ledger;
  log: Logger;
  /** Sockets to keep open; two unless given. */
  connections?: number;
  /** Where tokens of sources come from (X2). */
  env?: Record<string, string | undefined>;
}

/** One reading of a source, milliseconds. */
const READ_TIMEOUT = 10_000;

/** How often the outbox and the inbox are looked at for what another process wrote, milliseconds ("within 2 s"). */
const TICK = 400;
const HEARTBEAT = 5_000;
/** Messages wait at most this long for the read-back after a connect, milliseconds. */
const HOLD = 15_000;
/** How long a message waits where there are several replicas, so that what another is still storing comes first. */
const GRACE = 300;
const DAY = 86_400_000;

type Body = Record<string, unknown>;

/** One running seat: the composition root, the one place that knows everything (design). */
export class SeatProcess {
  readonly #o: SeatOptions;
  readonly #slack: Slack;
  readonly #intake: Intake;
  readonly #proofs: Proofs;
  readonly #rungs: RungSweep;
  readonly #handlers: HandlerContext;
  /** Agents at work; a clean stop waits for none of them, the re-run takes over (A4). */
  readonly #answering = new Set<Promise<void>>();
  readonly #holder = `${hostname()}:${process.pid}:${randomBytes(3).toString('hex')}`;
  readonly #startedAt = Date.now();
  readonly #lag = monitorEventLoopDelay({ resolution: 20 });
  readonly #timers: NodeJS.Timeout[] = [];
  #self: SelfFacts | null = null;
  #http: HttpServer | null = null;
  #catching: Promise<unknown> | null = null;
  #stopping = false;
  #replicas = 1;

  constructor(options: SeatOptions) {
    this.#o = options;
    const { config, secrets, ledger, log } = options;
    this.#intake = new Intake({
      ledger,
      holder: this.#holder,
      now: Date.now,
      dispatch: (body) => this.#slack.dispatch(body),
      envelopesOf: (body) => this.#envelopesOf(body),
      answer: answerOf,
      grace: () => (this.#replicas > 1 ? GRACE : 0),
      onError: (where, error) => this.#report(where, error),
    });
    this.#slack = createSlack({
      secrets,
      log,
      now: Date.now,
      postTimeout: config.posts.timeout,
      connections: options.connections ?? 2,
      receive: (body) => this.#intake.receive(body),
      accepted: () => this.#intake.wake(),
      onConnected: () => this.#catchUp(),
    });
    const readers = createReaders({
      config,
      github: createGitHub({
        apiUrl: config.github.apiUrl,
        token: options.env?.[config.github.tokenEnv] ?? null,
        now: Date.now,
        timeout: READ_TIMEOUT,
        log,
      }),
      readThread: (channel, thread) => this.#readThread(channel, thread),
      link: (channel, ts, thread) => this.#linkOf(channel, ts, thread) ?? '',
      now: Date.now,
    });
    this.#rungs = new RungSweep({ ledger, config, holder: this.#holder, now: Date.now });
    this.#proofs = new Proofs({ ledger, config, holder: this.#holder, now: Date.now, ...readers });
    this.#handlers = this.#handlerContext();
    registerHandlers(this.#slack.app, this.#handlers);
  }

  /**
   * Starts the seat: identity and channels are checked, the socket opened, the bridge read back, the first sweep made.
   * @throws StartError, SlackStartError: one sentence for a person each.
   */
  async start(): Promise<void> {
    const { config, log } = this.#o;
    const self = await this.#slack.identities.self();
    if (self.ok) checkIdentity(config, self.value);
    await checkChannels(config, this.#slack.calls);
    this.#lag.enable();
    this.#http = await startHttp({ ...config.http, read: () => this.#health() });
    this.#self = self.ok ? self.value : null;
    this.#self = await this.#slack.start();
    checkIdentity(config, this.#self);
    await this.#heartbeat();
    log.info({ seat: config.seat, http: this.#http.port }, 'seat started');
    this.#every(TICK, 'looking at the outbox', () => this.#tick());
    this.#every(HEARTBEAT, 'writing the heartbeat', () => this.#heartbeat());
    this.#every(config.sweep.every, 'sweeping', () => this.sweep());
    await this.sweep().catch((error) => this.#report('sweeping', error));
  }

  get httpPort(): number | null {
    return this.#http?.port ?? null;
  }

  /** One sweep over everything (S1). */
  async sweep(): Promise<void> {
    const { config, ledger } = this.#o;
    await sweep({
      ledger,
      holder: this.#holder,
      now: Date.now,
      parts: [
        { name: 'reading the bridge back', run: () => this.#catchUp() },
        { name: 'reading proofs', run: () => this.#proofs.run() },
        {
          name: 'chasing what is due',
          run: () =>
            runChase({
              ledger,
              config,
              holder: this.#holder,
              now: Date.now,
              stillOwed: (item) => this.#proofs.stillOwed(item),
              rerun: (key) => this.#answer(key, 2),
            }),
        },
        {
          name: 'telling who holds what is decided',
          run: () => runDecisions({ ledger, holder: this.#holder, now: Date.now }),
        },
        { name: 'counting the backlog', run: async () => ({ backlog: await ledger.decisions.backlog() }) },
        { name: 'saying what is due', run: async () => ({ done: await this.#say() }) },
        {
          name: 'asking rungs',
          run: async () => {
            const { walked, done, asking } = await this.#rungs.run();
            asking.catch((error) => this.#report('asking rungs', error));
            return { walked, done };
          },
        },
        {
          name: 'reading rulings back',
          run: () =>
            runRulings({
              ledger,
              holder: this.#holder,
              now: Date.now,
              readThread: (channel, thread) => this.#readThread(channel, thread),
            }),
        },
        { name: 'pruning the inbox', run: () => ledger.pruneInbox(Date.now() - 30 * DAY).then(() => ({})) },
      ],
    });
  }

  /** Takes nothing more in, finishes what is under way, and closes the socket and the ledger. */
  async stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#slack.stop();
    await this.#intake.settled();
    await this.#saying.catch(() => {});
    await this.#heartbeat().catch(() => {});
    await this.#http?.close();
    this.#lag.disable();
    await this.#o.ledger.close();
  }

  /** Runs `work` every so many milliseconds, never beside itself; a failure is reported and the next turn comes. */
  #every(ms: number, what: string, work: () => Promise<unknown>): void {
    let busy = false;
    const turn = async () => {
      if (busy || this.#stopping) return;
      busy = true;
      try {
        await work();
      } catch (error) {
        this.#report(what, error);
      } finally {
        busy = false;
      }
    };
    this.#timers.push(setInterval(() => void turn(), ms));
  }

  async #tick(): Promise<void> {
    const { ledger } = this.#o;
    const now = Date.now();
    this.#replicas = await ledger.liveProcesses(now - 3 * HEARTBEAT);
    this.#intake.wake();
    await ledger.expireLeases({ now, actor: { kind: 'process', id: this.#holder }, cause: 'lease' });
    await this.#reconcile();
    await this.#say();
  }

  #saying: Promise<number> = Promise.resolve(0);
  /** Says everything that is due; turns follow one another. */
  #say(): Promise<number> {
    const { ledger, config } = this.#o;
    this.#saying = this.#saying
      .catch(() => 0)
      .then(() =>
        deliverDue({
          ledger,
          config,
          holder: this.#holder,
          now: Date.now,
          post: this.#slack.post,
          render: (saying, item, now, items, spoken) => this.#render(saying, item, now, items, spoken),
          linkOf: (channel, ts, thread) => this.#linkOf(channel, ts, thread),
          ownEnvelope: (claim, posted) => this.#ownEnvelope(claim, posted),
          onError: (where, error) => this.#report(where, error),
        }),
      );
    const said = this.#saying;
    // What we said on the bridge is in the inbox now, and is read like anybody's (H5).
    return said.then((n) => {
      if (n > 0) this.#intake.wake();
      return n;
    });
  }

  async #reconcile(): Promise<void> {
    const self = this.#self;
    if (!self) return;
    await reconcileUnknown({
      ledger: this.#o.ledger,
      holder: this.#holder,
      now: Date.now,
      self: { user: self.botUser, botId: self.botId },
      resolve: this.#slack.resolve,
      readBack: (channel, thread, oldest) =>
        thread === null
          ? this.#slack.history.channel(channel, oldest)
          : this.#slack.history.thread(channel, thread, { oldest }),
      ownEnvelope: (claim, posted) => this.#ownEnvelope(claim, posted),
      linkOf: (channel, ts, thread) => this.#linkOf(channel, ts, thread),
      onError: (where, error) => this.#report(where, error),
    });
  }

  /** Reads the bridge back and handles what was missed, before what the socket brings meanwhile (H11). */
  async #catchUp(): Promise<{ read: number; errors: string[] }> {
    await this.#catching;
    const { config, ledger } = this.#o;
    this.#intake.hold();
    let held = true;
    const release = () => {
      if (held) this.#intake.release();
      held = false;
    };
    const deadline = setTimeout(release, HOLD);
    const asRead = (messages: SlackMessage[]) =>
      messages.map((m) => ({
        ts: m.ts,
        hasReplies: Number(m.raw.reply_count ?? 0) > 0,
        envelopes: this.#envelopesOf(this.#asBody(m)),
      }));
    const reading = readBack({
      ledger,
      holder: this.#holder,
      now: Date.now,
      bridge: config.channels.bridge,
      lookback: config.bridgeLookback,
      lease: INBOX_LEASE,
      readChannel: async (channel, oldest) => {
        const read = await this.#slack.history.channel(channel, oldest);
        return read.ok ? { ok: true, value: asRead(read.value) } : read;
      },
      readThread: async (channel, ts) => {
        const read = await this.#slack.history.thread(channel, ts);
        return read.ok ? { ok: true, value: asRead(read.value) } : read;
      },
    });
    this.#catching = reading.catch(() => {});
    try {
      return await reading;
    } finally {
      clearTimeout(deadline);
      release();
      await this.#intake.handled(3_000);
    }
  }

  #asBody(message: SlackMessage): Body {
    return asEventBody(message, { teamId: this.#self?.teamId ?? '', appId: this.#self?.appId ?? null });
  }

  #envelopesOf(body: Body): Envelope[] {
    const now = Date.now();
    const event = body.event as { ts?: string; message?: { ts?: string }; deleted_ts?: string } | undefined;
    const ts = event?.message?.ts ?? event?.deleted_ts ?? event?.ts;
    const order = ts ? tsToMillis(ts) : now;
    const orderAt = Number.isFinite(order) ? Number(ts ?? 0) * 1000 || now : now;
    const settled = !isHeard(body, this.#o.config);
    return [
      { id: inboxId(body), orderAt, body, settled },
      ...inboxSettles(body).map((id) => ({ id, orderAt, body: {}, settled: true })),
    ];
  }

  /** Our own HANDOFF or BRIDGE CLAIM, as the inbox keeps it: recorded at the post, once (H5). */
  #ownEnvelope(
    claim: PostClaim,
    posted: { channel: string; ts: string; message: Record<string, unknown> | null },
  ): Envelope | null {
    if (claim.saying.say !== 'handoff' && claim.saying.say !== 'claim') return null;
    if (!posted.message || !this.#self) return null;
    const raw = { user: this.#self.botUser, bot_id: this.#self.botId, ...posted.message, ts: posted.ts };
    return this.#envelopesOf(this.#asBody(toSlackMessage(raw, posted.channel)))[0] ?? null;
  }

  #render(saying: Saying, item: ItemView | null, now: number, items?: ItemView[], spoken: Partial<Spoken> = {}) {
    const { config } = this.#o;
    return renderSaying(saying, { item, now, config, teamUrl: this.#self?.teamUrl ?? null, items, ...spoken });
  }

  #linkOf(channel: string, ts: string, thread: string | null): string | null {
    return this.#self ? permalink(this.#self.teamUrl, channel, ts, thread) : null;
  }

  /** Whether a message is one that a bot of ours posted mechanically: its metadata says so (A3). */
  async #readThread(channel: string, thread: string) {
    const read = await this.#slack.history.thread(channel, thread);
    if (!read.ok) return read;
    const value = read.value.map(({ ts, user, text, metadata }) => {
      const machine = metadata?.event_type === 'owed_post' && metadata.event_payload.machine === true;
      return { ts, user, text, machine };
    });
    return { ok: true as const, value };
  }

  /** Has the agent answer an ask; nothing waits for it (A2). */
  #answer(key: string, run: number): void {
    const { ledger, config, log } = this.#o;
    const command = commandOf(this.#handlers);
    const work = answerAsk(
      { ledger, config, now: Date.now, forms: verbContext(this.#handlers).forms },
      {
        asker: async (user) => {
          const admitted = await admit(this.#handlers, user);
          if (admitted.ok) return { asker: admitted.asker, mayNot: null };
          const person = personNamed({ user }, config);
          const name = person?.name ?? user;
          return { asker: { kind: 'human', key: person?.key ?? null, user, name }, mayNot: admitted.reason };
        },
        thread: async (channel, thread) => {
          const read = await this.#readThread(channel, thread);
          return read.ok ? read.value.map(({ user, text, ts }) => ({ from: user ?? '', text, ts })) : [];
        },
        link: (channel, ts, thread) => this.#linkOf(channel, ts, thread) ?? '',
        itemJson: (item) => itemJson(item, this.#self?.teamUrl ?? null),
        command,
        log: (sentence) => log.warn({ ask: key }, sentence),
      },
      key,
      run,
    )
      .then(() => this.#handlers.kick())
      .catch((error) => this.#report(`answering ${key}`, error))
      .finally(() => this.#answering.delete(work));
    this.#answering.add(work);
  }

  #handlerContext(): HandlerContext {
    const { ledger, config } = this.#o;
    return {
      ledger,
      config,
      now: Date.now,
      teamUrl: () => this.#self?.teamUrl ?? 'https://slack.com/',
      kick: () => void this.#say().catch((error) => this.#report('saying what is due', error)),
      render: (saying, item, now) => this.#render(saying, item, now),
      user: (id) => this.#slack.identities.user(id),
      bot: (id) => this.#slack.identities.bot(id),
      openView: (trigger, view) => this.#slack.calls.openView(trigger, view),
      updateView: (view, content) => this.#slack.calls.updateView(view, content),
      publishHome: (user, view) => this.#slack.calls.publishHome(user, view),
      react: (channel, ts, name) => this.#slack.calls.react(channel, ts, name),
      readThread: (channel, thread) => this.#readThread(channel, thread),
      readProof: async (key) => {
        await this.#proofs.readNow(await ledger.itemState(key));
      },
      answer: (key) => this.#answer(key, 1),
      respond: (url, body) => this.#slack.calls.respond(url, body),
      postEphemeral: (to, said) => this.#slack.calls.postEphemeral(to, said),
    };
  }

  async #heartbeat(): Promise<void> {
    const socket = { ...this.#slack.state(), teamUrl: this.#self?.teamUrl ?? null };
    await this.#o.ledger.heartbeat(this.#holder, this.#startedAt, Date.now(), { ...socket });
  }

  async #health() {
    const { config, ledger } = this.#o;
    const status = await ledger.status(Date.now()).catch(() => null);
    const measured = this.#lag.percentile(99);
    const lagMs = this.#lag.count > 0 && Number.isFinite(measured) ? measured / 1e6 : null;
    this.#lag.reset();
    return healthOf({
      now: Date.now(),
      seat: config.seat,
      startedAt: this.#startedAt,
      sweepEvery: config.sweep.every,
      socket: this.#slack.state(),
      status,
      lagMs,
    });
  }

  /** What went wrong, without its words: a message may quote what somebody wrote (X2). */
  #report(where: string, error: unknown): void {
    this.#o.log.error(errorId(error), where);
  }
}
