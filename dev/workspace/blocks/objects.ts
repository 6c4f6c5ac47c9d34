import { isRecord } from '../types.js';
import { boolean, byType, type Check, fail, list, oneOf, shape, string } from './check.js';

export function plainText(max: number): Check {
  return byType({ plain_text: shape({ text: string(max, 1) }, { emoji: boolean }) });
}

export function anyText(max: number): Check {
  return byType({
    plain_text: shape({ text: string(max, 1) }, { emoji: boolean }),
    mrkdwn: shape({ text: string(max, 1) }, { verbatim: boolean }),
  });
}

export const confirm = shape(
  { title: plainText(100), text: anyText(300), confirm: plainText(30), deny: plainText(30) },
  { style: oneOf('primary', 'danger') },
);

/** An option of a select menu: plain text only. */
export const menuOption = shape({ text: plainText(75), value: string(150, 1) }, { description: plainText(75) });

/** An option of checkboxes or radio buttons: markdown allowed. */
export const boxOption = shape({ text: anyText(75), value: string(150, 1) }, { description: anyText(75) });

export const overflowOption = shape(
  { text: plainText(75), value: string(150, 1) },
  { description: plainText(75), url: string(3000) },
);

const optionGroup = shape({ label: plainText(75), options: list(menuOption, 100, 1) });
export const optionGroups = list(optionGroup, 100, 1);

/** Exactly one of the two fields. */
export function exactlyOneField(first: string, second: string): Check {
  return (value, path, problems) => {
    if (!isRecord(value)) return;
    if ((value[first] === undefined) === (value[second] === undefined)) {
      fail(problems, path, `must define either \`${first}\` or \`${second}\``);
    }
  };
}
