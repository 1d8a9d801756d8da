import type { KeyPart, KeyReading } from '../base/scheme.ts';
import { isLikelyInstant } from '../base/schemeSpec.ts';

interface KeyOfText {
  readonly part?: KeyPart | undefined;
  readonly line: number;
  readonly tableName?: string | undefined;
  readonly readings: readonly KeyReading[];
}

/** From this confidence on, a RowKey alone shows who wrote it. */
const SURE = 0.8;
/** A PartitionKey gets at least this share of its RowKey's confidence. */
const SHARE = 0.9;

/**
 * Moves the reading by the RowKey's scheme to the front of the PartitionKey's readings; undefined if there is no such reading, if it is
 * first already, or if no system of today writes its time: forward ticks beside inverted ones would be of the year 7976.
 */
function readingsBeside(readings: readonly KeyReading[], row: KeyReading): readonly KeyReading[] | undefined {
  const own = readings.find(({ schemeId }) => schemeId === row.schemeId);
  const [best = own] = readings;
  if (own === undefined || best === undefined || own === best) return undefined;
  const time = own.ticks ?? own.window?.from;
  if (time !== undefined && !isLikelyInstant(time)) return undefined;
  const confidence = Math.max(best.confidence, row.confidence * SHARE);
  const first = { ...own, confidence, reason: `${own.reason}; the RowKey beside it is of this scheme` };
  return [first, ...readings.filter((reading) => reading !== own)];
}

/**
 * Uses the two keys of an entity to read each other. If a RowKey with a certain scheme follows exactly one PartitionKey, that scheme also
 * becomes the PartitionKey's first reading. Two PartitionKeys on a line are the ends of a range and stay as they are.
 */
export function agreeingKeys<Key extends KeyOfText>(keys: readonly Key[]): readonly Key[] {
  return keys.map((key, index) => {
    const row = keys[index + 1];
    const before = keys[index - 1];
    const isEntity =
      key.part === 'partition' &&
      row?.part === 'row' &&
      row.tableName === key.tableName &&
      !(before?.part === 'partition' && before.line === key.line);
    const [best] = row?.readings ?? [];
    if (!isEntity || best === undefined || best.confidence < SURE) return key;
    const readings = readingsBeside(key.readings, best);
    return readings === undefined ? key : { ...key, readings };
  });
}
