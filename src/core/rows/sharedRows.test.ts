import { describe, expect, it } from 'vitest';
import { schemeById } from '../keys/schemeRegistry.ts';
import { valueOf } from '../valueOf.fixture.ts';
import { RunRows } from './runRows.ts';

/** Two queries that read the same keys, as the parts of an `or` do that is too long for one filter. */
function rowsOfTwo(): RunRows {
  const rows = new RunRows(schemeById);
  rows.begin({
    runId: 1,
    schemeId: 'none',
    queries: [
      { index: 0, label: 'a', sharesRows: true, condition: "State eq 'a' or Big eq true" },
      { index: 1, label: 'b', sharesRows: true, condition: "State eq 'b' or Odd eq 5" },
    ],
    filter: { text: "State eq 'a' or Big eq true or State eq 'b' or Odd eq 5" },
  });
  return rows;
}

const RANGE = { partition: { from: 'p', to: 'q' }, exact: true };

/** The counts in the receipt of a page of one query. Rows are given by RowKey, each with its properties. */
function countsOf(rows: RunRows, queryIndex: number, given: Readonly<Record<string, object>>): unknown {
  const value = Object.entries(given).map(([RowKey, properties]) => {
    const at = RowKey.startsWith('outside') ? 'x' : 'p';
    return { PartitionKey: at, RowKey, Timestamp: '2026-11-20T21:00:00Z', ...properties };
  });
  const body = new TextEncoder().encode(JSON.stringify({ value }));
  const receipt = valueOf(rows.append({ runId: 1, queryIndex, body, slot: { order: 0, range: RANGE } }));
  const { rows: stored, shared = 0, unjudged = 0, anomalies } = receipt;
  const { repeated, outside, offFilter = 0 } = anomalies;
  expect(receipt).not.toHaveProperty('sharedRows');
  return { stored, shared, repeated, outside, offFilter, unjudged };
}

const NONE = { stored: 0, shared: 0, repeated: 0, outside: 0, offFilter: 0, unjudged: 0 };

describe('a row that two queries of the same keys bring', () => {
  it('counts once, and is none of their faults if it meets the conditions of both', () => {
    const rows = rowsOfTwo();
    expect(countsOf(rows, 0, { 1: { State: 'a' }, 2: { State: 'b', Big: true } })).toEqual({
      ...NONE,
      stored: 2,
    });
    expect(countsOf(rows, 1, { 2: { State: 'b', Big: true }, 3: { State: 'b' } })).toEqual({
      ...NONE,
      stored: 1,
      shared: 1,
    });
  });

  it('is read twice if only the other query may bring it: the answer may be that of the other one', () => {
    const page = { 1: { State: 'a' }, 2: { State: 'a' }, 3: { State: 'b', Big: true } };
    const rows = rowsOfTwo();
    countsOf(rows, 0, page);
    expect(countsOf(rows, 1, page)).toEqual({ ...NONE, shared: 1, repeated: 2 });
    // The answer to the other query comes first.
    const swapped = rowsOfTwo();
    expect(countsOf(swapped, 1, page)).toEqual({ ...NONE, stored: 3, outside: 2, offFilter: 2 });
  });

  it('is not accused where services differ', () => {
    const rows = rowsOfTwo();
    countsOf(rows, 0, { 1: { State: 'a', 'Odd@odata.type': 'Edm.Odd', Odd: '5' } });
    expect(countsOf(rows, 1, { 1: { State: 'a', 'Odd@odata.type': 'Edm.Odd', Odd: '5' } })).toEqual({
      ...NONE,
      shared: 1,
    });
  });

  it('is read twice outside the keys that were asked for', () => {
    const rows = rowsOfTwo();
    countsOf(rows, 0, { outside1: { State: 'b', Big: true } });
    expect(countsOf(rows, 1, { outside1: { State: 'b', Big: true } })).toEqual({ ...NONE, repeated: 1 });
  });
});
