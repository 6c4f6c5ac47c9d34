import type { Config } from '../../config/types.js';
import type { ItemState } from '../../ledger/index.js';
import type { Place } from '../../ledger/types.js';

/** Where a page goes and whom it tags: Slack user ids; a DM tags nobody (O10). */
export interface Route {
  place: Place;
  tags: string[];
  customer: boolean;
}

type Routed = Pick<Config, 'seat' | 'seats' | 'people' | 'overseer' | 'channels'>;

const isCustomerHandoff = (item: ItemState) =>
  (item.kind === 'handoff' || item.kind === 'held') && item.handoff !== null && item.handoff.class !== 'internal';

/** The Slack user behind a configured person's key; a person whom the configuration does not name is their Slack id. */
const userOf = (config: Routed, who: string) => config.people.get(who)?.user ?? who;

/**
 * Routes a page (O10, H14). A stall owed to this seat's own human alone, who takes pages by DM, goes to that DM untagged.
 * Every other page goes to the alerts channel and tags the overseer and each human it is owed to; a customer or unknown
 * handoff also tags the sender's and the taker's human, and is never one person's alone. Pure.
 */
export function route(item: ItemState, config: Routed): Route {
  const customer = isCustomerHandoff(item);
  const own = config.seats.get(config.seat)?.human;
  const [only, ...others] = item.owedTo;
  const person = only === undefined ? undefined : config.people.get(only);
  if (!customer && person && others.length === 0 && person.key === own && person.pages === 'dm') {
    return { place: { dm: person.user }, tags: [], customer };
  }
  const tagged = [config.overseer, ...item.owedTo];
  if (customer) {
    for (const seat of [item.handoff?.sender, item.handoff?.taker]) {
      const human = seat ? config.seats.get(seat)?.human : undefined;
      if (human) tagged.push(human);
    }
  }
  const tags = [...new Set(tagged.map((who) => userOf(config, who)))];
  return { place: { channel: config.channels.alerts }, tags, customer };
}
