import { partitionSpan } from '../base/keySpan.ts';
import type { KeyScheme } from '../base/scheme.ts';
import { defineScheme } from '../base/schemeSpec.ts';

/** Keys without time. Reads the whole table or one partition, and says that it is a scan. */
export const noneScheme: KeyScheme = defineScheme({
  id: 'none',
  title: 'No time in keys',
  writer: 'any',
  // Source: natural and composite keys
  timeSource: 'none',
  shapes: {},
  rounding: 'none',
  order: 'none',
  read: () => undefined,
  ranges: (_window, options) => [
    {
      ...(options.tableName === undefined ? {} : { tableName: options.tableName }),
      partition: partitionSpan(options),
      exact: false,
      reason: 'The keys hold no time: all rows are read, and then checked against the window.',
    },
  ],
  homes: (options) => [{ partition: partitionSpan(options), exact: true }],
});
