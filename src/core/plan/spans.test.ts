import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeySpan } from '../keys/base/scheme.ts';
import { rowMeets } from '../odata/evaluateFilter.fixture.ts';
import { formatFilter } from '../odata/filter.ts';
import { sendableText } from '../odata/filterArbitraries.fixture.ts';
import { findForbiddenInKey } from '../keyText.ts';
import { exactKeyOf, isAllKeys, isEmptySpan, matchSpan, spanFilter } from './spans.ts';
import { exactKey, intersectSpans, spanOf } from '../keys/base/keySpan.ts';

const key = sendableText.filter((text) => findForbiddenInKey(text) === undefined);
/** Bounds as schemes make them: keys, keys followed by U+0000, and texts that cannot be keys. */
const bound = fc.option(
  fc.oneof(
    key,
    key.map((text) => `${text}\u0000`),
    sendableText,
    fc.constantFrom('\ud800', 'a\udfff', '\u0000'),
  ),
  { nil: undefined },
);
const span = fc.tuple(bound, bound).map(([from, to]) => spanOf(from, to));

function holds({ from, to }: KeySpan, text: string): boolean {
  return text >= (from ?? '') && (to === undefined || text < to);
}

function printed(each: KeySpan): string {
  const node = spanFilter('RowKey', each);
  return node === undefined ? '' : formatFilter(node);
}

describe('spans', () => {
  it('print as a filter that matches the same keys', () => {
    fc.assert(
      fc.property(span, key, fc.boolean(), (each, other, isEdge) => {
        const edge = (each.from ?? each.to ?? '').replaceAll('\u0000', '');
        const text = isEdge && findForbiddenInKey(edge) === undefined ? edge : other;
        const filter = printed(each);
        expect(filter === '' || rowMeets(filter, new Map([['RowKey', text]]))).toBe(holds(each, text));
      }),
      { numRuns: 800 },
    );
  });

  it.each([
    [{}, ''],
    [{ from: '' }, ''],
    [{ from: '\u0000' }, "RowKey gt ''"],
    [{ from: 'a', to: 'b' }, "RowKey ge 'a' and RowKey lt 'b'"],
    [{ from: 'a', to: 'a\u0000' }, "RowKey eq 'a'"],
    [{ from: '', to: '\u0000' }, "RowKey eq ''"],
    [{ from: 'a', to: 'b\u0000' }, "RowKey ge 'a' and RowKey le 'b'"],
    [{ from: 'a/', to: 'a0\u0000' }, "RowKey eq 'a0'"],
    [{ from: 'a\u0000' }, "RowKey gt 'a'"],
    [{ from: "it's", to: 'it/s' }, "RowKey ge 'it''s' and RowKey lt 'it0'"],
  ])('%j prints %s', (each, text) => {
    expect(printed(each)).toBe(text);
  });

  it('intersect', () => {
    fc.assert(
      fc.property(span, span, key, (a, b, text) => {
        const both = intersectSpans(a, b);
        expect(holds(both, text)).toBe(holds(a, text) && holds(b, text));
        expect(isEmptySpan(both) && holds(both, text)).toBe(false);
        expect(isAllKeys(a) && !holds(a, text)).toBe(false);
      }),
      { numRuns: 800 },
    );
  });

  it('recognize exact keys', () => {
    expect(exactKeyOf(exactKey("a'b"))).toBe("a'b");
    expect(exactKeyOf({ from: 'a', to: 'b' })).toBeUndefined();
    expect(exactKeyOf({})).toBeUndefined();
    expect(matchSpan(undefined)).toEqual({});
    expect(isAllKeys(matchSpan({ kind: 'begins', text: '' }))).toBe(true);
    expect(exactKeyOf(matchSpan({ kind: 'is', text: '' }))).toBe('');
  });
});
