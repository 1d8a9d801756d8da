import { readKey } from '../keys/readKey.ts';
import { schemeById } from '../keys/schemeRegistry.ts';

interface RowKeysRead {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** How many keys are sampled to find out how the others are written. */
const SAMPLE = 200;
/** Readings with less confidence than this are guesses, and ignored. */
const SURE = 0.5;

export interface RowTimes {
  /** The instant in the keys of a row, in ticks; undefined: none. */
  readonly of: (keys: RowKeysRead) => bigint | undefined;
}

function readerOf(
  keys: readonly RowKeysRead[],
  part: 'row' | 'partition',
): ((keys: RowKeysRead) => bigint | undefined) | undefined {
  const textOf = ({ partitionKey, rowKey }: RowKeysRead): string => (part === 'row' ? rowKey : partitionKey);
  const sample = keys.slice(0, SAMPLE).map(textOf);
  const [best] = readKey(sample[0] ?? '', { part, sample });
  const scheme = best?.ticks === undefined || best.confidence < SURE ? undefined : schemeById(best.schemeId);
  return scheme && ((row) => scheme.read(textOf(row), part, {})?.ticks);
}

/**
 * The time at which each row begins. The RowKey is read first: in a series its time is finer than the
 * PartitionKey's. Undefined: neither key holds a time.
 */
export function rowTimes(keys: readonly RowKeysRead[]): RowTimes | undefined {
  const of = readerOf(keys, 'row') ?? readerOf(keys, 'partition');
  return of === undefined ? undefined : { of };
}
