import type { CountedTime } from '../../../core/rows/compare/rowDigests.ts';
import type { Option } from '../../../ui/controls/options.tsx';
import { spokenText } from '../../../ui/text/textParts.ts';

/** The best known time of a row, or only that of its keys. */
const TIMES = [
  { id: 'event', label: 'Event time' },
  { id: 'key', label: 'Time in keys' },
] as const;
/** When the service stored a row; a property cannot have its name. */
const STORED = 'Timestamp';
/** Before the name of a property in the list of times: a property may be called like one of the others. */
const OF_PROPERTY = 'property ';

/**
 * The times by which rows of two results can be counted, and the one that counts: the chosen one only if both results have it, else the
 * event time. `names`: properties that hold a time in both.
 */
export function timeChoices(
  names: readonly string[],
  chosen: string,
): { readonly options: readonly Option[]; readonly id: string } {
  const others = names.filter((name) => name !== STORED);
  const options = [
    ...TIMES,
    ...[STORED, ...others].map((name) => ({ id: `${OF_PROPERTY}${name}`, label: spokenText(name) })),
  ];
  return { options, id: options.find(({ id }) => id === chosen)?.id ?? TIMES[0].id };
}

/** The time that the id of a choice stands for. */
export function timeOf(id: string): CountedTime {
  if (id.startsWith(OF_PROPERTY)) return { property: id.slice(OF_PROPERTY.length) };
  return id === 'key' ? 'key' : 'event';
}
