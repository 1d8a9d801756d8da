import type { KeyScheme } from '../keys/base/keyScheme.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';
import { BASIS_KEY } from '../entities/order/timeColumn.ts';
import { isInRange } from '../keys/base/keySpan.ts';
import type { TableKeyRange, KeyPart, KeyReading } from '../keys/base/scheme.ts';
import { isLikelyInstant } from '../keys/base/schemeSpec.ts';
import { type KeyWindow, missesWindow } from '../plan/keyWindow.ts';
import { TICKS_PER_SECOND, ticksFromParts } from '../time/ticks.ts';
import { type CheckedReceipt, RowCheck } from './rowCheck.ts';
import type { EntityKey } from '../keys/base/entityKey.ts';
import { readKey } from '../keys/readKey.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import { exactKeyOf } from '../plan/spans.ts';
import { instantOf, SURE } from './keyInstant.ts';
import type { RunSpec } from './rowTypes.ts';

/** The request for the rows of one query. */
interface AskedRows {
  readonly tableName: string;
  /** The key range; undefined: not checked. */
  readonly range: TableKeyRange | undefined;
}

/**
 * Checks that received rows have a key time in the window, as read by the chosen scheme or, if that cannot read it, by any scheme that is
 * sure. If the range holds just the window, another time means that the plan does not fit the table. If the range is wider, such rows are
 * expected and only counted.
 */
export class WindowCheck {
  private readonly store: EntityStore;
  private readonly scheme: KeyScheme;
  private readonly window: KeyWindow;
  private readonly strangers: StrangerTimes;
  /** The seconds that contain the ends of the window. Rows strictly between them need no closer check. */
  private readonly firstSecond: number;
  private readonly lastSecond: number;
  /** Whether the window includes years in which no running system wrote. Keys may be misread as times of such years. */
  private readonly hasUnlikelyTimes: boolean;

  constructor(store: EntityStore, scheme: KeyScheme, window: KeyWindow) {
    this.store = store;
    this.scheme = scheme;
    this.window = window;
    this.strangers = new StrangerTimes(window);
    this.firstSecond = Number(window.from / TICKS_PER_SECOND);
    this.lastSecond = Number(window.to / TICKS_PER_SECOND);
    this.hasUnlikelyTimes = !isLikelyInstant(window.from) || !isLikelyInstant(window.to - 1n);
  }

  /** The receipt of the last page, with the number of rows whose whole bucket is outside the window. */
  checked(receipt: CheckedReceipt, asked: AskedRows): CheckedReceipt {
    const found = this.countOff(receipt, asked);
    if (found === 0) return receipt;
    if (asked.range?.exact === false) return { ...receipt, besideWindow: found };
    const { anomalies } = receipt;
    return {
      ...receipt,
      anomalies: { ...anomalies, outside: anomalies.outside + found, offWindow: found },
    };
  }

  private countOff(receipt: CheckedReceipt, asked: AskedRows): number {
    const { store, window, firstSecond, lastSecond, hasUnlikelyTimes } = this;
    const times = store.times('key');
    this.strangers.beginPage();
    let found = 0;
    for (let row = receipt.totalRows - receipt.rows; row < receipt.totalRows; row++) {
      if (times.basisAt(row) !== BASIS_KEY) {
        if (this.isOff(row, asked, undefined)) found++;
        continue;
      }
      const second = times.secondsAt(row);
      const isInside = second > firstSecond && second < lastSecond;
      if (isInside && !hasUnlikelyTimes) continue;
      const ticks = ticksFromParts(second, times.fractionAt(row));
      if (ticks >= window.from && ticks < window.to && isLikelyInstant(ticks)) continue;
      if (this.isOff(row, asked, ticks)) found++;
    }
    return found;
  }

  /** `ticks`: the time that the chosen scheme reads; undefined: none. */
  private isOff(row: number, { tableName, range }: AskedRows, ticks: bigint | undefined): boolean {
    const { store, scheme, window, strangers } = this;
    const key = store.key(row);
    // A row outside the requested keys has been counted already.
    if (range !== undefined && !isInRange(key.partitionKey, key.rowKey, range)) return false;
    if (ticks !== undefined && missesWindow(scheme, { ...key, tableName }, ticks, window)) return true;
    // "0000000000000000003___..." reads as three ticks, in the year 1: more likely a key of another scheme.
    return (ticks === undefined || !isLikelyInstant(ticks)) && strangers.isOff(key, range);
  }
}

/** Readings with less confidence are ignored: they neither accuse nor clear a row. */
const LIKELY = 0.3;
/** How many keys are read per page. A page has at most 1,000 rows with two keys each. */
const MOST_READINGS = 2000;
/** PartitionKeys that are remembered over all pages. */
const MOST_KNOWN = 4096;

