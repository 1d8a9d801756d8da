// Windows that test the edges of buckets, and how to type them.
import { d19, floorTo, isoOf, LAST_TICK, MINUTE } from '../../scripts/demo/keyText.mjs';
import type { DemoTable, TickSpan } from '../../scripts/demo/rows.mjs';

export interface TypedWindow {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** The window that the text means. */
  readonly means: TickSpan;
}

/** The end of the year 9999. */
const AFTER_ALL = LAST_TICK + 1n;

function asTicks(name: string, means: TickSpan): TypedWindow {
  return { name, means, from: d19(means.from), to: d19(means.to) };
}

export function asIso(name: string, means: TickSpan): TypedWindow {
  return { name, means, from: isoOf(means.from), to: isoOf(means.to) };
}

/** A window between two odd ticks, at about a third and two thirds of the table's window. */
export function oddWindow({ window }: DemoTable): TickSpan {
  const third = (window.to - window.from) / 3n;
  return { from: window.from + third + 2n * MINUTE + 123_456_789n, to: window.to - third + 7n };
}

/** The whole window of a table, and parts of it with edges inside buckets and on their borders. */
export function innerWindows(table: DemoTable): readonly TypedWindow[] {
  const { window } = table;
  const odd = oddWindow(table);
  const minute = floorTo(odd.from + 5n * MINUTE, MINUTE);
  return [
    asTicks('the whole window, as ticks', window),
    asTicks('edges inside buckets, as ticks', odd),
    asIso('edges inside buckets, as ISO with 7 digits', { from: odd.from + 11n, to: odd.to - 3n * MINUTE }),
    asTicks('one tick inside a bucket', { from: minute + 77n, to: minute + 78n }),
    asIso('exactly one minute', { from: minute, to: minute + MINUTE }),
  ];
}

/** A window before all rows, and windows that are open on one side. */
export function outerWindows(table: DemoTable): readonly TypedWindow[] {
  const { window } = table;
  const odd = oddWindow(table);
  return [
    asIso('before the first row', { from: window.from - 9n * MINUTE, to: window.from - 5n * MINUTE }),
    { name: 'all up to an odd tick', from: '', to: isoOf(odd.from), means: { from: 0n, to: odd.from } },
    { name: 'all from an odd tick on', from: d19(odd.to), to: '', means: { from: odd.to, to: AFTER_ALL } },
  ];
}
