/** How many options are drawn at first, and added each time the end of the list becomes visible. */
export const SHOWN_OPTIONS = 60;
/** No list draws more than this; typing part of the name reaches the others. */
export const MOST_OPTIONS = 1000;

interface Named {
  readonly id: string;
  readonly label: string;
}

/** The part of a list that is drawn. */
export interface ShownOptions<Option> {
  readonly options: readonly Option[];
  /** Options that match and are not drawn yet. */
  readonly more: number;
}

/**
 * The first `most` options whose label contains the text, ignoring case; all match an empty text. The chosen one is
 * always included, because the field shows its label.
 */
export function shownOptions<Option extends Named>(
  all: readonly Option[],
  text: string,
  most: number,
  chosenId: string | undefined,
): ShownOptions<Option> {
  const wanted = text.trim().toLowerCase();
  const matching = wanted === '' ? all : all.filter(({ label }) => label.toLowerCase().includes(wanted));
  if (matching.length <= most) return { options: matching, more: 0 };
  const options = matching.slice(0, most);
  const chosen = matching.slice(most).filter(({ id }) => id === chosenId);
  return { options: [...options, ...chosen], more: matching.length - most - chosen.length };
}
