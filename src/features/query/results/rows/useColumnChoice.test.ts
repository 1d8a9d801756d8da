import { describe, expect, it } from 'vitest';
import { NO_CHOICE } from '../../../../core/rows/columnChoice.ts';
import type { ColumnSet, ColumnSummary } from '../../../../core/rows/columnProfile.ts';
import type { ArrangedColumns } from '../../../../core/rows/packedColumns.ts';
import { columnNote, findColumns, withChosen } from './useColumnChoice.ts';

describe('what the list of columns says about one', () => {
  const types = ['Edm.String', 'Contoso.Odd'];
  it('is the share of rows and the types; nearly all is not all, and few are not none', () => {
    expect(columnNote({ count: 6, types }, 6)).toBe('100 %, String | Contoso.Odd');
    expect(columnNote({ count: 99_999, types }, 100_000)).toContain('99 %');
    expect(columnNote({ count: 1, types }, 100_000)).toContain('1 %');
    expect(columnNote({ count: 1, types: [] }, 3)).toBe('33 %, ');
  });
});

it('without rows, all chosen columns are shown; otherwise only those that rows have', () => {
  const arrangement = { front: [], back: [], folded: [], more: 0 };
  const columns = { all: [], of: () => undefined, rowCount: 0, arrangement } as unknown as ArrangedColumns;
  const choice = { ...NO_CHOICE, shown: ['partitionKey', 'property:minute'] };
  expect(withChosen(columns, choice, true)).toMatchObject({ back: [{ name: 'minute' }], more: 0 });
  expect(withChosen(columns, choice, false)).toEqual(arrangement);
});

describe('the columns that are found by a part of their name', () => {
  const one = (name: string, over: Partial<ColumnSummary> = {}): ColumnSummary => ({
    name,
    types: ['Edm.Int32'],
    count: 1,
    values: undefined,
    longestChars: 1,
    holdsTexts: false,
    ...over,
  });
  const all = [
    ...Array.from({ length: 50_000 }, (_, at) => one(`Name${at}`)),
    one('Region', { count: 9, values: [{ type: 'Edm.String', text: 'weu' }] }),
  ];
  const known: ColumnSet = { all, of: (name) => all.find((each) => each.name === name), rowCount: 9 };
  const grid = ['Name7', 'Name5'].map((name) => ({ id: `property:${name}`, title: name, width: 9 }));
  const time = { id: 'time', title: 'Time', width: 9 };
  const columns = { known, all: [time, ...grid], choice: { ...NO_CHOICE, hidden: ['property:Name5'] } };

  it('are those of the grid first, then the others, as many as the list draws', () => {
    const { listed, more } = findColumns(columns, '', 60);
    expect(listed.slice(0, 4).map(({ title, isShown, isByChoice }) => [title, isShown, isByChoice])).toEqual([
      ['Time', true, false],
      ['Name7', true, false],
      ['Name5', false, false],
      ['Name0', false, true],
    ]);
    expect([listed.length, more]).toEqual([60, 50_001 + 1 - 60]);
  });

  it('may be any of them, whatever the case; one value in all rows is said', () => {
    expect(findColumns(columns, 'nAME49999', 60)).toMatchObject({
      listed: [{ id: 'property:Name49999', note: '11 %, Int32', isShown: false }],
      more: 0,
    });
    expect(findColumns(columns, 'region', 60).listed).toMatchObject([{ note: '100 %, Int32, one value' }]);
    expect(findColumns(columns, 'none', 60)).toEqual({ listed: [], more: 0 });
  });
});
