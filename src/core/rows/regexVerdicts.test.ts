import { describe, expect, it } from 'vitest';
import type { ValueColumn } from '../entities/columns/valueColumn.ts';
import { RowSorter } from '../entities/order/rowOrder.ts';
import { decoded, pageBytes } from '../entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../entities/store/entityStore.ts';
import { NO_TEXTS, RegexVerdicts, type TextSlice } from './regexVerdicts.ts';
import { RowQueries } from './rowQuery.ts';
import { runSteps } from '../steps.ts';

const T = { name: 'T' };
const X = { ...T, pattern: 'x' };

/** A store with these texts in the property T, and a function that builds the column of all rows so far. */
function rig(...texts: readonly unknown[]) {
  const store = new EntityStore(ticksScheme());
  const queries = new RowQueries(store, new RowSorter(store));
  let next = 0;
  const add = (...more: readonly unknown[]): void => {
    const rows = more.map((text) =>
      JSON.stringify({
        PartitionKey: 'p',
        RowKey: String(next++).padStart(6, '0'),
        ...(text !== undefined && { T: text }),
      }),
    );
    for (let at = 0; at < rows.length; at += 1000)
      store.append(decoded(pageBytes(rows.slice(at, at + 1000))), 0);
  };
  add(...texts);
  const column = (): ValueColumn => runSteps(queries.column(T));
  return { store, verdicts: new RegexVerdicts(store), column, add };
}

/** The verdict on a slice: which of its texts contain an x. */
const judged = ({ opened, from, texts }: TextSlice) => ({
  ...X,
  opened,
  from,
  passes: Uint8Array.from(texts, (text) => Number(text.includes('x'))),
});

