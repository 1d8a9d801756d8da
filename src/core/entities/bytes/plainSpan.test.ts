import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../anyCharacter.fixture.ts';
import { isInSpan } from '../../keys/rangeTruth.fixture.ts';
import { isPlainInSpan } from './plainSpan.ts';

const near = fc.string({ unit: fc.constantFrom('0', '1', '_'), maxLength: 4 });
const end = fc.option(
  fc.oneof(near, fc.string({ unit: anyCharacter, maxLength: 4 }), fc.constant('0\u0000')),
  {
    nil: undefined,
  },
);

it('a key in bytes lies where its text does', () => {
  fc.assert(
    fc.property(
      fc.oneof(near, fc.string({ unit: 'binary-ascii', maxLength: 4 })),
      end,
      end,
      (key, from, to) => {
        const span = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
        const bytes = new TextEncoder().encode(`0${key}0`);
        expect(isPlainInSpan(bytes, 1, 1 + key.length, span)).toBe(isInSpan(key, span));
      },
    ),
    { numRuns: 200 },
  );
});
