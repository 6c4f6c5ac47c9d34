import { Composer } from './composer.js';
import { usePage } from './context.js';
import { linesOf, MessageList } from './list.js';

/** A thread beside its channel. */
export function Thread({ channel, thread, onClose }: { channel: string; thread: string; onClose: () => void }) {
  const { snapshot } = usePage();
  return (
    <aside className="thread" aria-label="Thread" data-testid="thread">
      <header className="bar">
        <h2>Thread</h2>
        <button type="button" className="plain-button" aria-label="Close thread" onClick={onClose}>
          ✕
        </button>
      </header>
      <MessageList lines={linesOf(snapshot, channel, thread)} inThread />
      <Composer channel={channel} thread={thread} placeholder="Reply…" />
    </aside>
  );
}
