import { CallLog } from './api/calls.js';
import type { WorkspaceDefinition, WorkspaceOptions } from './definition.js';
import { Faults } from './faults.js';
import { Hooks } from './hooks.js';
import { ResponseUrls } from './response-urls.js';
import { Sockets } from './sockets.js';
import { State } from './state.js';
import { Triggers } from './triggers.js';
import { Views } from './views.js';

/** The parts of one running workspace, handed to everything that acts in it. */
export class World {
  readonly state: State;
  readonly faults: Faults;
  readonly hooks = new Hooks();
  readonly calls: CallLog;
  readonly sockets: Sockets;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  readonly views: Views;
  readonly limits: NonNullable<WorkspaceOptions['limits']>;
  /** Where the server listens, without a trailing slash; set once it does. */
  url = '';

  constructor(definition: WorkspaceDefinition, options: WorkspaceOptions) {
    this.state = new State(definition, options.now ?? Date.now);
    this.faults = new Faults();
    this.calls = new CallLog(this.state);
    this.sockets = new Sockets(this.state, options);
    this.triggers = new Triggers(this.state, options.triggerLifeMs ?? 3_000);
    this.responseUrls = new ResponseUrls(this.state, options.responseUrlLifeMs ?? 30 * 60_000);
    this.views = new Views(this.state);
    this.limits = options.limits ?? {};
  }

  /** The workspace's own address, as in `auth.test`: permalinks begin with it. */
  get siteUrl(): string {
    const port = new URL(this.url).port;
    return `http://${this.state.team.domain}.slack.localhost:${port}/`;
  }

  permalink(channel: string, ts: string, threadTs?: string): string {
    const link = `${this.siteUrl}archives/${channel}/p${ts.replace('.', '')}`;
    return threadTs && threadTs !== ts ? `${link}?thread_ts=${threadTs}&cid=${channel}` : link;
  }
}
