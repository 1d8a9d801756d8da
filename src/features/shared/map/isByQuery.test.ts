import { describe, expect, it } from 'vitest';
import { isByQuery } from './runCells.ts';

const query = (prefix?: number, tableName = 'Events') => ({
  tableName,
  ...(prefix !== undefined && { prefix }),
});

describe('isByQuery', () => {
  it('is true where each query reads its own prefix or table, and nothing else was chosen', () => {
    const request = { filter: 'Level eq 2' };
    expect(isByQuery({ request, queries: [query(0), query(1), query()] }, undefined)).toBe(true);
    expect(isByQuery({ request, queries: [query(0), query(0, 'Other')] }, undefined)).toBe(true);
    expect(isByQuery({ request, queries: [query(0), query(1)] }, { by: 'prefix' })).toBe(false);
    expect(isByQuery({ request, queries: [query(0)] }, undefined)).toBe(false);
  });

  it('is false where one filter became several queries of a prefix', () => {
    const queries = [query(0), query(0), query(1), query(1)];
    expect(isByQuery({ request: { filter: 'Level eq 1 or ...' }, queries }, undefined)).toBe(false);
    // Without a filter, several queries of one table read different ranges, so each has its own rows.
    expect(isByQuery({ request: {}, queries: [query(), query()] }, undefined)).toBe(true);
  });
});
