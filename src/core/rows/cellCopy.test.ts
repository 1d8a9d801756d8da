import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unguardedFormula } from '../csv.ts';
import type { CellValue } from '../entities/store/entityStore.ts';
import { type CopiedRow, CellWriter, type CopyFormat } from './cellCopy.ts';

function copied(
  format: CopyFormat,
  names: readonly string[],
  rows: readonly CopiedRow[],
  hasHead = true,
): string {
  const writer = new CellWriter(format, names, hasHead);
  for (const row of rows) writer.add(row);
  return writer.text();
}

/** A reader of quoted cells that shares no code with the writer. */
function readTable(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) {
      rows.at(-1)?.push(cell);
      cell = '';
    } else if (sign === '\n') {
      rows.at(-1)?.push(text[at - 1] === '\r' ? cell.slice(0, -1) : cell);
      rows.push([]);
      cell = '';
    } else cell += sign;
  }
  return rows.slice(0, -1);
}

const text = fc
  .array(fc.constantFrom('a', '=', '"', '\t', '\n', '\r', ',', '|', "'", ' ', '+1'), { maxLength: 6 })
  .map((each) => each.join(''));
const cell = fc.oneof(
  text.map((value): CellValue => ({ type: 'Edm.String', text: value })),
  fc.constant({ type: 'Edm.Int64', text: '-9223372036854775808' }),
  fc.constant(undefined),
);

describe('copied cells', () => {
  it.each([
    ['tsv', '\t'],
    ['csv', ','],
  ] as const)('as %s come back cell by cell, and no String is a formula', (format, separator) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const read = readTable(copied(format, ['A', '=B'], rows), separator);
        expect(read[0]).toEqual(['A', "'=B"]);
        expect(read.slice(1).map((row) => row.map((value) => unguardedFormula(value) ?? value))).toEqual(
          rows.map((row) => row.map((value) => value?.text ?? '')),
        );
        const strings = rows.flatMap((row, at) =>
          row.flatMap((value, column) =>
            value?.type === 'Edm.String' ? [read[at + 1]?.[column] ?? ''] : [],
          ),
        );
        expect(strings.filter((value) => /^\s*"*=/.test(value))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('as JSON keep their types, Int64 all its digits, any name, and leave out what is absent', () => {
    const row: CopiedRow = [
      { type: 'Edm.Int32', text: '5' },
      { type: 'Edm.Int64', text: '9007199254740993' },
      { type: 'Edm.Double', text: 'NaN' },
      { type: 'Edm.Double', text: '5.0' },
      { type: 'Edm.Boolean', text: 'true' },
      { type: 'Null', text: 'null' },
      undefined,
      { type: 'Edm.String', text: '"\n' },
    ];
    const names = ['__proto__', 'B', 'C', 'D', 'E', 'F', 'G', 'constructor'];
    const all = copied('json', names, [row, row]);
    const read = JSON.parse(all) as readonly object[];
    expect(read).toHaveLength(2);
    expect(Object.entries(read[0] ?? {})).toEqual([
      ['__proto__', 5],
      ['B', '9007199254740993'],
      ['C', 'NaN'],
      ['D', 5],
      ['E', true],
      ['F', null],
      ['constructor', '"\n'],
    ]);
  });

  it('as Markdown are a table whose text nothing else is made of', () => {
    const row: CopiedRow = [{ type: 'Edm.String', text: 'a|b\n<i>*x*' }, undefined];
    expect(copied('markdown', ['A', 'B_'], [row])).toBe(
      '| A | B\\_ |\n| --- | --- |\n| a\\|b \\<i\\>\\*x\\* |  |\n',
    );
  });

  it('end each line as the format does, with the names only if they are wanted', () => {
    const rows: readonly CopiedRow[] = [
      [
        { type: 'Edm.String', text: '=x' },
        { type: 'Edm.Int64', text: '-5' },
      ],
      [{ type: 'Null', text: 'null' }, undefined],
    ];
    const names = ['A', 'B'];
    expect(copied('tsv', names, rows)).toBe("A\tB\n'=x\t-5\n\t\n");
    expect(copied('tsv', names, rows, false)).toBe("'=x\t-5\n\t\n");
    expect(copied('csv', names, rows)).toBe("A,B\r\n'=x,-5\r\n,\r\n");
    expect(copied('csv', names, rows, false).split('\r\n')).toHaveLength(3);
    expect(copied('markdown', names, rows, false)).toBe(
      '| A | B |\n| --- | --- |\n| =x | -5 |\n| null |  |\n',
    );
    expect(copied('json', names, rows, false)).toBe('[\n  {"A": "=x", "B": "-5"},\n  {"A": null}\n]');
    expect([copied('tsv', names, [], false), copied('csv', names, [], true).endsWith('\r\n')]).toEqual([
      '\n',
      true,
    ]);
    // A line of names alone is still a table.
    expect(copied('tsv', ['A'], [], true)).toBe('A\n');
    expect(copied('csv', ['A'], [[{ type: 'Edm.Int32', text: '5' }]], false)).not.toContain('\r\n');
  });
});
