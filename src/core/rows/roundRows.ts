import type { KeyScheme } from '../keys/base/keyScheme.ts';
import { BASIS_EVENT, BASIS_KEY } from '../entities/order/timeColumn.ts';
import type { AppendReceipt, EntityStore } from '../entities/store/entityStore.ts';
import { missesWindow } from '../plan/keyWindow.ts';
import { MAX_TICKS, ticksFromParts } from '../time/ticks.ts';
import type { RoundRows } from './rowTypes.ts';

/** Everything before `readTo` (in ticks) had been read; `tableName` is the table of the page. */
interface ReadBefore {
  readonly readTo: bigint;
  readonly tableName: string;
}

/** What the last page of a store brought to a result that is followed: new rows, changed rows and late rows. */
export function roundRows(
  store: EntityStore,
  scheme: KeyScheme,
  { readTo, tableName }: ReadBefore,
  { rows, totalRows, newerRows }: Pick<AppendReceipt, 'rows' | 'totalRows' | 'newerRows'>,
): RoundRows {
  const newer = new Set(newerRows);
  const times = store.times('event');
  const late: number[] = [];
  for (let row = totalRows - rows; row < totalRows; row++) {
    const basis = times.basisAt(row);
    if (newer.has(row) || (basis !== BASIS_EVENT && basis !== BASIS_KEY)) continue;
    const ticks = ticksFromParts(times.secondsAt(row), times.fractionAt(row));
    if (ticks >= readTo) continue;
    // A key of whole minutes tells only the minute of its row, and part of that minute may be after `readTo`.
    const after = { from: readTo, to: MAX_TICKS };
    if (basis === BASIS_EVENT || missesWindow(scheme, { ...store.key(row), tableName }, ticks, after))
      late.push(row);
  }
  return { added: rows - newer.size, changed: newer.size, late };
}
