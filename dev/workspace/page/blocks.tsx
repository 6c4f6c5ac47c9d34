import type { ReactNode } from 'react';
import type { Given } from '../people/answers.js';
import type { Block } from '../types.js';
import { Acting } from './elements.js';
import { Rendered } from './rendered.js';
import { Text } from './text-view.js';

interface BlocksProps {
  blocks: Block[];
  onAct: (actionId: string, value?: Given) => void;
  /** How an input block looks, where there are any. */
  input?: (block: Block) => ReactNode;
}

function Picture({ element }: { element: Block }) {
  return <img src={String(element.image_url)} alt={String(element.alt_text)} />;
}

function Section({ block, onAct }: { block: Block; onAct: BlocksProps['onAct'] }) {
  const accessory = block.accessory as Block | undefined;
  const fields = (block.fields as Block[] | undefined) ?? [];
  return (
    <div className="kit-section">
      <div className="kit-section-text">
        {block.text ? <Text value={block.text} /> : null}
        {fields.length > 0 ? (
          <div className="kit-fields">
            {fields.map((field) => (
              <Text key={JSON.stringify(field)} value={field} />
            ))}
          </div>
        ) : null}
      </div>
      {accessory?.type === 'image' ? <Picture element={accessory} /> : null}
      {accessory && accessory.type !== 'image' ? <Acting element={accessory} onAct={onAct} /> : null}
    </div>
  );
}

function One({ block, onAct, input }: Omit<BlocksProps, 'blocks'> & { block: Block }) {
  switch (block.type) {
    case 'header':
      return (
        <h3>
          <Text value={block.text} />
        </h3>
      );
    case 'divider':
      return <hr />;
    case 'section':
      return <Section block={block} onAct={onAct} />;
    case 'context':
      return (
        <div className="kit-context">
          {(block.elements as Block[]).map((element) =>
            element.type === 'image' ? (
              <Picture key={JSON.stringify(element)} element={element} />
            ) : (
              <Text key={JSON.stringify(element)} value={element} />
            ),
          )}
        </div>
      );
    case 'actions':
      return (
        <div className="kit-actions">
          {(block.elements as Block[]).map((element) => (
            <Acting key={String(element.action_id)} element={element} onAct={onAct} />
          ))}
        </div>
      );
    case 'input':
      return input?.(block) ?? null;
    default:
      return <Rendered block={block} />;
  }
}

/** Block Kit, live: what can be pressed or chosen goes to the app. */
export function Blocks({ blocks, ...rest }: BlocksProps) {
  return (
    <div className="kit">
      {blocks.map((block) => (
        <One key={String(block.block_id)} block={block} {...rest} />
      ))}
    </div>
  );
}
