import type { KeyPart, KeyReading } from '../base/scheme.ts';

interface KeyOfText {
  readonly part?: KeyPart;
  readonly line: number;
  readonly tableName?: string;
  readonly readings: readonly KeyReading[];
}

/** From here on a RowKey says by itself who wrote it. */
const SURE = 0.8;
/** What the other key of an entity is worth, of its own confidence. */
const SHARE = 0.9;

/** The scheme of a RowKey, put first among the readings of the PartitionKey beside it, where that reads as it too. */
function readingsBeside(readings: readonly KeyReading[], row: KeyReading): readonly KeyReading[] | undefined {
  const own = readings.find(({ schemeId }) => schemeId === row.schemeId);
  if (own === undefined || own === readings[0]) return undefined;
  const confidence = Math.max(readings[0]?.confidence ?? 0, row.confidence * SHARE);
  const first = { ...own, confidence, reason: `${own.reason}; the RowKey beside it is of this scheme` };
  return [first, ...readings.filter((reading) => reading !== own)];
}

/**
 * The keys of one entity tell of each other: where exactly one PartitionKey stands before a RowKey whose scheme is sure,
 * it is read as of that scheme first. Two PartitionKeys in a row are the ends of a range, and stay as they are.
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
