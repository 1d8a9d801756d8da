import { expect, it } from 'vitest';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { findEnd, type FoundEnd } from './findEnd.ts';
import { timeAxis } from './timeAxis.ts';

const SECOND = 10_000_000n;
/** 2200-01-01T00:00:00Z: no later time is searched. */
const END = 693_937_152_000_000_000n;

it('no request begins behind the last time that is searched, though leaps would pass it', () => {
  const scheme = schemeById('ticks19');
  if (scheme === undefined) throw new Error('There is no scheme of ticks.');
  // Ten rows a second in the last two minutes.
  const times = Array.from({ length: 1200 }, (_, at) => END - 120n * SECOND + (BigInt(at) * SECOND) / 10n);
  const rowOf = (ticks: bigint) => ({ partitionKey: String(ticks).padStart(19, '0'), rowKey: '' });
  const first = rowOf(END - 120n * SECOND);
  const axis = timeAxis(scheme, first, {}, { isInRow: false });
  const search = findEnd(axis, first, { most: 40 });
  const asked: bigint[] = [];
  let found: FoundEnd | undefined;
  for (let step = search.next(); found === undefined; ) {
    if (step.done === true) {
      found = step.value;
      break;
    }
    const { top, positions } = step.value;
    const from = positions?.from ?? 0n;
    asked.push(from);
    const rest = times.filter((ticks) => ticks >= from);
    step = search.next({ rows: rest.slice(0, top).map(rowOf), hasMore: rest.length > top });
  }
  expect([found?.position, found?.isExact]).toEqual([END - SECOND / 10n, true]);
  expect(asked.filter((from) => from >= END)).toEqual([]);
  expect(asked).toContain(END - 1n);
});
