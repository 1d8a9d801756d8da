import { describe, expect, it } from 'vitest';
import type { ColumnSummary } from '../../../../core/rows/columnProfile.ts';
import { fittedWidth, roomChars, rowColumns, widthForFormat } from './rowColumns.ts';

describe('the width of a column', () => {
  it('has room for what it was fitted to, up to the widest', () => {
    for (let chars = 1; chars <= 114; chars++) {
      const width = fittedWidth(chars);
      expect(roomChars({ id: 'rowKey', title: 'RowKey', width })).toBeGreaterThanOrEqual(chars);
    }
    expect(fittedWidth(1e6)).toBe(900);
  });

  it('has room for what must be whole, however narrow it is said to be', () => {
    expect(roomChars({ id: 'time', title: 'Time', width: 40, wholeChars: 28 })).toBe(28);
  });

  it('follows a format that needs more room, never a text of any length, and never becomes less', () => {
    const column = { id: 'property:UnixS', title: 'UnixS', width: 120, wholeChars: 20 };
    for (const format of ['seconds-of-1970', 'ticks', 'bytes', 'guid', 'hex'] as const) {
      const width = widthForFormat(column, format, 65) ?? 0;
      expect(roomChars({ ...column, width, wholeChars: undefined })).toBeGreaterThanOrEqual(65);
      expect(widthForFormat(column, format, 20)).toBeUndefined();
    }
    for (const format of ['automatic', 'text', 'json', 'base64'] as const)
      expect(widthForFormat(column, format, 65)).toBeUndefined();
  });

  it('has room for Doubles as they are shown: of short ones all digits, of computed ones as many as are not rounded away', () => {
    const roomOf = (values: readonly string[]): number => {
      const chars = Math.max(...values.map(({ length }) => length));
      const column = { name: 'DurationMs', role: 'measure', chars } as const;
      const known: ColumnSummary = {
        name: 'DurationMs',
        types: ['Edm.Double'],
        count: values.length,
        values: undefined,
        longestChars: chars,
        holdsTexts: false,
      };
      const look = { zoneName: 'UTC', day: undefined, hasOffsets: false, hasPrefixes: true };
      const all = rowColumns({ front: [column], back: [] }, { of: () => known }, look);
      const found = all.find(({ title }) => title === 'DurationMs');
      if (found === undefined) throw new Error('no column');
      return roomChars(found);
    };
    expect(roomOf(['39.48054054054054', '-4.9406564584124654E-324'])).toBe('-4.94066E-324'.length);
    // A column of prices may stay narrow.
    expect(roomOf(['14.25', '9.5'])).toBeLessThan(12);
  });

  it('and the look of a column are those of its values, whatever rows have null', () => {
    const column = { name: 'n', role: 'measure', chars: 3 } as const;
    const look = { zoneName: 'UTC', day: undefined, hasOffsets: false, hasPrefixes: true };
    const columnOf = (...types: readonly string[]) =>
      rowColumns({ front: [column], back: [] }, { of: () => ({ types }) as ColumnSummary }, look)[1];
    expect(columnOf('Null', 'Edm.Int64')).toEqual(columnOf('Edm.Int64'));
    expect(columnOf('Null', 'Edm.Int64', 'Edm.String')).toMatchObject({
      note: 'Int64 | String',
      align: 'end',
    });
  });

  it('shows the name of the zone whole above the times', () => {
    const widthOf = (zoneName: string, day: string | undefined, hasOffsets = false): number =>
      rowColumns(
        { front: [], back: [] },
        { of: () => undefined },
        { zoneName, day, hasOffsets, hasPrefixes: true },
      )[0]?.width ?? 0;
    expect([widthOf('UTC', '2026-11-22'), widthOf('UTC', undefined)]).toEqual([176, 216]);
    // The offset adds six characters of a monospaced font.
    expect([widthOf('UTC', '2026-11-22', true), widthOf('UTC', undefined, true)]).toEqual([224, 264]);
    for (const zone of ['America/New_York', 'America/Argentina/ComodRivadavia']) {
      for (const day of ['2026-11-22', undefined]) {
        // A letter of 11 px is 6.5 px wide in the widest of the fonts.
        expect(widthOf(zone, day)).toBeGreaterThan(`Time ${day ?? ''} ${zone}`.length * 6.5 + 30);
      }
    }
  });
});
