/**
 * The manifest against the code, and against Slack's limits. Slack publishes a JSON Schema
 * (slackapi/manifest-schema), but without a licence to copy it under: slack-manifest.schema.json is our own, written
 * from the documented limits, and the types of the installed @slack/web-api are a second witness to the field names.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppsManifestCreateArguments } from '@slack/web-api';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  APP_SCOPE,
  BOT_EVENTS,
  BOT_SCOPES,
  EVENTS_WITHOUT_SCOPE,
  type Manifest,
  MESSAGE_SHORTCUTS,
  METHODS_WITHOUT_SCOPE,
  manifestFor,
  type ScopeUse,
} from '../../src/config/index.js';
import { surfaceUse } from './surface-use.js';

const USES: readonly ScopeUse[] = BOT_SCOPES;
const root = join(import.meta.dirname, '..', '..');
const schema = JSON.parse(readFileSync(join(import.meta.dirname, 'slack-manifest.schema.json'), 'utf8'));
const valid = new Ajv({ allErrors: true }).compile(schema);

function faults(manifest: unknown): string[] {
  return valid(manifest) ? [] : (valid.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

describe('the manifest', () => {
  it('in the root is the one for a single seat named Owed', () => {
    const written = parse(readFileSync(join(root, 'manifest.yml'), 'utf8'));
    expect(written).toEqual(manifestFor({ name: 'Owed', command: '/owed' }, true));
  });

  it('is one that Slack takes, whatever the seat is called', () => {
    expect(faults(manifestFor({ name: 'Owed', command: '/owed' }, true))).toEqual([]);
    const long = manifestFor(
      { name: 'A seat with a name that is far too long for Slack'.repeat(3), command: '/owed-x' },
      false,
    );
    expect(faults(long)).toEqual([]);
    expect(long.display_information.name).toHaveLength(35);
  });

  it('is refused by the schema when a limit is passed, so that the schema is worth something', () => {
    const good = manifestFor({ name: 'Owed', command: '/owed' }, true);
    const bad = (change: (manifest: Manifest) => void): string[] => {
      const copy = structuredClone(good);
      change(copy);
      return faults(copy);
    };
    expect(bad((m) => (m.display_information.name = 'x'.repeat(36)))).toHaveLength(1);
    expect(bad((m) => (m.display_information.description = 'x'.repeat(141)))).toHaveLength(1);
    expect(bad((m) => (m.features.shortcuts[0]!.name = 'x'.repeat(25) as never))).toHaveLength(1);
    expect(bad((m) => (m.features.slash_commands[0]!.command = `/${'x'.repeat(32)}`))).toHaveLength(1);
    expect(bad((m) => Object.assign(m.settings, { sockets: true }))).toHaveLength(1);
  });

  it('has the fields, scopes and events that the Slack SDK knows', () => {
    // The compiler is the test: an unknown scope or event is no member of the SDK's unions.
    const typed: AppsManifestCreateArguments['manifest'] = manifestFor({ name: 'Owed', command: '/owed' }, true);
    expect(typed).toBeDefined();
  });

  it('[U1] names the command of the seat, with a hint of what may follow it', () => {
    const [command] = manifestFor({ name: 'Smith', command: '/owed-smith' }, false).features.slash_commands;
    expect(command?.command).toBe('/owed-smith');
    expect(command?.usage_hint).toBe(
      'list | show KEY | close KEY | mute KEY | unmute KEY | take KEY | handoff | decide | help',
    );
  });

  it('[U2] offers the message shortcuts and both tabs', () => {
    const { features } = manifestFor({ name: 'Owed', command: '/owed' }, true);
    expect(features.shortcuts).toMatchObject([
      { callback_id: 'owed_handoff', name: 'Hand off…', type: 'message' },
      { callback_id: 'owed_track', name: 'Owed: track this…', type: 'message' },
    ]);
    expect(features.app_home).toEqual({
      home_tab_enabled: true,
      messages_tab_enabled: true,
      messages_tab_read_only_enabled: false,
    });
  });

  it('says which seat it is for where there are several', () => {
    expect(manifestFor({ name: 'Smith', command: '/owed-smith' }, false).display_information.description).toContain(
      'Smith',
    );
  });
});

describe("Slack's surface", () => {
  const scoped = new Set([...USES, APP_SCOPE].flatMap(({ methods }) => methods));
  const events = new Set<string>(Object.keys(BOT_EVENTS));

  it('has no scope without a use, and each event has its scope', () => {
    const useless = USES.filter((use) => use.scope !== 'commands' && use.methods.length + use.events.length === 0);
    expect(useless).toEqual([]);
    const delivered = new Set([...USES.flatMap((use) => use.events), ...EVENTS_WITHOUT_SCOPE]);
    expect([...events].filter((event) => !delivered.has(event))).toEqual([]);
    expect([...delivered].filter((event) => !events.has(event))).toEqual([]);
  });

  it('has every method, event and shortcut that the source uses', () => {
    const missing: string[] = [];
    for (const file of sources(join(root, 'src'))) {
      const use = surfaceUse(readFileSync(file, 'utf8'));
      const where = file.slice(root.length + 1);
      for (const method of use.methods) {
        if (!scoped.has(method) && !METHODS_WITHOUT_SCOPE.includes(method)) missing.push(`${where}: method ${method}`);
      }
      for (const event of use.events) {
        const wanted = event === 'message' ? ['message.channels', 'message.groups', 'message.im'] : [event];
        for (const name of wanted) if (!events.has(name)) missing.push(`${where}: event ${name}`);
      }
      for (const id of use.shortcuts) {
        if (!MESSAGE_SHORTCUTS.some(({ callbackId }) => callbackId === id)) missing.push(`${where}: shortcut ${id}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('is read from source text in the ways that Bolt and the Web API are written', () => {
    const use = surfaceUse(`
      // client.files.upload( in a comment is no use
      await client.chat.postMessage({}); await this.#web.conversations.history({});
      await clients.pages.views.open({}); await slackClient.users.info({ user });
      await web.apiCall('reactions.add', {}); app.event('app_home_opened', home); app.message(onMessage);
      app.shortcut('owed_handoff', a); app.shortcut({ type: 'message_action', callback_id: 'owed_track' }, b);
      config.people.users.get(key);
    `);
    expect([...use.methods].sort()).toEqual([
      'chat.postMessage',
      'conversations.history',
      'reactions.add',
      'users.info',
      'views.open',
    ]);
    expect([...use.events].sort()).toEqual(['app_home_opened', 'message']);
    expect([...use.shortcuts].sort()).toEqual(['owed_handoff', 'owed_track']);
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.endsWith('slack-surface.ts'));
}
