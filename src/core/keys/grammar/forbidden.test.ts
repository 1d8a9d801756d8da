import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findForbidden } from './keyTemplate.ts';

/** What keys cannot hold. With the `u` flag, the class Cs matches only halves of surrogate pairs that stand alone. */
const FORBIDDEN = /[/\\#?\p{Cc}\p{Cs}]/u;

describe('what keys cannot hold', () => {
  it('is found at its first place: marks, control characters, and halves of pairs, but no whole pair', () => {
    const unit = fc
      .constantFrom('a', '/', '\\', '#', '?', '\u001f', ' ', '\u007f', '\u009f', '\u00a0', '😀')
      .map((text) => text);
    const half = fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff', '\ud7ff', '\ue000');
    fc.assert(
      fc.property(fc.array(fc.oneof(unit, half, fc.constant('b')), { maxLength: 6 }), (units) => {
        const text = units.join('');
        expect(findForbidden(text)).toBe(text.search(FORBIDDEN));
      }),
      { numRuns: 800 },
    );
    expect(findForbidden('a😀b')).toBe(-1);
  });
});
