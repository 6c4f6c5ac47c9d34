import { isRecord } from '../types.js';

/** Adds to `problems` what is wrong with `value`, in Slack's words, with a JSON pointer. */
export type Check = (value: unknown, path: string, problems: string[]) => void;

export function fail(problems: string[], path: string, message: string): void {
  problems.push(`[ERROR] ${message} [json-pointer:${path}]`);
}

/** A string of between `min` and `max` characters (UTF-16 units). */
export function string(max: number, min = 0): Check {
  return (value, path, problems) => {
    if (typeof value !== 'string') return fail(problems, path, 'must be a string');
    if (value.length > max) fail(problems, path, `must be less than ${max + 1} characters`);
    if (value.length < min) fail(problems, path, `must be more than ${min - 1} characters`);
  };
}

export const boolean: Check = (value, path, problems) => {
  if (typeof value !== 'boolean') fail(problems, path, 'must be a boolean');
};

export function integer(min: number, max: number): Check {
  return (value, path, problems) => {
    if (!Number.isInteger(value)) return fail(problems, path, 'must be an integer');
    if ((value as number) < min || (value as number) > max) fail(problems, path, `must be between ${min} and ${max}`);
  };
}

export function oneOf(...values: string[]): Check {
  return (value, path, problems) => {
    if (typeof value !== 'string' || !values.includes(value))
      fail(problems, path, `must be one of: ${values.join(', ')}`);
  };
}

export function matching(pattern: RegExp, what: string): Check {
  return (value, path, problems) => {
    if (typeof value !== 'string' || !pattern.test(value)) fail(problems, path, `must be ${what}`);
  };
}

/** An array of between `min` and `max` items, each of which passes `item`. */
export function list(item: Check, max: number, min = 0): Check {
  return (value, path, problems) => {
    if (!Array.isArray(value)) return fail(problems, path, 'must be an array');
    if (value.length > max) fail(problems, path, `no more than ${max} items allowed`);
    if (value.length < min) fail(problems, path, `no fewer than ${min} items allowed`);
    value.forEach((each, index) => {
      item(each, `${path}/${index}`, problems);
    });
  };
}

/** An object with these fields and no others. */
export function shape(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  return (value, path, problems) => {
    if (!isRecord(value)) return fail(problems, path, 'must be an object');
    for (const field of Object.keys(required)) {
      if (value[field] === undefined) fail(problems, path, `missing required field: ${field}`);
    }
    for (const [field, each] of Object.entries(value)) {
      if (field === 'type' || each === undefined) continue;
      const check = required[field] ?? optional[field];
      if (check) check(each, `${path}/${field}`, problems);
      else fail(problems, path, `invalid additional property: ${field}`);
    }
  };
}

/** An object whose `type` chooses the check. */
export function byType(checks: Record<string, Check>): Check {
  return (value, path, problems) => {
    if (!isRecord(value)) return fail(problems, path, 'must be an object');
    if (typeof value.type !== 'string') return fail(problems, path, 'missing required field: type');
    const check = Object.hasOwn(checks, value.type) ? checks[value.type] : undefined;
    if (check) check(value, path, problems);
    else fail(problems, `${path}/type`, `unsupported type: ${value.type}`);
  };
}

export function both(...checks: Check[]): Check {
  return (value, path, problems) => {
    for (const check of checks) check(value, path, problems);
  };
}

/** Only for structures whose inside is not modelled here. */
export const anything: Check = () => {};
