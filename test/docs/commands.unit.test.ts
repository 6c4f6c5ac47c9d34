/** Every command that a page quotes in a `sh` block exists, with its options. */
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { program } from '../../src/cli/program.js';
import { blocks, pages, read } from './pages.js';

const root = program(() => {});
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

/** Words of a shell line, quotes taken off. */
const wordsOf = (line: string): string[] =>
  (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"|"$/g, ''));

const quoted = pages().flatMap((page) =>
  blocks(page, 'sh')
    .flatMap((block) => block.replace(/\\\n\s*/g, ' ').split(/\n|&&|;|\|/))
    .map((line) => ({ page, line: line.trim().replace(/\s*>.*$/, '') })),
);

/** What is wrong with a line of `owed`, or null. */
function fault(words: string[]): string | null {
  let command: Command = root;
  const rest = [...words];
  while (command.commands.length > 0) {
    const word = rest.shift();
    if (word === undefined) return `${command.name()} needs a command`;
    const inner = command.commands.find((each) => each.name() === word);
    if (!inner) return `there is no command "${word}"`;
    command = inner as Command;
  }
  const given: string[] = [];
  let args = 0;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('--')) {
      args += 1;
      continue;
    }
    const option = [...command.options, ...root.options].find((each) => each.long === word);
    if (!option) return `"${command.name()}" has no option ${word}`;
    given.push(word);
    if (option.required) rest.shift();
  }
  const missing = command.options.filter((option) => option.mandatory && !given.includes(option.long ?? ''));
  if (missing.length > 0) return `"${command.name()}" needs ${missing.map((option) => option.long).join(', ')}`;
  const needed = command.registeredArguments.filter((argument) => argument.required).length;
  return args < needed || args > command.registeredArguments.length ? `"${command.name()}" has ${args} words` : null;
}

describe('commands that the pages quote', () => {
  const owed = quoted.filter(({ line }) => /^(?:npx )?owed\b/.test(line));
  const npm = quoted.filter(({ line }) => /^npm (?:run|test|start)\b/.test(line));

  it('are found, so that this test tests something', () => {
    expect(owed.length).toBeGreaterThan(5);
    expect(npm.length).toBeGreaterThan(3);
  });

  it.each(owed.map(({ page, line }) => [page, line]))('%s: %s', (_page, line) => {
    expect(fault(wordsOf(line.replace(/^(?:npx )?owed\s*/, '')))).toBeNull();
  });

  it.each(npm.map(({ page, line }) => [page, line]))('%s: %s', (_page, line) => {
    const [, verb, name] = wordsOf(line);
    expect(Object.keys(scripts)).toContain(verb === 'run' ? name : verb);
  });
});

describe('commands that the demo and the pages name in a sentence', () => {
  it.each(pages().map((page) => [page]))('%s', (page) => {
    const named = [...read(page).matchAll(/`(?:npx )?owed (?!to\b)([a-z][a-z-]*)(?: ([a-z][a-z-]*))?/g)];
    const unknown = named.filter(([, verb, inner]) => {
      const command = root.commands.find((each) => each.name() === verb);
      if (!command) return true;
      return command.commands.length > 0 && inner !== undefined && !command.commands.some((e) => e.name() === inner);
    });
    expect(unknown.map(([text]) => text)).toEqual([]);
  });
});
