import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KnownRows } from './knownRows.ts';

it('spans known in pieces, in any order and over one another, count as if all were read at once', () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 12 }));
  const rows = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(rows, fc.array(span, { maxLength: 12 }), span, (found, spans, [askedAt, length]) => {
      const positions = found.toSorted((a, b) => a - b).map(BigInt);
      const within = (from: bigint, to: bigint) => positions.filter((each) => each >= from && each < to);
      const known = new KnownRows();
      const isKnown = new Set<number>();
      for (const [from, width] of spans) {
        known.add(
          { from: BigInt(from), to: BigInt(from + width) },
          within(BigInt(from), BigInt(from + width)),
        );
        for (let at = from; at < from + width; at++) isKnown.add(at);
      }
      const asked = Array.from({ length: length + 1 }, (_, at) => askedAt + at);
      const [from, to] = [BigInt(askedAt), BigInt(askedAt + length + 1)];
      const truth = asked.every((at) => isKnown.has(at)) ? within(from, to).length : undefined;
      expect(known.count({ from, to })).toBe(truth);
    }),
  );
});

it('rows of the last position are those of its grain, though the span ends right behind it', () => {
  const minute = 600_000_000n;
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 500 }), fc.integer({ min: 1, max: 3 }), (perMinute, ends) => {
      const known = new KnownRows();
      const minutes = 60;
      const rowsOf = (from: number, to: number) =>
        Array.from(
          { length: (to - from) * perMinute },
          (_, at) => BigInt(from + Math.floor(at / perMinute)) * minute,
        );
      known.add({ from: 0n, to: minute }, rowsOf(0, 1));
      const last = minutes - ends;
      const end = BigInt(minutes - 1) * minute + 1n;
      known.add({ from: BigInt(last) * minute, to: end }, rowsOf(last, minutes));
      const { rows, least } = known.thought({ from: 0n, to: end }, minute);
      expect(rows / (minutes * perMinute)).toBeCloseTo(1, 1);
      expect(least).toBeLessThanOrEqual(rows);
    }),
  );
});

it('a crowd counts at its own position: inside the span, and where a position is more than one tick', () => {
  const minute = 600_000_000n;
  const known = new KnownRows();
  for (const at of [-1n, 0n, 2n, 5n]) known.addCrowd(at * minute, 1000);
  const rowsIn = (from: bigint, to: bigint, grain: bigint) =>
    known.thought({ from: from * minute, to: to * minute }, grain).rows;
  // 1,000 rows a minute at the first position and in the middle: so it is between them and after them.
  expect(rowsIn(0n, 4n, minute)).toBeCloseTo(2000 + 4 * 1000, 6);
  // One crowd, at the first position. The one at the end is behind the span.
  expect(rowsIn(2n, 5n, minute)).toBeCloseTo(1000 + 3 * 1000, 6);
  expect(rowsIn(3n, 5n, minute)).toBe(0);
  // Exact times: a crowd says nothing of the ticks beside it.
  expect(rowsIn(0n, 4n, 1n)).toBe(0);
});
