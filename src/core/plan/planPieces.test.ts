import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowMeets } from '../odata/evaluateFilter.fixture.ts';
import { planOf } from './planRequest.fixture.ts';

/** Rewrites a text so that the UTF-16 order of the results is the order of the original code points. */
function byCodePoint(text: string): string {
  return Array.from(text, (character) => {
    const codePoint = character.codePointAt(0) ?? 0;
    return String.fromCharCode(0x4000 + (codePoint >> 12), 0x4000 + (codePoint & 0xfff));
  }).join('');
}

/** The two orders in which a service may sort keys: by UTF-16 units, or by code points. */
const ORDERS: readonly ((text: string) => string)[] = [(text) => text, byCodePoint];

function meets(
  filter: string,
  [partitionKey, rowKey]: readonly [string, string],
  order: (text: string) => string,
) {
  const inOrder = filter.replaceAll(/'([^']*)'/g, (_, text: string) => `'${order(text)}'`);
  return rowMeets(
    inOrder,
    new Map([
      ['PartitionKey', order(partitionKey)],
      ['RowKey', order(rowKey)],
    ]),
  );
}

const filtersOf = (filter: string): readonly string[] =>
  planOf({ schemeId: 'none', filter }).queries.map((query) => query.filter ?? "PartitionKey ge ''");

const FULLWIDTH = '\uff21';
const EMOJI = '\u{1f600}';

describe('the queries that one filter becomes', () => {
  it('keep a range that is empty in only one of the two key orders', () => {
    const queries = filtersOf(
      `PartitionKey eq 'x' or (PartitionKey ge '${FULLWIDTH}' and PartitionKey lt '${EMOJI}')`,
    );
    const isRead = queries.some((query) => meets(query, ['\uff30', 'r'], byCodePoint));
    expect(isRead).toBe(true);
  });

  it('keep an exact key that was typed, whatever its characters', () => {
    for (const key of ['a/b', 'a?', '#', 'a\\b', 'a\tb', '\u0085', '\u007f'])
      expect(filtersOf(`PartitionKey eq 'x' or PartitionKey eq '${key}'`).toSorted()).toEqual(
        ["PartitionKey eq 'x'", `PartitionKey eq '${key}'`].toSorted(),
      );
    expect(filtersOf("PartitionKey eq 'x' and (RowKey eq 'y' or RowKey eq 'a/b')")).toContain(
      "PartitionKey eq 'x' and RowKey eq 'a/b'",
    );
  });

  it('read each matching row once, in whichever order the service sorts keys', () => {
    const texts = ['a', 'b', 'a/b', FULLWIDTH, EMOJI, '\u{1f601}', `a${EMOJI}`];
    const text = fc.constantFrom(...texts);
    const rows = texts.flatMap((key) => [[key, 'a'] as const, [key, EMOJI] as const]);
    const comparison = fc
      .tuple(
        fc.constantFrom('PartitionKey', 'PartitionKey', 'PartitionKey', 'RowKey'),
        fc.constantFrom('eq', 'eq', 'eq', 'ne', 'lt', 'le', 'gt', 'ge'),
        text,
      )
      .map((parts) => `${parts[0]} ${parts[1]} '${parts[2]}'`);
    const both = fc.array(comparison, { minLength: 1, maxLength: 3 }).map((all) => `(${all.join(' and ')})`);
    const either = fc
      .tuple(fc.array(both, { minLength: 1, maxLength: 4 }), fc.boolean())
      .map(([all, isNot]) => (isNot ? `not (${all.join(' or ')})` : all.join(' or ')));
    fc.assert(
      fc.property(either, (filter) => {
        const queries = filtersOf(filter);
        for (const order of ORDERS) {
          for (const row of rows) {
            const readers = queries.filter((query) => meets(query, row, order)).length;
            expect([filter, row, readers]).toEqual([filter, row, meets(filter, row, order) ? 1 : 0]);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
