import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../src/agents/environment.js';
import { errorLine, plainLine, plainText } from '../../src/agents/said.js';

describe('the environment of a command', () => {
  it.each([
    'SLACK_BOT_TOKEN',
    'SLACK_APP_TOKEN',
    'SLACK_TOKEN',
    'SLACK_SIGNING_SECRET',
    'GITHUB_TOKEN',
    'GH_TOKEN',
    'GITHUB_APP_TOKEN',
    'GH_ENTERPRISE_TOKEN',
    'OWED_LEDGER_URL',
    'PGPASSWORD',
  ])('[X2] has no %s', (name) => {
    expect(withoutSecrets({ [name]: 'value', PATH: '/bin' })).toEqual({ PATH: '/bin' });
  });

  it('[X2] keeps what is the command’s own', () => {
    const env = { PATH: '/bin', ANTHROPIC_API_KEY: 'k', SLACK_API_URL: 'u', OWED_SEAT: 'smith', TOKENIZERS: 'x' };
    expect(withoutSecrets({ ...env, GONE: undefined })).toEqual(env);
  });

  it('[X2] repeats a secret under no other name, and an empty secret hides nothing', () => {
    expect(withoutSecrets({ HUB: 's3', MINE: 's3', B: '' }, ['HUB'])).toEqual({ B: '' });
    expect(withoutSecrets({ GITHUB_TOKEN: '', B: '' })).toEqual({ B: '' });
  });
});

describe('what a command printed', () => {
  it('[A2] loses colours and control characters and keeps its lines', () => {
    expect(plainText('\ufeff\x1b[31mred\x1b[0m\r\ntwo\x00\x07\ttab\x1b]8;;x\x07link\ud800 ')).toBe(
      'red\ntwo\ttablink\ufffd',
    );
  });

  it('[A2] is told by its last line that says something', () => {
    expect(errorLine('Traceback\n  File "x"\nValueError: no such ticket\n\n')).toBe('ValueError: no such ticket');
    expect(errorLine('Error: no model\n  at x.js:1\n\nNode.js v20\n')).toBe('Error: no model');
    expect(errorLine(' \n')).toBeNull();
    expect(plainLine('x'.repeat(300))).toHaveLength(200);
  });

  it.each([
    'bad key sk-ant-REDACTED',
    'Authorization: Bearer abcdef123456',
    'xoxb-123-456-abc',
    'password=hunter22222',
  ])('[X2] keeps no credential: %s', (text) => {
    expect(plainLine(text)).toContain('[hidden]');
    expect(plainLine(text)).not.toMatch(/abcdef|hunter|123-456|ant-/);
  });
});
