import type { EntityStore } from '../entities/store/entityStore.ts';
import { BASIS_KEY } from '../entities/order/timeColumn.ts';
import { isInRange } from '../keys/base/keySpan.ts';
import type { KeyScheme, TableKeyRange } from '../keys/base/scheme.ts';
import { type KeyWindow, missesWindow } from '../plan/keyWindow.ts';
import { TICKS_PER_SECOND, ticksFromParts } from '../time/ticks.ts';
import type { CheckedReceipt } from './rowCheck.ts';

/** Where rows of one query were asked for. */
export interface AskedRows {
  readonly tableName: string;
  /** The keys; undefined: not looked at. */
  readonly range: TableKeyRange | undefined;
}

/**
 * Looks whether rows that came have a time of the window in their keys. Where a range holds just the keys of the window,
 * another time means that the plan and the table do not fit; where it holds more, such rows are to be expected, and named.
 */
export class WindowCheck {
  private readonly store: EntityStore;
  private readonly scheme: KeyScheme;
  private readonly window: KeyWindow;
  /** The seconds that hold the edges of the window: between them, a row needs no closer look. */
  private readonly firstSecond: number;
  private readonly lastSecond: number;

  constructor(store: EntityStore, scheme: KeyScheme, window: KeyWindow) {
    this.store = store;
    this.scheme = scheme;
    this.window = window;
    this.firstSecond = Number(window.from / TICKS_PER_SECOND);
    this.lastSecond = Number(window.to / TICKS_PER_SECOND);
  }

  /** The receipt of the page that was stored last, with its rows whose whole bucket misses the window. */
  checked(receipt: CheckedReceipt, { tableName, range }: AskedRows): CheckedReceipt {
    const { store, scheme, window, firstSecond, lastSecond } = this;
    const { seconds, fraction, basis } = store.times('key');
    let found = 0;
    for (let row = receipt.totalRows - receipt.rows; row < receipt.totalRows; row++) {
      if (basis[row] !== BASIS_KEY) continue;
      const second = seconds[row] as number;
      if (second > firstSecond && second < lastSecond) continue;
      const ticks = ticksFromParts(second, fraction[row] as number);
      if (ticks >= window.from && ticks < window.to) continue;
      const key = store.key(row);
      const isAsked = range === undefined || isInRange(key.partitionKey, key.rowKey, range);
      // One that lies outside of the keys was counted there.
      if (isAsked && missesWindow(scheme, { ...key, tableName }, ticks, window)) found++;
    }
    if (found === 0) return receipt;
    if (range?.exact === false) return { ...receipt, besideWindow: found };
    const { anomalies } = receipt;
    return {
      ...receipt,
      anomalies: { ...anomalies, outside: anomalies.outside + found, offWindow: found },
    };
  }
}
