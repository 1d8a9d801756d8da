import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { decoded, pageBytes } from '../entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../entities/store/entityStore.ts';
import { storeOf } from '../entities/store/storeOf.fixture.ts';
import { type RowOrder, RowSorter } from '../entities/order/rowOrder.ts';
import { RowQueries, type RowQuery } from './rowQuery.ts';
import { runSteps } from '../steps.ts';

interface SmallRow {
  readonly seconds: number;
  readonly A: number;
  readonly B: number;
}

const smallRow = fc.record({ seconds: fc.nat(5), A: fc.nat(6), B: fc.nat(6) });
const question = fc.record({
  order: fc.constantFrom<RowOrder>('arrival', 'time-asc', 'time-desc'),
  names: fc.shuffledSubarray<'A' | 'B'>(['A', 'B'], { minLength: 1 }),
  from: fc.nat(6),
  to: fc.nat(6),
});
/** What happens to one list: it is queried again and again, and rows arrive. */
const actions = fc.array(fc.oneof({ weight: 5, arbitrary: question }, { weight: 1, arbitrary: smallRow }), {
  maxLength: 12,
});

const entityOf = ({ seconds, A, B }: SmallRow, row: number): string =>
  `{"PartitionKey":"p_${String(seconds).padStart(12, '0')}0000000","RowKey":"${row}","A":${A},"B":${B}.5}`;

function listed(rows: readonly SmallRow[], order: RowOrder): readonly number[] {
  const sign = { arrival: 0, key: 0, 'time-asc': 1, 'time-desc': -1 }[order];
  return [...rows.keys()].sort((a, b) => sign * ((rows[a]?.seconds ?? 0) - (rows[b]?.seconds ?? 0)) || a - b);
}

describe('the columns of a list', () => {
  it('give each question its own answer, whatever was asked before and whatever arrived since', () => {
    fc.assert(
      fc.property(fc.array(smallRow, { maxLength: 12 }), actions, (first, done) => {
        const rows = [...first];
        const store = storeOf(rows.map(entityOf));
        const queries = new RowQueries(store, new RowSorter(store));
        for (const action of done) {
          if ('A' in action) {
            store.append(decoded(pageBytes([entityOf(action, rows.length)])), rows.length);
            rows.push(action);
            continue;
          }
          const { order, names, from, to } = action;
          const query: RowQuery = {
            order,
            filters: names.map((name) => ({
              kind: 'range',
              as: 'number',
              name,
              from: String(from),
              to: String(to),
            })),
          };
          const isIn = (value: number): boolean => value >= from && value <= to;
          const expected = listed(rows, order).filter((row) => {
            const { A, B } = rows[row] as SmallRow;
            return names.every((name) => isIn(name === 'A' ? A : B + 0.5));
          });
          expect([...runSteps(queries.select(query)).rows]).toEqual(expected);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('are built once, for all questions at once, also after one of these is given up', () => {
    const page = Array.from(
      { length: 20_000 },
      (_, row) => `{"PartitionKey":"p","RowKey":"${String(row).padStart(5, '0')}","N":${row}}`,
    );
    const store = new EntityStore(ticksScheme(), undefined, String);
    store.append(decoded(pageBytes(page)), 0);
    const queries = new RowQueries(store, new RowSorter(store));
    const reads = vi.spyOn(store, 'propertyReader');
    const query = (from: string): RowQuery => ({
      order: 'arrival',
      filters: [{ kind: 'range', as: 'number', name: 'N', from, to: '' }],
    });
    const [first, second] = [queries.select(query('19990')), queries.select(query('19991'))];
    first.next();
    second.next();
    first.return(undefined as never);
    const third = runSteps(queries.select(query('19992')));
    expect([third.rows.length, runSteps(second).rows.length]).toEqual([8, 9]);
    // The column was built only once.
    const column = runSteps(queries.column({ name: 'N' }));
    expect(runSteps(queries.column({ name: 'N' }))).toBe(column);
    expect(reads.mock.calls.filter(([name]) => name === 'N').length).toBe(1);
  });

  it('are built anew after their work has thrown, and nothing waits for the work that is over', () => {
    const store = storeOf(['{"PartitionKey":"p","RowKey":"1","N":1}']);
    const queries = new RowQueries(store, new RowSorter(store));
    const reads = vi.spyOn(store, 'propertyReader').mockImplementationOnce(() => {
      throw new RangeError('Array buffer allocation failed');
    });
    expect(() => runSteps(queries.column({ name: 'N' }))).toThrow(RangeError);
    const work = queries.column({ name: 'N' });
    let steps = 0;
    // Bounded, so that a fault here is a red test and not a hang.
    while (work.next().done !== true && steps < 1000) steps++;
    expect([steps < 1000, reads.mock.calls.length]).toEqual([true, 2]);
  });
});
