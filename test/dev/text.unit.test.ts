import { describe, expect, it } from 'vitest';
import { mentionsOf } from '../../dev/workspace/mentions.js';
import { richText, typedText } from '../../dev/workspace/people/typed.js';

const section = (text: object) => ({ type: 'section', text: text as { type: string } });

describe('who a message pings', () => {
  it.each<[string, string, object[], string[]]>([
    ['people named in its text', 'hi <@U01GERA> and <@U02FEDE|fede>', [], ['U01GERA', 'U02FEDE']],
    ['a broadcast in its text', '<!channel> and <!here|here>', [], ['channel', 'here']],
    ['nobody by a bare @here in its text', '@here', [], []],
    ['nobody by escaped tokens', '&lt;@U01GERA&gt; &lt;!channel&gt;', [], []],
    ['people named in mrkdwn', '', [section({ type: 'mrkdwn', text: '<@U01GERA>' })], ['U01GERA']],
    ['nobody in plain text', '', [section({ type: 'plain_text', text: '<@U01GERA> @here' })], []],
    ['a bare @here in mrkdwn that is not verbatim', '', [section({ type: 'mrkdwn', text: 'see @here' })], ['here']],
    ['nobody by a bare @here in verbatim mrkdwn', '', [section({ type: 'mrkdwn', text: '@here', verbatim: true })], []],
    [
      'people named in verbatim mrkdwn',
      '',
      [section({ type: 'mrkdwn', text: '<@U01GERA>', verbatim: true })],
      ['U01GERA'],
    ],
  ])('%s', (_, text, blocks, expected) => {
    expect(mentionsOf(text, blocks as never)).toEqual(expected);
  });

  it('is told once, however often they are named', () => {
    const blocks = richText('<@U01GERA> <@U01GERA>');
    expect(mentionsOf('<@U01GERA>', blocks)).toEqual(['U01GERA']);
  });

  it('includes a bare @here when names are linked', () => {
    expect(mentionsOf('@here', [], true)).toEqual(['here']);
  });
});

describe('what a person types', () => {
  it.each([
    ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
    ['see https://a.b/c?d=1&e=2.', 'see <https://a.b/c?d=1&amp;e=2>.'],
    ['HANDOFF to <@U0TRINITY>', 'HANDOFF to <@U0TRINITY>'],
    ['<https://a.b|label> stays', '<https://a.b|label> stays'],
    ['already &amp; escaped', 'already &amp; escaped'],
    ['<b>', '&lt;b&gt;'],
  ])('is stored from %s as %s', (typed, stored) => {
    expect(typedText(typed)).toBe(stored);
  });
});
