import { decodePage } from '../../entities/page/decodePage.ts';
import { type DecodedPage, pageKey } from '../../entities/page/decodedPage.ts';
import type { AppendReceipt } from '../../entities/store/entityStore.ts';
import { pageRowBytes } from '../../entities/chart/rowBytes.ts';
import type { PageFault } from '../../entities/bytes/pageFault.ts';
import { compareKeys, type EntityKey } from '../../keys/base/entityKey.ts';
import { newRowTime } from '../../keys/base/digits.ts';
import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { noneScheme } from '../../keys/schemes/none.ts';
import { fail, ok, type Result } from '../../result.ts';
import { proposalOfPage, schemeNamed } from '../../entities/files/proposeScheme.ts';

/** At most this many partitions keep a count of their own; smaller partitions are summed. */
export const MOST_PARTITIONS = 10_000;
/** At most this many labels keep counts of their own; rows of later labels are counted as `OTHERS`. */
const MOST_LABELS = 1000;
const OTHERS = 'others';
/** The hour of rows whose keys hold no time. */
export const NO_HOUR = -1;
const SECONDS_OF_HOUR = 3600;

/** `bytes`: the size as the service counts it, see `rowBytes`; 0 if only keys are read. */
export type CountedPartition = readonly [partitionKey: string, rows: number, bytes: number];

/** Sums over all other partitions. */
interface RestOfPartitions {
  readonly partitions: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Counts as plain data, for structured cloning and IndexedDB. */
export interface CountState {
  readonly tableName: string;
  readonly schemeId: string;
  /** Whole rows are read, and their bytes counted; otherwise only keys are read, and all bytes are 0. */
  readonly withBytes: boolean;
  readonly rows: number;
  /** Rows by label and hour. Hours are counted from 0001-01-01; NO_HOUR holds the rows without a time. */
  readonly cells: readonly (readonly [
    label: string,
    hours: readonly (readonly [hour: number, rows: number])[],
  ])[];
  /** The largest partitions, and partitions that may have more rows to count. */
  readonly partitions: readonly CountedPartition[];
  readonly rest: RestOfPartitions;
  /** Per part of a query: its first partition and the last key counted. Neighbouring parts can share these partitions. */
  readonly edges: readonly (readonly [part: string, first: string, last: EntityKey])[];
}

export type CountReceipt = Omit<AppendReceipt, 'sharedRows' | 'newerRows'>;

/** Nothing is before all keys. */
function isBefore(a: EntityKey | undefined, b: EntityKey): boolean {
  return a === undefined || compareKeys(a, b) < 0;
}

/**
 * Counts rows by prefix and hour, and by partition, from pages of keys or of whole rows; stores no rows. Pages of a part arrive in key
 * order, so a partition that is neither the first nor the last of its part has no more rows to count, and is summed if it is small.
 */
export class KeyCounts {
  private scheme: KeyScheme = noneScheme;
  private hasScheme = false;
  private rows = 0;
  private readonly cells = new Map<string, Map<number, number>>();
  private readonly partitions = new Map<string, { rows: number; bytes: number }>();
  private rest: RestOfPartitions = { partitions: 0, rows: 0, bytes: 0 };
  private readonly edges = new Map<string, { readonly first: string; last: EntityKey }>();
  private readonly time = newRowTime();
  private readonly tableName: string;
  private readonly withBytes: boolean;
  private readonly templates: readonly KeyScheme[];

  constructor(tableName: string, withBytes: boolean, templates: readonly KeyScheme[] = []) {
    this.tableName = tableName;
    this.withBytes = withBytes;
    this.templates = templates;
  }

  /** Counts the rows of a page, or none if the page is malformed. Pages with the same `part` must arrive in key order. */
  add(body: Uint8Array, part: string): Result<CountReceipt, PageFault> {
    const decoded = decodePage(body);
    if (!decoded.ok) return fail(decoded.error);
    const page = decoded.value;
    const { rowCount } = page;
    const anomalies = { outOfOrder: 0, repeated: 0, outside: 0 };
    if (rowCount === 0) return ok({ rows: 0, totalRows: this.rows, anomalies });
    if (!this.hasScheme) this.detect(page);
    const firstKey = pageKey(page, 0);
    const edge = this.edges.get(part);
    const before = edge?.last;
    let last = before;
    for (let row = 0; row < rowCount; row += 1) {
      const key = pageKey(page, row);
      if (last !== undefined && !isBefore(last, key)) {
        // The rows of earlier pages are gone, so one that is not after them all may be one of them: a count must not be too high.
        const isRepeat = !isBefore(before, key) || !isBefore(key, last);
        anomalies[isRepeat ? 'repeated' : 'outOfOrder'] += 1;
        if (isRepeat) continue;
      } else last = key;
      this.addRow(key, this.withBytes ? pageRowBytes(page, row, key) : 0);
    }
    const lastKey = last ?? firstKey;
    if (edge === undefined) this.edges.set(part, { first: firstKey.partitionKey, last: lastKey });
    else edge.last = lastKey;
    const rows = rowCount - anomalies.repeated;
    this.rows += rows;
    if (this.partitions.size > 2 * MOST_PARTITIONS) this.prune();
    return ok({ rows, totalRows: this.rows, firstKey, lastKey, anomalies });
  }

