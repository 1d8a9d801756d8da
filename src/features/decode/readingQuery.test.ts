import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keyRanges } from '../../core/keys/keyRanges.ts';
import { isInSpan } from '../../core/keys/keySpan.ts';
import { readKey } from '../../core/keys/readKey.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { readingQuery, usualVolume } from './readingQuery.ts';

interface Vector {
  readonly id: number;
  readonly scheme: string;
  readonly table: string;
  readonly pk: string | null;
  readonly rk: string | null;
}

const { vectors } = JSON.parse(
  readFileSync(new URL('../../core/keys/fixtures/keys.json', import.meta.url), 'utf8'),
) as { readonly vectors: readonly Vector[] };

const keys = vectors.flatMap(({ id, scheme, table, pk, rk }) => {
  const name = /^[$A-Za-z][A-Za-z0-9]*$/.test(table) ? table : undefined;
  return [
    { id, scheme, name, part: 'partition' as const, text: pk ?? '' },
    { id, scheme, name, part: 'row' as const, text: rk ?? '' },
  ].filter(({ text }) => text !== '');
});

describe('the query that a reading offers', () => {
  it.each(keys)('selects the key that was read: $id $scheme $part', ({ name, part, text }) => {
    const table = name === undefined ? {} : { tableName: name };
    for (const reading of readKey(text, { part, ...table }).slice(0, 3)) {
      const query = readingQuery(text, part, reading);
      const { fields } = reading;
      // A cut key is an interval, no key; an aggregate is asked for under the other of its two keys.
      if (query === undefined || fields.has('digits') || fields.get('order') === 'metric-first') continue;
      const ranges = keyRanges(query.scheme.id, query.window, { volume: query.volume, ...table });
      const spans = ranges.map((range) => (part === 'row' ? (range.row ?? {}) : range.partition));
      const isSelected = spans.some((span) => isInSpan(text, span));
      expect([reading.schemeId, isSelected]).toEqual([reading.schemeId, true]);
    }
  });

  it.each([
    ['0638452306621234567', 'row', 'ticks19-row'],
    ['0638452306621234567', 'partition', 'ticks19'],
    ['2516926669378765432', 'partition', 'inverted-ticks19-partition'],
    ['0638452305600000000', 'partition', 'slab-ascending'],
    ['2516926670399999999', 'partition', 'slab'],
    ['0638452306200000000', 'partition', 'wad'],
  ] as const)('%s as %s is asked for as %s', (text, part, schemeId) => {
    const asked = readKey(text, { part }).map((reading) => readingQuery(text, part, reading)?.scheme.id);
    expect(asked).toContain(schemeId);
  });

  it('has no prefixes for a WAD key that has none, and all of them for one that has', () => {
    expect(
      ['wad', 'wad-prefixed', 'mds-prefixed', 'lad-mdsd', 'ticks19'].map((id) => usualVolume(schemeById(id))),
    ).toEqual([1, 100, 100, 100, 1]);
  });
});
