import type { Config } from '../../config/types.js';
import type { DecisionView, ItemView, RulingView } from '../../ledger/types.js';

/** What of the configuration a text needs: names, and what is awaited of a kind. */
export type RenderConfig = Pick<Config, 'seats' | 'people' | 'overseer' | 'kinds' | 'seat'> &
  Partial<Pick<Config, 'rungs'>>;

/** What every text is made over. Times are arguments: nothing here reads a clock. */
export interface RenderContext {
  /** The item that is spoken of, as it is now; null where there is none. */
  item: ItemView | null;
  now: number;
  /** The items of a storm's page, as they are now (O11). */
  items?: ItemView[];
  /** The decision that is spoken of, as it is now (D3). */
  decision?: DecisionView | null;
  /** The ruling that is delivered (R1). */
  ruling?: RulingView | null;
  config: RenderConfig;
  /** The workspace's own address, for links of messages; null where it is not known. */
  teamUrl: string | null;
}
