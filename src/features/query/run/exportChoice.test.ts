import { describe, expect, it } from 'vitest';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { completenessReport } from '../../../core/plan/completenessReport.ts';
import { planQueries } from '../../../core/plan/planQueries.ts';
import { toTicks } from '../../../core/time/ticks.ts';
import { exportFileName } from '../../../state/base/exportFile.ts';
import { exportedRows } from '../../shared/selection/filterWords.ts';
import { exportChoices, shownRows } from './exportChoice.ts';

const window = { from: toTicks(638452296000000000n), to: toTicks(638452299000000000n) };
const filters = [{ name: 'Level', kind: 'is', type: 'Edm.Int32', text: '2' }] as const;
const list = { order: 'time-asc', sort: [], filters } as const;

describe('an export while the grid hides rows', () => {
  it('asks which rows are meant, with the number of each', () => {
    const shown = shownRows(list, 706);
    expect(shown).toEqual({ query: { filters }, count: 706 });
    const choices = exportChoices(712, shown);
    expect(choices.map(({ label }) => label)).toEqual([
      'NDJSON, 706 selected',
      'CSV, 706 selected',
      'CSV without formula guard, 706 selected',
      'Parquet, 706 selected',
      'NDJSON, all 712',
      'CSV, all 712',
      'CSV without formula guard, all 712',
      'Parquet, all 712',
    ]);
    expect(choices.map(({ format, formulaGuard, query }) => [format, formulaGuard, query?.filters])).toEqual([
      ['ndjson', undefined, filters],
      ['csv', true, filters],
      ['csv', false, filters],
      ['parquet', undefined, filters],
      ['ndjson', undefined, undefined],
      ['csv', true, undefined],
      ['csv', false, undefined],
      ['parquet', undefined, undefined],
    ]);
    expect(new Set(choices.map(({ id }) => id)).size).toBe(8);
  });

  it('writes the rows that filters keep, in the order of the grid, and says which', () => {
    const sort = [{ name: 'Role', isDescending: true }];
    const shown = shownRows({ ...list, sort }, 706);
    expect(shown?.query).toEqual({ filters, sort, order: 'time-asc' });
    const [first] = exportChoices(712, shown);
    expect(first).toMatchObject({ description: 'Level is 2', query: { filters, sort } });
    const sorted = shownRows({ ...list, filters: [], sort }, 712);
    expect(exportChoices(712, sorted)[0]).toMatchObject({
      label: 'NDJSON, all 712, as sorted',
      description: 'all rows, in the order of the list',
      query: { sort },
    });
    // A list that is sorted but not filtered holds all rows.
    expect([sorted, shown, undefined].map((each) => exportedRows(each?.query))).toEqual([
      'all',
      'filtered',
      'all',
    ]);
  });

  it('asks nothing where every row is selected', () => {
    const every = shownRows({ ...list, filters: [] }, 712);
    expect(exportChoices(712, every).map(({ label }) => label)).toEqual([
      'NDJSON',
      'CSV',
      'CSV without formula guard',
      'Parquet',
    ]);
  });

  it.each([
    ['../../x\u202Ey?si=z', '______x_y_si_z'],
    ['', 'table'],
    ['x?sig=z', 'table'],
    ['K7+/KeyscopeCanaryOfTheTests0042Search+/99w=', 'table'],
    // The title does not name the table, because no report may hold a secret.
  ])(
    'gives a file a name without secrets, and without what a file system could read otherwise',
    (table, name) => {
      const none = { state: 'complete', rows: 0, queriesDone: 0, queriesAsked: 0, readAtMs: 0 } as const;
      expect(exportFileName(table, none, 'csv')).toBe(`${name}-1970-01-01-000000Z.csv`);
    },
  );

  it('says in the name of the file, and beside it, which rows it holds', () => {
    const readAtMs = Date.UTC(2026, 10, 20, 21);
    const counted = { rows: 712, queriesDone: 1, queriesAsked: 1, readAtMs };
    const whole: Completeness = { ...counted, state: 'complete' };
    const cut: Completeness = { ...counted, state: 'stopped', reasons: [], unread: [], resumable: false };
    const derived = { kind: 'difference', of: 'A', lackedBy: 'B' } as const;
    expect([
      exportFileName('Rows', whole, 'ndjson'),
      exportFileName('Rows', whole, 'ndjson', 'filtered'),
      exportFileName('Rows', cut, 'ndjson', 'filtered'),
      exportFileName('Rows', { ...whole, state: 'derived', derived }, 'csv'),
      exportFileName('Rows', { ...cut, derived }, 'keyscope', 'filtered'),
    ]).toEqual([
      'Rows-2026-11-20-210000Z.ndjson',
      'Rows-2026-11-20-210000Z.filtered.ndjson',
      'Rows-2026-11-20-210000Z.filtered.incomplete.ndjson',
      'Rows-2026-11-20-210000Z.difference.csv',
      'Rows-2026-11-20-210000Z.difference.filtered.incomplete.keyscope',
    ]);
    const request = { tableName: 'Rows', schemeId: 'ticks19', window, volume: 1, unprefixed: false } as const;
    const plan = planQueries(request);
    if (!plan.ok) throw new Error(plan.error.message);
    const report = completenessReport({
      file: 'f',
      completeness: cut,
      exported: { rows: 706, only: 'exact times in the window, Level is 2' },
      plan: plan.value,
      endpoint: undefined,
    });
    expect(JSON.parse(report)).toMatchObject({
      rows: 712,
      exported: { rows: 706, only: 'exact times in the window, Level is 2' },
    });
  });
});
