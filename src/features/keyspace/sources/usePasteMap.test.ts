import { describe, expect, it } from 'vitest';
import { EMPTY_FORM } from '../../../state/run/queryForm.ts';
import { keyFacts } from '../../shared/map/cellQuery.ts';
import { queryOfList } from './usePasteMap.ts';

const count = { title: '', keys: 9, firstLine: 1 };
const MINUTE = 600_000_000n;

describe('queryOfList', () => {
  it('asks for the prefixes of the cells, in their scheme and rounding', () => {
    const schemes = [{ ...count, schemeId: 'wad-prefixed', roundingTicks: MINUTE }];
    const query = queryOfList({ schemes }, ['3', '4', '37']);
    expect(query).toMatchObject({ scheme: 'wad-prefixed', prefixes: '3-4,37', volume: 100, rounding: '60' });
    expect(queryOfList({ schemes }, ['3'])?.volume).toBe(10);
    expect(queryOfList({ schemes }, ['3', 'unprefixed'])).toBeUndefined();
    const window = { from: '2013-01-01T00:00:00.0000000Z', to: '2013-01-01T00:02:00.0000000Z' };
    const facts = keyFacts({ ...EMPTY_FORM, ...queryOfList({ schemes }, ['3']), ...window }, 0);
    expect(facts.map(({ name }) => name)).toEqual(['Start key (included)', 'End key (excluded)', '$filter']);
    expect(facts[0]?.text).toBe('0000000000000000003___0634925952000000000');
  });

  it('asks for nothing where keys are of several schemes', () => {
    const schemes = ['wad-prefixed', 'ticks19'].map((schemeId) => ({ ...count, schemeId }));
    expect(queryOfList({ schemes }, ['3'])).toBeUndefined();
    expect(queryOfList({ schemes: schemes.slice(1) }, ['Ticks'])).toMatchObject({ scheme: 'ticks19' });
  });
});
