import type { KeyScheme } from '../../core/keys/base/keyScheme.ts';
import { keyRanges } from '../../core/keys/keyRanges.ts';
import { isInSpan } from '../../core/keys/base/keySpan.ts';
import { isVariant } from '../../core/keys/base/schemeSpec.ts';
import type {
  EventVolume,
  KeyPart,
  KeyReading,
  TableKeyRange,
  TickSpan,
} from '../../core/keys/base/scheme.ts';
import { KEY_SCHEMES, schemeById } from '../../core/keys/schemeRegistry.ts';

/** The query for the rows whose keys have the same time as a key. */
interface ReadingQuery {
  readonly scheme: KeyScheme;
  readonly volume: EventVolume;
  readonly window: TickSpan;
  /** The text before the time in the key, if the scheme asks for it. */
  readonly textBefore?: string;
}

/**
 * The event volume with which keys of a scheme are queried: 100, which includes all prefixes. It is 1 for schemes without prefixes, and for
 * WAD keys without a prefix, which are written only at Small.
 */
export function usualVolume(scheme: KeyScheme | undefined): EventVolume {
  if (scheme?.prefixed !== true) return 1;
  return scheme.homes({})?.length === 1 ? 1 : 100;
}

function isSelected(text: string, part: KeyPart | undefined, range: TableKeyRange): boolean {
  const spans = [
    ...(part === 'row' ? [] : [range.partition]),
    ...(part === 'partition' || range.row === undefined ? [] : [range.row]),
  ];
  return spans.some((span) => (span.from ?? span.to) !== undefined && isInSpan(text, span));
}

/**
 * The query that a reading offers. Of a scheme and its variants (time in the other key, other order), it uses the one that selects the key.
 * Undefined if the key holds no time.
 */
export function readingQuery(
  text: string,
  part: KeyPart | undefined,
  { schemeId, ticks, window }: KeyReading,
): ReadingQuery | undefined {
  const span = window ?? (ticks === undefined ? undefined : { from: ticks, to: ticks + 1n });
  const own = schemeById(schemeId);
  if (span === undefined || span.from >= span.to || own === undefined || own.timeSource === 'none') {
    return undefined;
  }
  const textBefore = own.textBefore?.(text);
  const before = textBefore === undefined ? {} : { textBefore };
  const selecting = [
    own,
    ...KEY_SCHEMES.filter((each) => isVariant(each) && each.entry.id === schemeId),
  ].find((scheme) =>
    keyRanges(scheme.id, span, { volume: usualVolume(scheme), ...before }).some((range) =>
      isSelected(text, part, range),
    ),
  );
  // No query selects a key that is cut short, or a metric that is stored twice.
  const beside = part === 'row' || part === 'partition' ? schemeById(`${schemeId}-${part}`) : undefined;
  const scheme = selecting ?? beside ?? own;
  return { scheme, volume: usualVolume(scheme), window: span, ...before };
}

/** The parts of an entity's address, as the service names them. */
export const PART_WORDS: Readonly<Record<KeyPart, string>> = {
  partition: 'PartitionKey',
  row: 'RowKey',
  table: 'table name',
};
