import {
  BASIS_EVENT,
  BASIS_NONE,
  type TimeColumn,
  type TimedRows,
  timesOfArrays,
} from '../order/timeColumn.ts';

export interface TestRow {
  /** Undefined: no time. */
  readonly ticks?: bigint | undefined;
  readonly group?: string;
  readonly query?: number;
}

/** Rows with only time, group and query; the key's time is an hour before the event's. */
export interface TestRows extends TimedRows {
  readonly rows: readonly TestRow[];
  readonly add: (rows: readonly TestRow[]) => void;
}

const HOUR_SECONDS = 3600;

export function timedRows(initial: readonly TestRow[] = []): TestRows {
  const rows: TestRow[] = [];
  const labels: string[] = [];
  const add = (more: readonly TestRow[]) => {
    rows.push(...more);
    for (const { group = '' } of more) if (!labels.includes(group)) labels.push(group);
  };
  add(initial);
  return {
    rows,
    add,
    get rowCount() {
      return rows.length;
    },
    times: (choice): TimeColumn =>
      timesOfArrays({
        seconds: Float64Array.from(rows, ({ ticks }) =>
          ticks === undefined
            ? Number.NaN
            : Number(ticks / 10_000_000n) - (choice === 'key' ? HOUR_SECONDS : 0),
        ),
        fraction: Uint32Array.from(rows, ({ ticks = 0n }) => Number(ticks % 10_000_000n)),
        basis: Uint8Array.from(rows, ({ ticks }) => (ticks === undefined ? BASIS_NONE : BASIS_EVENT)),
      }),
    get groups() {
      return Uint32Array.from(rows, ({ group = '' }) => labels.indexOf(group));
    },
    groupLabels: labels,
    get queryIndexes() {
      return Uint32Array.from(rows, ({ query = 0 }) => query);
    },
  };
}
