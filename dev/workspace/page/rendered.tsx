import { Message } from 'slack-blocks-to-jsx';
import type { Block } from '../types.js';
import { usePage } from './context.js';
import { nameOf } from './text.js';

/** Block types that are left to the renderer: rich text, standard markdown, images. */
export function Rendered({ block }: { block: Block }) {
  const { snapshot } = usePage();
  return (
    <Message
      blocks={[block] as never}
      name=""
      logo=""
      theme="light"
      withoutWrapper
      hooks={{
        user: ({ id }) => <span className="mention">@{nameOf(snapshot, id)}</span>,
        link: ({ href, children }) => (
          <a href={/^(https?|mailto):/.test(href) ? href : undefined} target="_blank" rel="noreferrer">
            {children}
          </a>
        ),
      }}
    />
  );
}
