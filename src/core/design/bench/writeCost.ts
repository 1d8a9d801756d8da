import type { KeyTemplate, TemplatePart } from '../../keys/grammar/keyTemplate.ts';
import { encodeTemplate } from '../../keys/grammar/writeKey.ts';
import {
  ACCOUNT_TARGET_PER_SECOND,
  entityUnits,
  PARTITION_TARGET_PER_SECOND,
} from '../../keyspace/target.ts';
import { contextOf, differentKeys, type KeyDesign, keptRows, rowTemplates } from './judgeDesign.ts';
import { stepSeconds, valuesOf } from './keyReach.ts';
import type { Workload } from './workload.ts';

/** Where new rows go, in key order. */
export type WriteFront = 'append-only' | 'prepend-only' | 'spread' | 'one partition';

export interface WriteCost {
  /** How many partitions get rows at one instant. */
  readonly active: number;
  /** How many partitions get rows within a minute. */
  readonly perMinute: number;
  /**
   * Writes per second to the busiest partition, as a share of the target for one partition. All values are assumed to be equally frequent.
   */
  readonly partitionShare: number;
  readonly accountShare: number;
  readonly front: WriteFront;
  /** How many rows one entity group transaction can have; 1 if no two rows are certain to share a partition. */
  readonly transactionRows: number;
  /** How many rows an entity has: two with twin rows. */
  readonly rowsPerEntity: number;
  readonly rowsPerSecond: number;
  /** Bytes of all rows in the table, keys included. */
  readonly keptBytes: number;
  /** How many rows a partition has when it stops growing; undefined if it grows as long as rows are kept. */
  readonly closesAtRows?: number | undefined;
  readonly growthRowsPerDay: number;
  /** Bytes of both keys of a row, in UTF-16 as the service counts them. With twin rows, those of the longer row. */
  readonly keyBytes: number;
  /** How many different keys the templates can make. If there are fewer than rows, some rows overwrite others. */
  readonly differentKeys: number;
}

/** Source: Performing entity group transactions (100 entities, 4 MiB). */
const MOST_TRANSACTION_ROWS = 100;
const MOST_TRANSACTION_BYTES = 4 * 1024 * 1024;

/** How many texts a part can have at one instant. */
function spreadOf(part: TemplatePart, workload: Workload): number {
  const context = contextOf(workload);
  switch (part.kind) {
    case 'property':
      return valuesOf(part.name, context);
    case 'hash':
      return Math.min(part.buckets, valuesOf(part.name, context));
    case 'writer':
      return part.buckets;
    case 'guid':
      return Number.POSITIVE_INFINITY;
    default:
      return 1;
  }
}

/** How many different PartitionKeys occur in `seconds` of writing. */
function partitionsIn(seconds: number, { parts }: KeyTemplate, workload: Workload): number {
  const written = Math.max(1, workload.writesPerSecond * seconds);
  const counted = new Set<string>();
  let keys = 1;
  for (const part of parts) {
    if (part.kind === 'time') keys *= Math.max(1, seconds / stepSeconds(part));
    else if (part.kind !== 'property' || !counted.has(part.name)) {
      const isHashOfKnown =
        part.kind === 'hash' && parts.some((each) => each.kind === 'property' && each.name === part.name);
      if (!isHashOfKnown) keys *= spreadOf(part, workload);
      if (part.kind === 'property') counted.add(part.name);
    }
  }
  return Math.max(1, Math.min(Math.ceil(keys), Math.ceil(written)));
}

function frontOf({ partition }: KeyDesign, workload: Workload): WriteFront {
  const first = partition.parts.find((part) => part.kind !== 'literal' && spreadOrTime(part, workload));
  if (first === undefined) return 'one partition';
  if (first.kind !== 'time') return 'spread';
  const isInverted = first.codec.isDescending;
  return isInverted ? 'prepend-only' : 'append-only';
}

function spreadOrTime(part: TemplatePart, workload: Workload): boolean {
  return part.kind === 'time' || spreadOf(part, workload) > 1;
}

