import { describe, expect, it } from 'vitest';
import { formatProblems, readSecrets } from '../../src/config/index.js';

const BOT = 'xoxb-111-222-SECRETBOT';
const APP = 'xapp-1-A0-333-SECRETAPP';

function told(env: Record<string, string>): string {
  const result = readSecrets(env);
  if (result.ok) throw new Error('accepted');
  return formatProblems('environment', result.problems);
}

describe('[X2] the secrets', () => {
  it('come from the environment, with Slack itself as the default address', () => {
    expect(readSecrets({ SLACK_BOT_TOKEN: ` ${BOT}\n`, SLACK_APP_TOKEN: APP })).toEqual({
      ok: true,
      secrets: { botToken: BOT, appToken: APP, apiUrl: 'https://slack.com/api/' },
    });
  });

  it('take another address over https or on this machine, and give it its slash', () => {
    const at = (url: string) => readSecrets({ SLACK_BOT_TOKEN: BOT, SLACK_APP_TOKEN: APP, SLACK_API_URL: url });
    expect(at('http://127.0.0.1:8080/api')).toMatchObject({ secrets: { apiUrl: 'http://127.0.0.1:8080/api/' } });
    expect(at('https://slack.example/api/')).toMatchObject({ secrets: { apiUrl: 'https://slack.example/api/' } });
    expect(at('http://slack.example/api/').ok).toBe(false);
    expect(at('slack.com').ok).toBe(false);
  });

  it('are told by name when they are absent, with where to find them', () => {
    expect(told({})).toBe(
      "environment: SLACK_BOT_TOKEN: is not set; put the bot's token in the environment: it starts with xoxb- (api.slack.com/apps, OAuth & Permissions, Bot User OAuth Token)\n" +
        "environment: SLACK_APP_TOKEN: is not set; put the app's token in the environment: it starts with xapp- (api.slack.com/apps, Basic Information, App-Level Tokens, with connections:write)",
    );
  });

  it('say so when the two are swapped', () => {
    expect(told({ SLACK_BOT_TOKEN: APP, SLACK_APP_TOKEN: BOT })).toBe(
      'environment: SLACK_BOT_TOKEN: the two tokens are swapped: SLACK_BOT_TOKEN holds the app token and SLACK_APP_TOKEN the bot token; exchange them',
    );
  });

  it('say which kind of token was given where another is wanted', () => {
    expect(told({ SLACK_BOT_TOKEN: APP, SLACK_APP_TOKEN: APP })).toContain('SLACK_BOT_TOKEN: holds an app token');
    expect(told({ SLACK_BOT_TOKEN: BOT, SLACK_APP_TOKEN: BOT })).toContain('SLACK_APP_TOKEN: holds a bot token');
    expect(told({ SLACK_BOT_TOKEN: 'xoxp-1-SECRET', SLACK_APP_TOKEN: APP })).toContain("holds a user's token");
    expect(told({ SLACK_BOT_TOKEN: 'SECRET', SLACK_APP_TOKEN: 'SECRET' })).toContain('is not a bot token');
  });

  it('are never shown', () => {
    const wrong = [BOT, APP, 'xoxp-1-SECRET', 'SECRET', `"${BOT}"`];
    for (const bot of wrong) {
      for (const app of wrong) {
        if (bot === BOT && app === APP) continue;
        const url = 'http://user:SECRET@slack.example/';
        expect(told({ SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app, SLACK_API_URL: url })).not.toContain('SECRET');
      }
    }
  });
});
