const MOST_OPTIONS = 20;
const LONGEST_LABEL = 150;

/** `LABEL: what it leads to`, also with a dash between; in a sentence what is wrong otherwise. Pure. */
export function readOptions(given: readonly string[]): { label: string; consequence: string | null }[] | string {
  const options = given
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const split = /^(.+?)(?::|\s[—–])\s+(.+)$/su.exec(text);
      return split?.[1] && split[2]
        ? { label: split[1].trim(), consequence: split[2].trim() }
        : { label: text, consequence: null };
    });
  if (options.length === 0) return 'A decision has options: --option "ship: customers see it today" --option wait.';
  if (options.length > MOST_OPTIONS) return `A decision has at most ${MOST_OPTIONS} options.`;
  const long = options.find((option) => option.label.length > LONGEST_LABEL);
  if (long) return `An option's name has at most ${LONGEST_LABEL} characters; what it leads to follows after ": ".`;
  const labels = options.map((option) => sameLabel(option.label));
  const twice = options.find((_, index) => labels.indexOf(labels[index] as string) !== index);
  return twice ? `Two options are called "${twice.label}"; each needs a name of its own.` : options;
}

export const sameLabel = (label: string): string => label.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