/**
 * `silent`: the key holds no time. `meets`: its time may be in the window. `unsure`: it may hold a time outside the window. `off`: it
 * certainly holds one.
 */
type Verdict = 'silent' | 'meets' | 'unsure' | 'off';

function isOff(text: string, part: KeyPart, reading: KeyReading, window: KeyWindow): boolean {
  const scheme = schemeById(reading.schemeId);
  const ticks = instantOf(reading);
  if (scheme === undefined || ticks === undefined) return false;
  const row = { partitionKey: '', rowKey: '', [part === 'row' ? 'rowKey' : 'partitionKey']: text };
  return missesWindow(scheme, row, ticks, window);
}

/** In doubt no row is off: the best reading must be sure, and no other likely one may meet the window. */
function verdictOf(text: string, part: KeyPart, window: KeyWindow): Verdict {
  const [best, ...others] = readKey(text, { part });
  const timed = [best, ...others].filter(
    (each): each is KeyReading =>
      each !== undefined && each.confidence >= LIKELY && instantOf(each) !== undefined,
  );
  if (timed.length === 0) return 'silent';
  if (!timed.every((each) => isOff(text, part, each, window))) return 'meets';
  const isSure =
    best !== undefined &&
    best.confidence >= SURE &&
    // Constants such as MinValue and MaxValue are marks, not times.
    isLikelyInstant(instantOf(best) ?? 0n);
  return isSure ? 'off' : 'unsure';
}

/**
 * Judges rows whose keys the chosen scheme does not read, because another scheme may read their time with certainty. The PartitionKey
 * decides; if it holds no time, the RowKey does.
 */
export class StrangerTimes {
  private readonly window: KeyWindow;
  private readonly known = new Map<string, Verdict>();
  private left = MOST_READINGS;

  constructor(window: KeyWindow) {
    this.window = window;
  }

  /** Begins a new page, in which MOST_READINGS keys may be read again. */
  beginPage(): void {
    this.left = MOST_READINGS;
  }

  /** Whether a row's keys certainly hold a time outside the window. */
  isOff({ partitionKey, rowKey }: EntityKey, range: TableKeyRange | undefined): boolean {
    // The user typed the key, so its time does not matter.
    const isTyped = range !== undefined && exactKeyOf(range.partition) !== undefined;
    const partition = isTyped ? 'silent' : this.partitionVerdict(partitionKey);
    if (partition === 'silent') return this.read(rowKey, 'row') === 'off';
    return partition === 'off' && this.read(rowKey, 'row') !== 'meets';
  }

  private partitionVerdict(partitionKey: string): Verdict {
    const known = this.known.get(partitionKey);
    if (known !== undefined) return known;
    if (this.left === 0) return 'meets';
    const found = this.read(partitionKey, 'partition');
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(partitionKey, found);
    return found;
  }

  /** Reads a key. Once a page has used up its readings, any key may hold a time in the window, so it counts as `meets`. */
  private read(text: string, part: KeyPart): Verdict {
    if (this.left === 0) return 'meets';
    this.left--;
    return verdictOf(text, part, this.window);
  }
}

/** The labels and tables of a run's queries, and how their rows are checked. */
export interface RunChecks {
  /** Undefined: the run has no property filter. */
  readonly check: RowCheck | undefined;
  /** Undefined: the run has no window. */
  readonly windowCheck: WindowCheck | undefined;
  /** The table of each query, by query index. */
  readonly tables: ReadonlyMap<number, string>;
  readonly queryLabels: ReadonlyMap<number, string>;
}

function tablesOf({ queries }: RunSpec): ReadonlyMap<number, string> {
  return new Map(queries.map(({ index, tableName = '' }) => [index, tableName]));
}

/** The conditions of the queries that have their own, by query index. */
function conditionsOf({ queries }: RunSpec): ReadonlyMap<number, string> {
  return new Map(
    queries.flatMap(({ index, condition }) => (condition === undefined ? [] : [[index, condition]])),
  );
}

/** The checks for the rows of a run. */
export function checksOf(spec: RunSpec, scheme: KeyScheme, store: EntityStore): RunChecks {
  return {
    check: spec.filter === undefined ? undefined : new RowCheck(store, spec.filter, conditionsOf(spec)),
    windowCheck: spec.window === undefined ? undefined : new WindowCheck(store, scheme, spec.window),
    tables: tablesOf(spec),
    queryLabels: new Map(spec.queries.map((query) => [query.index, query.label])),
  };
}
