import { expect, it } from 'vitest';
import {
  isoToTicks,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_MS,
  TICKS_PER_SECOND,
} from '../../time/ticks.ts';
import { instantsOf } from './rounding.ts';
import { knownScheme } from '../knownScheme.fixture.ts';

const AT = isoToTicks('2026-11-22T00:00:00.0000000Z');

it.each([
  ['ticks19', undefined, 0n, 1n],
  ['ticks19', TICKS_PER_HOUR, 0n, TICKS_PER_HOUR],
  ['mds-prefixed', undefined, 0n, TICKS_PER_MINUTE],
  ['mds-prefixed', 5n * TICKS_PER_MINUTE, 0n, 5n * TICKS_PER_MINUTE],
  // The keys of the first hold seconds, those of the second whole hours.
  ['unix-s-row', undefined, 0n, TICKS_PER_SECOND],
  ['appservice', undefined, 0n, TICKS_PER_HOUR],
  // The PartitionKey is rounded to five minutes, the RowKey to the millisecond.
  ['serilog-v9', undefined, 0n, TICKS_PER_MS],
] as const)(
  'a time in keys of %s, rounded to %s, is between %s before and %s after',
  (id, chosen, before, after) => {
    const { from, to } = instantsOf(knownScheme(id), AT, chosen);
    expect([AT - from, to - AT]).toEqual([before, after]);
  },
);
