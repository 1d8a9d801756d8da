import type { EntityStore } from '../entities/store/entityStore.ts';
import { BASIS_KEY } from '../entities/order/timeColumn.ts';
import { isInRange } from '../keys/base/keySpan.ts';
import type { KeyScheme, TableKeyRange } from '../keys/base/scheme.ts';
import { type KeyWindow, missesWindow } from '../plan/keyWindow.ts';
import { TICKS_PER_SECOND, ticksFromParts } from '../time/ticks.ts';
import type { CheckedReceipt } from './rowCheck.ts';

/** Where the rows of one query were requested. */
export interface AskedRows {
  readonly tableName: string;
  /** The key range; undefined: not checked. */
  readonly range: TableKeyRange | undefined;
}

/**
 * Checks that received rows have a key time in the window. If the range holds just the window, another time means that
 * the plan does not fit the table. If the range is wider, such rows are expected and only counted.
 */
export class WindowCheck {
  private readonly store: EntityStore;
  private readonly scheme: KeyScheme;
  private readonly window: KeyWindow;
  /** The seconds that hold the window's ends: rows between them need no closer check. */
  private readonly firstSecond: number;
  private readonly lastSecond: number;

  constructor(store: EntityStore, scheme: KeyScheme, window: KeyWindow) {
    this.store = store;
    this.scheme = scheme;
    this.window = window;
    this.firstSecond = Number(window.from / TICKS_PER_SECOND);
    this.lastSecond = Number(window.to / TICKS_PER_SECOND);
  }

  /** The receipt of the last page, with its rows whose whole bucket is outside the window. */
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
      // A row outside the keys was counted there already.
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
