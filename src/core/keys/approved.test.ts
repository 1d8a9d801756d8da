import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { approvedKeys, type Facts, factsOfKey, factsOfScheme } from './approved.fixture.ts';
import { KEY_SCHEMES, schemeById } from './schemeRegistry.ts';

/*
 * What each scheme says of itself, of its keys, and of the same keys with one small change at each place. Written down once and
 * read by a person, so that nothing of it changes unseen. Whether it is right is decided by the tests with their own arithmetic.
 * After a change that is meant: APPROVE=1 npx vitest run src/core/keys/approved.test.ts, and read the difference.
 */

const FILE = new URL('./fixtures/approved.json', import.meta.url);
const keys = approvedKeys(schemeById);

if (process.env['APPROVE'] === '1') {
  const all = [
    ...KEY_SCHEMES.map((scheme) => [scheme.id, factsOfScheme(scheme)] as const),
    ...[...keys].map(([name, key]) => [name, factsOfKey(key)] as const),
  ];
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), undefined, 1)}\n`);
}

const approved = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, Facts>>;

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
