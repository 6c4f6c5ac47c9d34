// Writes the diagrams of docs/lifecycle.md whose edges stand in tables of the code. `--check` compares only.
import { read, settle, withPart } from './lib/page.mjs';
import { fromSource } from './lib/source.mjs';

const PAGE = 'docs/lifecycle.md';

/** What leads to a state; a state that is not here has bare arrows. */
const HANDOFF = {
  handed: 'HANDOFF',
  accepted: 'accepted',
  working: 'working',
  done: 'done, with a link',
  released: 'released, or handed on',
  'handed-back': 'handed back',
  withdrawn: 'handed again',
};
const ITEM = { open: 'opens', closed: 'proof' };

/** Mermaid takes no hyphens in the name of a state. */
const name = (state) => state.replaceAll('-', '_');

function diagram(edges, initial, labels) {
  const states = Object.keys(edges).filter((state) => state !== initial);
  const aliases = states
    .filter((state) => name(state) !== state)
    .map((state) => `  state "${state}" as ${name(state)}`);
  const arrows = Object.entries(edges).flatMap(([from, targets]) =>
    targets.map((to) => {
      const label = labels[to] ? `: ${labels[to]}` : '';
      return `  ${from === initial ? '[*]' : name(from)} --> ${name(to)}${label}`;
    }),
  );
  return ['```mermaid', 'stateDiagram-v2', ...aliases, ...arrows, '```'].join('\n');
}

const { boardEdges } = await fromSource('src/ledger/handoffs/evolve.ts');
const { itemEdges } = await fromSource('src/ledger/items/evolve.ts');
const { packageEdges } = await fromSource('src/ledger/packages/edges.ts');
let page = withPart(read(PAGE), 'handoff edges', diagram(boardEdges, 'none', HANDOFF));
page = withPart(page, 'item edges', diagram(itemEdges, 'none', ITEM));
page = withPart(page, 'package edges', diagram(packageEdges, 'genesis', {}));
settle(PAGE, page, 'scripts/diagrams.mjs');
