import { expect, it } from 'vitest';
import { clampTicks, isoToTicks, TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../../core/time/ticks.ts';
import { firstRowSince } from './firstRowSince.ts';
import { EMPTY_FORM } from './queryForm.ts';

const NOON = isoToTicks('2026-11-22T12:00:00.0000000Z');
const SPAN = { from: NOON, to: clampTicks(NOON + TICKS_PER_HOUR) };
const FORM = { ...EMPTY_FORM, table: 'Logs', scheme: 'mds-prefixed', volume: 100, prefixes: '62' } as const;
const d19 = (value: bigint | number): string => String(value).padStart(19, '0');
const keyAt = (ticks: bigint) => ({ partitionKey: `${d19(62)}___${d19(ticks)}`, rowKey: 'r' });

it('asks once for the keys of a prefix from an instant until now, whatever the window of the query', async () => {
  const filters: (string | undefined)[] = [];
  const none = await firstRowSince({ ...FORM, from: 'now-2h' }, SPAN, (filter) => {
    filters.push(filter);
    return Promise.resolve(undefined);
  });
  expect(none).toEqual({ ok: true, value: 'none' });
  expect(filters).toEqual([
    `PartitionKey ge '${d19(62)}___${d19(SPAN.from)}' and PartitionKey lt '${d19(62)}___${d19(SPAN.to)}'`,
  ]);
});

it('finds the interval in the key of a row, or says why it cannot ask', async () => {
  const at = NOON + 7n * TICKS_PER_MINUTE;
  expect(await firstRowSince(FORM, SPAN, () => Promise.resolve(keyAt(at)))).toEqual({
    ok: true,
    value: { from: at, before: at + TICKS_PER_MINUTE },
  });
  const odd = { partitionKey: 'odd', rowKey: 'r' };
  expect(await firstRowSince(FORM, SPAN, () => Promise.resolve(odd))).toEqual({ ok: true, value: 'unread' });
  const refused = await firstRowSince({ ...FORM, table: '' }, SPAN, () => Promise.resolve(undefined));
  expect(refused.ok).toBe(false);
});
