import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NarrowColumn } from './narrowColumn.ts';

it('holds every number that was set, in as few bytes as the greatest needs', () => {
  const number = fc.oneof(
    fc.nat(300),
    fc.constantFrom(254, 255, 256, 65_534, 65_535, 65_536, 2 ** 32 - 1),
    fc.nat(),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(number, fc.nat(3)), { maxLength: 60 }), (steps) => {
      const column = new NarrowColumn();
      const wanted: number[] = [];
      for (const [value, more] of steps) {
        const from = wanted.length;
        column.reserve(from + more + 1);
        if (more === 0) column.set(from, value);
        else column.fill(value, from, from + more + 1);
        for (let at = 0; at <= more; at++) wanted.push(value);
      }
      expect([...column.codes.subarray(0, wanted.length)]).toEqual(wanted);
      const greatest = Math.max(0, ...wanted);
      expect(column.codes.BYTES_PER_ELEMENT).toBe(greatest <= 255 ? 1 : greatest <= 65_535 ? 2 : 4);
    }),
  );
});
