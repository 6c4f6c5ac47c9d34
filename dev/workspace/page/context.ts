import { createContext, useContext } from 'react';
import type { SeenMessage, Snapshot } from './api.js';

export interface Page {
  snapshot: Snapshot;
  /** The zone of the person one acts as. */
  tz: string;
  /** Runs something and shows why it failed, if it does. */
  attempt: (run: () => Promise<unknown>) => Promise<void>;
  openThread: (channel: string, ts: string) => void;
  /** Follows a permalink; false for an address that is none. */
  follow: (href: string) => boolean;
  highlighted?: string;
  editing?: SeenMessage;
  setEditing: (message: SeenMessage | undefined) => void;
}

export const PageContext = createContext<Page | undefined>(undefined);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('outside of the page');
  return page;
}
