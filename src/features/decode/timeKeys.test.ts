import { describe, expect, it } from 'vitest';
import { isVariant } from '../../core/keys/base/schemeSpec.ts';
import { readKey } from '../../core/keys/readKey.ts';
import { KEY_SCHEMES } from '../../core/keys/schemeRegistry.ts';
import { isoToTicks } from '../../core/time/ticks.ts';
import { familyOf, searchKeys, type TimeKeyChoice, timeKeys } from './timeKeys.ts';

const TIME = isoToTicks('2024-03-05T10:17:42.1234567Z');
const ANY: TimeKeyChoice = { options: {}, order: 'any' };

function keysOf({ search = '', ...choice }: Partial<TimeKeyChoice> & { search?: string }, ticks = TIME) {
  return searchKeys(timeKeys(ticks, { ...ANY, ...choice }), search).flatMap((family) => family.keys);
}

function keyOf(schemeId: string, choice: Partial<TimeKeyChoice>): string | undefined {
  return keysOf(choice).find(({ scheme }) => scheme.id === schemeId)?.key;
}

describe('keys of a time', () => {
  it('has the keys of every scheme that writes from a time alone, the most common first', () => {
    const all = keysOf({});
    const writers = KEY_SCHEMES.filter((scheme) => scheme.encode !== undefined && !isVariant(scheme));
    const found = new Set(all.map(({ scheme }) => scheme.id));
    expect(writers.filter((scheme) => !found.has(scheme.id)).map((scheme) => scheme.id)).toEqual([]);
    expect(all[0]?.scheme.id).toBe('mds-prefixed');
    expect(timeKeys(TIME, ANY)[0]?.title).toContain('Geneva');
  });

  it('each whole key is among the readings of itself', () => {
    for (const { scheme, part, key, isWhole } of keysOf({})) {
      if (!isWhole || isVariant(scheme)) continue;
      const reading = readKey(key, { part }).find(({ schemeId }) => schemeId === scheme.id);
      expect(reading, `${scheme.id} ${key}`).toBeDefined();
    }
  });

  it('puts the prefix where the writer has one, and only there', () => {
    const choice = { options: { prefix: 37 } };
    expect(keyOf('mds-prefixed', choice)).toBe('0000000000000000037___0638452306200000000');
    expect(keyOf('wad', choice)).toBe('0638452306200000000');
    expect(keyOf('ticks19', choice)).toBe('0638452306621234567');
  });

  it('takes the rounding asked for', () => {
    const fiveMinutes = { options: { roundingTicks: 3_000_000_000n } };
    expect(keyOf('mds-prefixed', fiveMinutes)).toBe('0000000000000000000___0638452305000000000');
  });

  it('shows one order of time only, and what the words name', () => {
    expect(keysOf({ order: 'descending' }).every(({ scheme }) => scheme.order === 'descending')).toBe(true);
    expect(keyOf('inverted-ticks19', { order: 'descending' })).toBe('2516926669378765432');
    const logs = keysOf({ search: 'SERILOG 9.5' });
    expect(new Set(logs.map(({ scheme }) => scheme.id))).toEqual(new Set(['serilog-v9']));
    expect(searchKeys(timeKeys(TIME, ANY), 'no such scheme')).toEqual([]);
  });

  it('leaves out writers that cannot write the time', () => {
    const ids = new Set(keysOf({}, isoToTicks('1500-01-01T00:00:00Z')).map(({ scheme }) => scheme.id));
    expect(ids.has('ticks19')).toBe(true);
    expect(['filetime', 'ulid', 'objectid', 'snowflake-twitter'].filter((id) => ids.has(id))).toEqual([]);
  });

  it('knows a family for every scheme', () => {
    expect(KEY_SCHEMES.filter((scheme) => familyOf(scheme.id) === '')).toEqual([]);
    expect(familyOf('wadmetrics')).not.toBe(familyOf('wad'));
  });
});