describe('a regular expression on the values of a column', () => {
  it('gets each value once, a null as no text, and its verdict when all are tested', () => {
    const { verdicts, column } = rig('ax', 'b', null, 'ax', undefined, 'x');
    expect([verdicts.of(X), verdicts.isOpen(X)]).toEqual([undefined, false]);
    expect(verdicts.next(X, undefined)).toEqual({ ...NO_TEXTS, rowCount: 6 });
    const whole = column();
    const slice = verdicts.next(X, whole);
    expect(slice).toEqual({
      opened: expect.any(Number) as number,
      from: 0,
      texts: expect.anything() as unknown,
      columnRows: 6,
      rowCount: 6,
    });
    expect(slice.texts.toSorted()).toEqual(['', 'ax', 'b', 'x']);
    expect([verdicts.isOpen(X), verdicts.isOpen({ ...X, pattern: 'y' }), verdicts.of(X)]).toEqual([
      true,
      false,
      undefined,
    ]);
    // The open column stays, whatever column is passed.
    expect(verdicts.next(X, undefined)).toEqual(slice);
    const all = judged(slice);
    // The expression may match the empty text, but a null has no text.
    all.passes.fill(1);
    expect(verdicts.take(all)).toBe(true);
    const found = verdicts.of(X);
    expect(found?.column).toBe(whole);
    const isNull = slice.texts.indexOf('');
    expect([...(found?.passes ?? [])]).toEqual([...slice.texts.map((_text, at) => Number(at !== isNull)), 0]);
    expect([verdicts.isOpen(X), verdicts.next(X, whole)]).toEqual([
      false,
      { ...NO_TEXTS, columnRows: 6, rowCount: 6 },
    ]);
    expect(verdicts.next(X, undefined)).toEqual({ ...NO_TEXTS, columnRows: 6, rowCount: 6 });
  });

  it('is asked again about a column of more rows, and the verdict on more rows is kept', () => {
    const { verdicts, column, add } = rig('x', 'a');
    const early = column();
    expect(verdicts.take(judged(verdicts.next(X, early)))).toBe(true);
    add('bx', 'c');
    const late = column();
    const slice = verdicts.next(X, late);
    expect([slice.texts.toSorted(), slice.columnRows, slice.rowCount]).toEqual([['a', 'bx', 'c', 'x'], 4, 4]);
    expect(verdicts.of(X)?.column).toBe(early);
    expect(verdicts.take(judged(slice))).toBe(true);
    expect(verdicts.of(X)?.column).toBe(late);
    // A list that built its column earlier has nothing to add.
    expect(verdicts.next(X, early)).toEqual({ ...NO_TEXTS, columnRows: 4, rowCount: 4 });
    expect(verdicts.of(X)?.column).toBe(late);
  });

  it('takes no verdict on another column, nor on other values of it', () => {
    const { verdicts, column } = rig('x', 'a');
    const slice = verdicts.next(X, column());
    const right = judged(slice);
    expect(verdicts.take({ ...right, opened: slice.opened + 1 })).toBe(false);
    expect(verdicts.take({ ...right, from: 1 })).toBe(false);
    expect(verdicts.take({ ...right, pattern: 'y' })).toBe(false);
    expect([verdicts.isOpen(X), verdicts.of(X)]).toEqual([true, undefined]);
    expect(verdicts.take({ ...right, passes: right.passes.subarray(0, 1) })).toBe(false);
    const rest = verdicts.next(X, undefined);
    expect([rest.from, rest.texts]).toEqual([1, slice.texts.slice(1)]);
    // Another list had the same slice tested, and was faster.
    expect(verdicts.take(right)).toBe(false);
    expect([verdicts.take(judged(rest)), verdicts.take(judged(rest))]).toEqual([true, true]);
    expect([...(verdicts.of(X)?.passes ?? [])]).toEqual([...right.passes, 0]);
    // Each column that is opened has a number of its own.
    const { verdicts: other, column: its } = rig('x');
    expect(other.next(X, its()).opened).toBeGreaterThan(slice.opened);
  });

  it('gets 2,048 values or 65,536 units at a time', () => {
    const sizes = (texts: readonly string[]): readonly number[] => {
      const { verdicts, column } = rig(...texts);
      const found: number[] = [];
      let slice = verdicts.next(X, column());
      for (; slice.texts.length > 0; slice = verdicts.next(X, undefined)) {
        found.push(slice.texts.length);
        verdicts.take(judged(slice));
      }
      return found;
    };
    expect(sizes(Array.from({ length: 4097 }, (_, at) => `t${at}`))).toEqual([2048, 2048, 1]);
    // A slice ends with the text that fills it.
    const long = (count: number, length: number) =>
      Array.from({ length: count }, (_, at) => `${at}${'y'.repeat(length - 1)}`);
    expect(sizes(long(5, 32_767))).toEqual([3, 2]);
    expect(sizes(long(5, 32_768))).toEqual([2, 2, 1]);
    expect(sizes([])).toEqual([]);
  });

  it('of a column without values is tested at once', () => {
    const { verdicts, column } = rig(undefined, undefined);
    expect(verdicts.next(X, column())).toMatchObject({ texts: [], columnRows: 2, rowCount: 2 });
    expect([verdicts.isOpen(X), verdicts.of(X)?.column.rowCount]).toEqual([false, 2]);
    expect([...(verdicts.of(X)?.passes ?? [])]).toEqual([0]);
  });

  it('keeps the verdicts of a list and the eight that were used last besides', () => {
    const { verdicts, column } = rig('x');
    const whole = column();
    const named = (at: number) => ({ ...T, pattern: `p${at}` });
    for (let at = 0; at < 12; at += 1)
      verdicts.take({ ...judged(verdicts.next(named(at), whole)), ...named(at) });
    const known = (): readonly number[] =>
      Array.from({ length: 12 }, (_, at) => at).filter(
        (at) => verdicts.next(named(at), undefined).columnRows > 0,
      );
    verdicts.keepThose(4);
    expect(known()).toHaveLength(12);
    // The first two were used again, so they are the last to go.
    verdicts.of(named(0));
    verdicts.of(named(1));
    verdicts.keepThose(2);
    expect(known()).toEqual([0, 1, 4, 5, 6, 7, 8, 9, 10, 11]);
    verdicts.keepThose(0);
    expect(known()).toEqual([0, 1, 6, 7, 8, 9, 10, 11]);
  });

  it('tells a property from a fact of its name', () => {
    const { verdicts, column } = rig('x');
    verdicts.take(judged(verdicts.next(X, column())));
    const fact = { ...X, name: 'T', fact: 'prefix' } as const;
    expect([verdicts.of(X) === undefined, verdicts.of(fact)]).toEqual([false, undefined]);
  });

  it('matches no row that has the property twice: it has no single text', () => {
    const { store, verdicts, column } = rig('x');
    store.append(decoded(pageBytes(['{"PartitionKey":"q","RowKey":"1","T":"x","T":"y"}'])), 0);
    const slice = verdicts.next(X, column());
    expect(slice.texts.toSorted()).toEqual(['', 'x']);
    expect(verdicts.take({ ...judged(slice), passes: Uint8Array.from(slice.texts, () => 1) })).toBe(true);
    expect([...(verdicts.of(X)?.passes ?? [])]).toEqual([
      ...slice.texts.map((text) => Number(text === 'x')),
      0,
    ]);
  });
});
