import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactKey, isInRange, isInSpan, keysBeginningWith } from './keySpan.ts';
import * as truth from '../rangeTruth.fixture.ts';

/**
 * Keys of few different letters, so that they often meet the bounds; among the letters are the ends of UTF-16 and halves of a surrogate
 * pair.
 */
const key = fc.string({
  unit: fc.constantFrom('a', 'b', '0', '\u0000', '\ud83d', '\ude00', '\uffff'),
  maxLength: 4,
});
const span = fc.record({ from: key, to: key }, { requiredKeys: [] });

describe('a span of keys', () => {
  it('holds what the order of code units says', () => {
    fc.assert(
      fc.property(key, span, (text, bounds) => {
        expect(isInSpan(text, bounds)).toBe(truth.isInSpan(text, bounds));
      }),
      { numRuns: 800 },
    );
  });

  it('holds an entity by both of its keys', () => {
    fc.assert(
      fc.property(key, key, span, fc.option(span, { nil: undefined }), (pk, rk, partition, row) => {
        const range = { partition, ...(row === undefined ? {} : { row }), exact: true };
        expect(isInRange(pk, rk, range)).toBe(truth.isInRange(pk, rk, range));
      }),
      { numRuns: 800 },
    );
  });

  it('of one key holds that key alone', () => {
    fc.assert(
      fc.property(key, key, (asked, text) => {
        expect(truth.isInSpan(text, exactKey(asked))).toBe(text === asked);
      }),
    );
  });

  it('of keys that begin with a text holds just those', () => {
    fc.assert(
      fc.property(key, key, key, (prefix, text, tail) => {
        expect(truth.isInSpan(prefix + tail, keysBeginningWith(prefix))).toBe(true);
        expect(truth.isInSpan(text, keysBeginningWith(prefix))).toBe(text.startsWith(prefix));
      }),
    );
  });
});