  private detect(page: DecodedPage): void {
    this.useScheme(proposalOfPage(page, this.tableName, this.templates)?.schemeId);
  }

  private useScheme(id: string | undefined): void {
    this.scheme = schemeNamed(id, this.templates);
    this.hasScheme = true;
  }

  private addRow({ partitionKey, rowKey }: EntityKey, bytes: number): void {
    const { scheme, time, cells } = this;
    let partition = this.partitions.get(partitionKey);
    if (partition === undefined) {
      partition = { rows: 0, bytes: 0 };
      this.partitions.set(partitionKey, partition);
    }
    partition.rows += 1;
    partition.bytes += bytes;
    const own = scheme.groupOf(partitionKey, rowKey);
    const label = cells.size < MOST_LABELS || cells.has(own) ? own : OTHERS;
    let hours = cells.get(label);
    if (hours === undefined) {
      hours = new Map();
      cells.set(label, hours);
    }
    const hour = scheme.rowTime(partitionKey, rowKey, time)
      ? Math.floor(time.seconds / SECONDS_OF_HOUR)
      : NO_HOUR;
    hours.set(hour, (hours.get(hour) ?? 0) + 1);
  }

  /** Sums the smallest partitions that have no more rows to count. */
  private prune(): void {
    const open = new Set([...this.edges.values()].flatMap(({ first, last }) => [first, last.partitionKey]));
    const ended = this.listed().filter(([name]) => !open.has(name));
    const small = ended.sort((a, b) => b[1] - a[1]).slice(MOST_PARTITIONS);
    for (const [name] of small) this.partitions.delete(name);
    this.rest = restWith(this.rest, small);
  }

  private listed(): CountedPartition[] {
    return Array.from(this.partitions, ([name, { rows, bytes }]) => [name, rows, bytes]);
  }

  state(): CountState {
    const { tableName, withBytes, scheme, rows, rest } = this;
    return {
      tableName,
      withBytes,
      schemeId: scheme.id,
      rows,
      cells: [...this.cells].map(([label, hours]) => [label, [...hours]]),
      partitions: this.listed(),
      rest,
      edges: [...this.edges].map(([part, { first, last }]) => [part, first, last]),
    };
  }

  /** Continues from earlier counts. */
  static from(state: CountState, templates: readonly KeyScheme[] = []): KeyCounts {
    const counts = new KeyCounts(state.tableName, state.withBytes, templates);
    if (state.rows > 0) counts.useScheme(state.schemeId);
    counts.rows = state.rows;
    for (const [label, hours] of state.cells) counts.cells.set(label, new Map(hours));
    for (const [name, own, bytes] of state.partitions) counts.partitions.set(name, { rows: own, bytes });
    counts.rest = state.rest;
    // The new run names its parts from the start again, so the earlier parts are renamed.
    for (const [part, first, last] of state.edges) counts.edges.set(`before ${part}`, { first, last });
    return counts;
  }
}

/** The `MOST_PARTITIONS` largest partitions, largest first, and sums over the others. */
export interface PartitionSizes {
  readonly largest: readonly CountedPartition[];
  readonly rest: RestOfPartitions;
}

function restWith(rest: RestOfPartitions, more: readonly CountedPartition[]): RestOfPartitions {
  const sums = { partitions: rest.partitions + more.length, rows: rest.rows, bytes: rest.bytes };
  for (const [, rows, bytes] of more) {
    sums.rows += rows;
    sums.bytes += bytes;
  }
  return sums;
}

export function partitionSizes({ partitions, rest }: CountState): PartitionSizes {
  const bySize = partitions.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return {
    largest: bySize.slice(0, MOST_PARTITIONS),
    rest: restWith(rest, bySize.slice(MOST_PARTITIONS)),
  };
}
