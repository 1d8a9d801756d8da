import { describe, expect, it } from 'vitest';
import { approvedIn } from '../approvals.fixture.ts';
import { approvedKeys, type Facts, factsOfKey, factsOfScheme } from './approved.fixture.ts';
import { KEY_SCHEMES, schemeById } from './schemeRegistry.ts';

/*
 * What each scheme says of its keys, and of the same keys with one small change at each place, as the product said it once: a net
 * for changes that nobody meant. It proves nothing of what is right; the tests with their own arithmetic do.
 * After a change that is meant: APPROVE=1 npx vitest run src/core/keys/approved.test.ts, and read the difference.
 */

const keys = approvedKeys(schemeById);
const approved = approvedIn(
  new URL('./fixtures/approved.json', import.meta.url),
  new Map<string, () => Facts>([
    ...KEY_SCHEMES.map((scheme) => [scheme.id, () => factsOfScheme(scheme)] as const),
    ...[...keys].map(([name, key]) => [name, () => factsOfKey(key)] as const),
  ]),
);

describe('what was approved', () => {
  it.each(KEY_SCHEMES.map((scheme) => ({ id: scheme.id, scheme })))('of scheme $id', ({ id, scheme }) => {
    expect(factsOfScheme(scheme)).toEqual(approved[id]);
  });

  it.each([...keys].map(([name, key]) => ({ name, key })))('of key $name', ({ name, key }) => {
    expect(factsOfKey(key)).toEqual(approved[name]);
  });

  it('is of every key and scheme, and of no other', () => {
    expect(Object.keys(approved)).toEqual([...KEY_SCHEMES.map(({ id }) => id), ...keys.keys()]);
  });
});
