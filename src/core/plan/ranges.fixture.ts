import fc from 'fast-check';
import type { KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { exactKey } from '../keys/base/keySpan.ts';
import { isEmptySpan } from './spans.ts';

/** Ranges that begin and end at the given keys, and single keys. */
export function anyRange(key: fc.Arbitrary<string>): fc.Arbitrary<TableKeyRange> {
  const span = fc
    .tuple(fc.option(key, { nil: undefined }), fc.option(key, { nil: undefined }))
    .map(([a, b]): KeySpan => {
      const [from, to] = a !== undefined && b !== undefined && b < a ? [b, a] : [a, b];
      return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    })
    .filter((each) => !isEmptySpan(each));
  return fc
    .tuple(fc.oneof(span, key.map(exactKey)), fc.option(span, { nil: undefined }))
    .map(([partition, row]) => ({ partition, ...(row === undefined ? {} : { row }), exact: true }));
}
