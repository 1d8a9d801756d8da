import type { Option } from './options.tsx';

/** How many options are drawn at first, and added each time the end of the list becomes visible. */
export const SHOWN_OPTIONS = 60;
/** No list draws more than this; typing part of the name reaches the others. */
export const MOST_OPTIONS = 1000;

/**
 * The first `most` options whose label contains the text, ignoring case; all match an empty text. The chosen one is always included,
 * because the field shows its label. `more`: how many other options match.
 */
export function shownOptions<T extends Pick<Option, 'id' | 'label'>>(
  all: readonly T[],
  text: string,
  most: number,
  chosenId: string | undefined,
) {
  const wanted = text.trim().toLowerCase();
  const matching = wanted === '' ? all : all.filter(({ label }) => label.toLowerCase().includes(wanted));
  if (matching.length <= most) return { options: matching, more: 0 };
  const options = matching.slice(0, most);
  const chosen = matching.slice(most).filter(({ id }) => id === chosenId);
  return { options: [...options, ...chosen], more: matching.length - most - chosen.length };
}
