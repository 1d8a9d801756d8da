import type { KeyScheme } from '../keys/base/keyScheme.ts';
import type { EntityStore } from '../entities/store/entityStore.ts';
import { BASIS_KEY } from '../entities/order/timeColumn.ts';
import { isInRange } from '../keys/base/keySpan.ts';
import type { TableKeyRange } from '../keys/base/scheme.ts';
import { isLikelyInstant } from '../keys/base/schemeSpec.ts';
import { type KeyWindow, missesWindow } from '../plan/keyWindow.ts';
import { TICKS_PER_SECOND, ticksFromParts } from '../time/ticks.ts';
import type { CheckedReceipt } from './rowCheck.ts';
import { StrangerTimes } from './strangerTimes.ts';

/** The request for the rows of one query. */
export interface AskedRows {
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