/** A sample key, to estimate the length of keys. Values are assumed to have 8 characters. */
export function sampleKey(template: KeyTemplate, ticks: bigint): string | undefined {
  const names = template.parts.flatMap((part) =>
    part.kind === 'property' || part.kind === 'hash' ? [part] : [],
  );
  const fields = new Map(
    names.map((part) => [
      part.name,
      part.kind !== 'property'
        ? 'abcd1234'
        : part.width === undefined
          ? (part.values?.[0] ?? 'abcd1234')
          : '1',
    ]),
  );
  const key = encodeTemplate(template, {
    ticks,
    fields,
    writer: 1,
    guid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  });
  return key.ok ? key.value : undefined;
}

/** Any recent instant will do, because all keys of a template have the same length. */
const SAMPLE_TICKS = 639_000_000_000_000_000n;

function keyBytesOf({ partition, row }: KeyDesign): number {
  return (
    2 * [partition, row].reduce((sum, template) => sum + (sampleKey(template, SAMPLE_TICKS)?.length ?? 0), 0)
  );
}

/** The shortest interval in seconds after which a PartitionKey gets no more rows. */
function closingSeconds({ partition }: KeyDesign): number | undefined {
  const steps = partition.parts.flatMap((part) => (part.kind === 'time' ? [stepSeconds(part)] : []));
  return steps.length === 0 ? undefined : Math.min(...steps);
}

/** What writing costs with these keys, by arithmetic from the workload. */
export function writeCost(design: KeyDesign, workload: Workload): WriteCost {
  const { entityBytes } = workload;
  const context = contextOf(workload);
  const rows = rowTemplates(design);
  const writesPerSecond = workload.writesPerSecond * rows.length;
  const keyBytes = rows.map((row) => keyBytesOf({ partition: design.partition, row }));
  const active = partitionsIn(1, design.partition, workload);
  const closing = closingSeconds(design);
  const units = entityUnits({ entityBytes });
  const perActive = writesPerSecond / active;
  const isShared =
    Number.isFinite(differentKeys(design.partition, context)) && (closing === undefined || closing >= 1);
  const bySize = Math.max(1, Math.floor(MOST_TRANSACTION_BYTES / Math.max(1, entityBytes)));
  return {
    active,
    perMinute: partitionsIn(60, design.partition, workload),
    partitionShare: (perActive * units) / PARTITION_TARGET_PER_SECOND,
    accountShare: (writesPerSecond * units) / ACCOUNT_TARGET_PER_SECOND,
    front: frontOf(design, workload),
    // Twin rows always share a partition, whatever the keys of other entities are.
    transactionRows: Math.min(isShared ? MOST_TRANSACTION_ROWS : rows.length, bySize),
    rowsPerEntity: rows.length,
    rowsPerSecond: writesPerSecond,
    keptBytes: keptRows(workload) * keyBytes.reduce((sum, bytes) => sum + bytes + entityBytes, 0),
    closesAtRows: closing && Math.ceil(perActive * closing),
    growthRowsPerDay: Math.round(perActive * Math.min(86_400, closing ?? 86_400)),
    keyBytes: Math.max(...keyBytes),
    differentKeys: Math.min(...rows.map((row) => keysOf(design, row, workload))),
  };
}

/** Both keys as one template, because only both together identify a row. */
function joined({ partition, row }: KeyDesign): KeyTemplate {
  return { text: '', parts: [...partition.parts, ...row.parts] };
}

/** How many different keys the rows under one RowKey can have. */
function keysOf(design: KeyDesign, row: KeyTemplate, workload: Workload): number {
  return differentKeys(joined({ ...design, row }), contextOf(workload));
}

/** The RowKeys of a design that can make fewer keys than there are entities. */
export function shortRows(design: KeyDesign, workload: Workload): readonly KeyTemplate[] {
  return rowTemplates(design).filter((row) => keysOf(design, row, workload) < keptRows(workload));
}

/** Whether some rows must overwrite others, because there are fewer keys than rows. */
export function isShortOfKeys({ differentKeys: keys }: WriteCost, workload: Workload): boolean {
  return keys < keptRows(workload);
}
