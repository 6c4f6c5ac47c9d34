import { parseDuration } from '../../src/config/index.js';

/** Monday, 2 November 2026, 09:00 UTC: when every story of the tests begins. */
export const MORNING = Date.UTC(2026, 10, 2, 9, 0, 0);

const ms = (text: string): number => {
  const length = parseDuration(text);
  if (length === null) throw new Error(`no duration: ${text}`);
  return length;
};

/** The time of `10:30` on the first day, of `Tue 10:30` on the day after. Milliseconds UTC. */
export function at(text: string): number {
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const [, day = 'Mon', hour, minute] = /^(?:(\w{3}) )?(\d{2}):(\d{2})$/.exec(text) ?? [];
  if (!hour || !minute) throw new Error(`no time: ${text}`);
  return Date.UTC(2026, 10, 2 + days.indexOf(day), Number(hour), Number(minute));
}

/** A clock that stands still until the test moves it. */
export class FakeClock {
  #now = MORNING;
  #micros = 0;

  readonly now = (): number => this.#now;

  /** Moves on to a time of the clock; it never goes back. */
  at(text: string): void {
    if (at(text) < this.#now) throw new Error(`the clock is past ${text}`);
    this.#now = at(text);
  }

  after(length: string): void {
    this.#now += ms(length);
  }

  /** The next Slack ts: of this moment, and later than every one before. */
  ts(): string {
    this.#micros += 1;
    return `${Math.floor(this.#now / 1000)}.${String(this.#micros).padStart(6, '0')}`;
  }
}
