import type { KeyScheme } from '../base/keyScheme.ts';
import { partitionSpan } from '../base/keySpan.ts';
import { defineScheme } from '../base/schemeSpec.ts';

const NONE = { id: 'none', title: 'No time in keys' } as const;

/** Keys without time. Reads the whole table or one partition, and says that it is a scan. */
export const noneScheme: KeyScheme = defineScheme({
  ...NONE,
  entry: { ...NONE, family: 'framework', source: 'natural and composite keys' },
  timeSource: 'none',
  shapes: {},
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
