import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { propertyTimes } from '../../entities/chart/durations.ts';
import type { TimeColumn } from '../../entities/order/timeColumn.ts';
import type { EntityStore } from '../../entities/store/entityStore.ts';
import type { TickSpan } from '../../keys/base/scheme.ts';
import { type DigestedRows, type DigestRequest, digestRows } from './rowDigests.ts';

/**
 * Digests of the rows of a store, counted by any time.
 * @yields how far it is, 0 to 1, after some rows
 */
export function* digestStore(
  store: EntityStore,
  scheme: KeyScheme,
  request: DigestRequest,
): Generator<number, DigestedRows, undefined> {
  const { time } = request;
  const instants = typeof time === 'object' ? yield* quietly(propertyTimes(store, time.property)) : undefined;
  return yield* digestRows(store, scheme, request, instants);
}

/** @yields 0 for each pause: this is the smallest part of the work */
function* quietly(
  work: Generator<undefined, TimeColumn, undefined>,
): Generator<number, TimeColumn, undefined> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    yield 0;
  }
}

/**
 * From the first instant of a property to just after the last; undefined: no row has one.
 * @yields after a few thousand rows
 */
export function* propertySpan(
  store: EntityStore,
  name: string,
): Generator<undefined, TickSpan | undefined, undefined> {
  const times = yield* propertyTimes(store, name);
  let [first, last] = [-1, -1];
  const isBefore = (a: number, b: number): boolean => {
    const [one, other] = [times.secondsAt(a), times.secondsAt(b)];
    return one < other || (one === other && times.fractionAt(a) < times.fractionAt(b));
  };
  for (let row = 0; row < store.rowCount; row++) {
    if (Number.isNaN(times.secondsAt(row))) continue;
    if (first < 0 || isBefore(row, first)) first = row;
    if (last < 0 || isBefore(last, row)) last = row;
  }
  if (first < 0) return undefined;
  const ticksOf = (row: number): bigint =>
    BigInt(times.secondsAt(row)) * 10_000_000n + BigInt(times.fractionAt(row));
  return { from: ticksOf(first), to: ticksOf(last) + 1n };
}
