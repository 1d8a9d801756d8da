import type { KeyScheme } from './base/keyScheme.ts';
import type { RowTime } from './base/scheme.ts';

const TICKS_KEY = /^\d{19}$/;

/** A scheme for tests: PartitionKey is `<group>_<19 digits of ticks>`; EventTicks or EventTime holds the exact time. */
export function ticksScheme(over: Partial<KeyScheme> = {}): KeyScheme {
  return {
    id: 'test-ticks',
    title: 'Test ticks',
    entry: {
      id: 'test-ticks',
      title: 'Test ticks',
      family: 'ticks',
      source: 'tests',
      exactTime: ['EventTicks', 'EventTime'],
    },
    timeSource: 'partition',
    order: 'ascending',
    prefixed: true,
    read: () => undefined,
    segments: () => undefined,
    ranges: () => [],
    homes: () => undefined,
    rowTime: (partitionKey: string, _rowKey: string, into: RowTime) => {
      const digits = partitionKey.slice(partitionKey.indexOf('_') + 1);
      if (!TICKS_KEY.test(digits)) return false;
      into.seconds = Number(digits.slice(0, 12));
      into.fraction = Number(digits.slice(12));
      return true;
    },
    groupOf: (partitionKey: string) => partitionKey.slice(0, Math.max(0, partitionKey.indexOf('_'))),
    ...over,
  };
}
