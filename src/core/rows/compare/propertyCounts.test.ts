import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storeOf } from '../../entities/store/storeOf.fixture.ts';
import { isoToTicks } from '../../time/ticks.ts';
import { propertySpan } from './propertyCounts.ts';

describe('the span of a property', () => {
  it('is from the first instant to just after the last, whatever their fractions and their order', () => {
    const instant = fc
      .tuple(fc.integer({ min: 10, max: 13 }), fc.constantFrom('0000000', '0000001', '5000000', '9999999'))
      .map(([second, fraction]) => `2026-11-20T10:00:${second}.${fraction}Z`);
    const values = fc.array(fc.option(instant, { nil: undefined }), { maxLength: 6 });
    fc.assert(
      fc.property(values, (list) => {
        const store = storeOf(
          list.map((text, at) => {
            const began = text === undefined ? '' : `,"Began@odata.type":"Edm.DateTime","Began":"${text}"`;
            return `{"PartitionKey":"p","RowKey":"${at}"${began}}`;
          }),
        );
        const work = propertySpan(store, 'Began');
        let step = work.next();
        while (step.done !== true) step = work.next();
        // Texts of one length are in the order of their times.
        const sorted = list.filter((text) => text !== undefined).toSorted();
        const [first, last] = [sorted[0], sorted.at(-1)];
        expect(step.value).toEqual(
          first === undefined || last === undefined
            ? undefined
            : { from: isoToTicks(first), to: isoToTicks(last) + 1n },
        );
      }),
    );
  });
});
