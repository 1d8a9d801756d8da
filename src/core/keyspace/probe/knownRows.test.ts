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
      const inKnown = within(from, to).filter((at) => isKnown.has(Number(at)));
      expect(known.rowsIn({ from, to })).toBe(inKnown.length);
      expect(known.holds({ from, to })).toBe(asked.every((at) => isKnown.has(at)));
      const unknown = known
        .unknown({ from, to })
        .flatMap((part) => asked.filter((at) => at >= part.from && at < part.to));
      expect(unknown).toEqual(asked.filter((at) => !isKnown.has(at)));
    }),
  );
});
