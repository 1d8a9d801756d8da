// Worlds whose keys are rounded, inverted, or spread over a table per month.
import { d19, DAY, LAST_TICK, MINUTE } from '../../scripts/demo/keyText.mjs';
import { toTicks } from '../../src/core/time/ticks.ts';
import type { Random } from '../../scripts/demo/random.mjs';
import { aroundHome, NOON, request, rowOf, sorted, type WorldRow } from './worldRows.ts';
import type { WorldDraft } from './worldTypes.ts';

/** Ticks in the PartitionKey, which the writer rounded down. The key of a row in the window may therefore be before the window. */
export function rounded(random: Random): WorldDraft {
  const step = random.pick([MINUTE, 5n * MINUTE, 7n * MINUTE, 60n * MINUTE]);
  const from = NOON + BigInt(random.below(2000)) * MINUTE + BigInt(random.pick([0, 1, 299_999_999]));
  const to = from + BigInt(random.between(1, 400)) * MINUTE;
  const rows = Array.from({ length: random.below(400) }, () => {
    const written = from + BigInt(random.between(-100, 500)) * MINUTE;
    return rowOf(random, d19(written - (written % step)), `r${random.below(10)}`);
  });
  return {
    kind: 'ticks',
    rows: sorted(rows),
    request: request({
      schemeId: 'ticks19',
      window: { from: toTicks(from), to: toTicks(to) },
      roundingTicks: step,
    }),
    isAsked: ({ partitionKey }) => BigInt(partitionKey) + step > from && BigInt(partitionKey) < to,
    strangers: 'none',
    lookouts: aroundHome(),
  };
}

/** Inverted ticks in the PartitionKey: the newest row is first. */
export function descending(random: Random): WorldDraft {
  const from = NOON + BigInt(random.below(2000)) * MINUTE;
  const to = from + BigInt(random.between(1, 400)) * MINUTE;
  const rows = Array.from({ length: random.below(400) }, () => {
    const at = from + BigInt(random.between(-100, 500)) * MINUTE;
    return rowOf(random, `${d19(LAST_TICK - at)}${random.pick(['', '_a', '-17'])}`, `r${random.below(10)}`);
  });
  return {
    kind: 'descending',
    rows: sorted(rows),
    request: request({
      schemeId: 'inverted-ticks19-partition',
      window: { from: toTicks(from), to: toTicks(to) },
    }),
    isAsked: ({ partitionKey }) => {
      const at = LAST_TICK - BigInt(partitionKey.slice(0, 19));
      return at >= from && at < to;
    },
    strangers: 'none',
    lookouts: aroundHome(),
  };
}

const MONTHS = ['202312', '202401', '202402', '202403', '202404'];
const HOST = 'host-1';
/** The first day of each of these months and of the next one, in days since 2024-03-01. */
const FIRST_DAYS = [-91n, -60n, -29n, 0n, 31n, 61n];

/** One table per month, some of which do not exist. The newest row of a host is its first. */
export function severalTables(random: Random): WorldDraft {
  const tableOf = (month: number): string => `AzureFunctionsScaleMetrics${MONTHS[month] ?? ''}`;
  const asked = random.below(MONTHS.length);
  // The table that the user named exists. The others follow from the window only, so some may be missing.
  const exists = MONTHS.map((_, month) => month === asked || random.next() < 0.7);
  const from = NOON + BigInt(random.between(-91, 30)) * DAY + BigInt(random.below(1440)) * MINUTE;
  const to = from + BigInt(random.between(1, 80 * 1440)) * MINUTE;
  const end = NOON + (FIRST_DAYS.at(-1) ?? 0n) * DAY;
  const rows: WorldRow[] = [];
  MONTHS.forEach((_, month) => {
    const [first = 0n, next = 0n] = FIRST_DAYS.slice(month, month + 2);
    if (exists[month] !== true) return;
    for (let left = random.below(80); left > 0; left -= 1) {
      const at = NOON + first * DAY + BigInt(random.below(Number(next - first) * 1440)) * MINUTE;
      const id = String(random.below(1000)).padStart(12, '0');
      const key = `${d19(LAST_TICK - at)}-00000000-0000-0000-0000-${id}`;
      rows.push(rowOf(random, random.pick([HOST, 'host-2']), key, tableOf(month)));
    }
  });
  return {
    kind: 'tables',
    rows: sorted(rows),
    request: request({
      tableName: tableOf(asked),
      schemeId: 'functions-scale',
      window: { from: toTicks(from), to: toTicks(to < end ? to : end) },
      partitionKey: { kind: 'is', text: HOST },
    }),
    isAsked: ({ partitionKey, rowKey }) => {
      const at = LAST_TICK - BigInt(rowKey.slice(0, 19));
      return partitionKey === HOST && at >= from && at < to;
    },
    strangers: 'none',
    lookouts: [],
  };
}
