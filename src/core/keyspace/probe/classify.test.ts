import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { KeyClassifier } from './classify.ts';

/** 2026-01-01T00:00:00Z as 19 digits of ticks, with the zero that WAD writes before them. */
const TIME = '0639028224000000000';
const prefixed = (prefix: number, time: string): string => `${String(prefix).padStart(19, '0')}___${time}`;

/** Kind, label and scheme of each key, seen one after the other by one reader. */
function seen(...keys: readonly (readonly [partitionKey: string, rowKey: string])[]): readonly string[] {
  const classifier = new KeyClassifier('Orders');
  return keys.map(([partitionKey, rowKey]) => {
    const { kind, label, scheme } = classifier.classify({ partitionKey, rowKey }, []);
    return `${kind} ${label}: ${scheme.id}`;
  });
}

it('a row alone is read like the rows before it, where their scheme fits it', () => {
  const unprefixed = [TIME, 'role'] as const;
  const third = [prefixed(3, TIME), 'role___instance___00000000010'] as const;
  const noTime = [prefixed(4, '9999999999999999999'), 'role'] as const;
  const inRow = ['abc', '2518000000000000000'] as const;

  expect(seen(unprefixed)).toEqual(['run Ticks: ticks19']);
  expect(seen(third, unprefixed)).toEqual(['prefix 3: mds-prefixed', 'run unprefixed: mds-prefixed']);
  // The first scheme that fits stays: a key without a prefix says nothing about one with it.
  expect(seen(unprefixed, third, unprefixed)).toEqual([
    'run Ticks: ticks19',
    'prefix 3: mds-prefixed',
    'run Ticks: ticks19',
  ]);
  // Its time cannot be read, so its neighbours tell the scheme, and without them its prefix.
  expect(seen(noTime)).toEqual(['prefix 4: wad-prefixed']);
  expect(seen(inRow, unprefixed, third, noTime)).toEqual([
    'partition abc: inverted-ticks19',
    'run Ticks: ticks19',
    'prefix 3: mds-prefixed',
    'prefix 4: mds-prefixed',
  ]);
  // A time in the RowKey does not hide a prefix, and a prefixed row is read like the prefixed one before it.
  const both = [prefixed(5, TIME), '2518000000000000000'] as const;
  expect(seen(inRow, both)).toEqual(['partition abc: inverted-ticks19', 'prefix 5: mds-prefixed']);
  expect(seen(both)).toEqual(['prefix 5: mds-prefixed']);
  expect(seen(third, both)).toEqual(['prefix 3: mds-prefixed', 'prefix 5: mds-prefixed']);
  // A scheme that does not fit a row is not forced on it.
  expect(seen(third, ['abc', 'def'], inRow)).toEqual([
    'prefix 3: mds-prefixed',
    'partition abc: none',
    'partition abc: inverted-ticks19',
  ]);
});

it('hashes are grouped by their first character from twenty rows of a page on', () => {
  const rows = Array.from({ length: 21 }, (_, at) => ({
    partitionKey: createHash('md5').update(String(at)).digest('hex'),
    rowKey: 'order',
  }));
  const [first = { partitionKey: '', rowKey: '' }, ...page] = rows;
  const kindOf = (count: number) => new KeyClassifier('Orders').classify(first, page.slice(0, count)).kind;
  expect([kindOf(19), kindOf(20)]).toEqual(['partition', 'leading']);
});
