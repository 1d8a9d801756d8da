import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keyRanges } from '../../core/keys/keyRanges.ts';
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

interface Asked {
  readonly name: string | undefined;
  readonly part: 'partition' | 'row';
  readonly text: string;
}

const keys = vectors.flatMap(({ id, scheme, table, pk, rk }) => {
  const name = /^[$A-Za-z][A-Za-z0-9]*$/.test(table) ? table : undefined;
  return [
    { id, scheme, name, part: 'partition' as const, text: pk ?? '' },
    { id, scheme, name, part: 'row' as const, text: rk ?? '' },
  ].filter(({ text }) => text !== '');
});

/**
 * The first three readings of a key whose query must select that key. A key that is cut short, or a metric stored under the other key,
 * cannot be selected.
 */
function readingsToAsk({ name, part, text }: Asked) {
  const table = name === undefined ? {} : { tableName: name };
  return readKey(text, { part, ...table })
    .slice(0, 3)
    .flatMap((reading) => {
      const query = readingQuery(text, part, reading);
      const isOther = reading.fields.has('digits') || reading.fields.get('order') === 'metric-first';
      return query === undefined || isOther ? [] : [{ reading, query }];
    });
}

const [asking, silent] = [true, false].map((isAsking) =>
  keys.filter((key) => readingsToAsk(key).length > 0 === isAsking),
);

describe('the query that a reading offers', () => {
  it.each(asking ?? [])('selects the key that was read: $id $scheme $part', ({ name, part, text }) => {
    for (const { reading, query } of readingsToAsk({ name, part, text })) {
      const table = name === undefined ? {} : { tableName: name };
      const ranges = keyRanges(query.scheme.id, query.window, { volume: query.volume, ...table });
      const spans = ranges.map((range) => (part === 'row' ? (range.row ?? {}) : range.partition));
      // JavaScript and the service both compare texts by code units.
      const isSelected = spans.some(
        ({ from, to }) => (from === undefined || from <= text) && (to === undefined || text < to),
      );
      expect([reading.schemeId, isSelected]).toEqual([reading.schemeId, true]);
    }
  });

  it('is missing only for keys that hold no time of their own', () => {
    const timeless = (silent ?? []).flatMap((key) => {
      const readings = readKey(key.text, {
        part: key.part,
        ...(key.name === undefined ? {} : { tableName: key.name }),
      }).slice(0, 3);
      return readings.filter(
        ({ ticks, fields, window }) =>
          (ticks ?? window) !== undefined &&
          !fields.has('digits') &&
          fields.get('order') !== 'metric-first' &&
          !(window !== undefined && window.from >= window.to),
      );
    });
    expect(timeless.map(({ schemeId }) => schemeId)).toEqual([]);
    expect(asking?.length).toBeGreaterThan(silent?.length ?? Infinity);
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
