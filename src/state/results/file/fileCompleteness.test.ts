import { describe, expect, it } from 'vitest';
import { fileCompleteness, isCompanion, kindOfFile } from './fileCompleteness.ts';
import { KIND_HEAD_CHARS } from '../../../core/entities/files/exportKind.ts';

const NAME = 'Logs-2026.csv';
const file = (name: string, content: unknown): File =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name);
const said = (content: unknown, companion = 'Logs-2026.completeness.json', name = NAME) =>
  fileCompleteness(name, [file(name, 'x'), file(companion, content)]);
const BY_NAME = 'The file name says incomplete: the export does not hold every requested row.';

describe('what an export says about missing rows', () => {
  it('is in its companion, matched by the name in it or by its own name', async () => {
    const stopped = { state: 'stopped', statement: 'Stopped: 5 rows.' };
    const words = 'The export says: Stopped: 5 rows.';
    expect(await said(stopped)).toBe(words);
    expect(await said(stopped, 'Logs-2026.csv.completeness.json')).toBe(words);
    expect(await said(stopped, 'Logs.completeness.json')).toBeUndefined();
    expect(await said({ ...stopped, file: NAME }, 'other.completeness.json')).toBe(words);
    expect(await said({ ...stopped, file: 'other.csv' })).toBeUndefined();
    // An empty name does not count.
    expect(await said({ ...stopped, file: '' })).toBe(words);
    expect(await said(stopped, 'companion.json')).toBeUndefined();
    expect(await said(stopped, 'Logs.x-y.completeness.json', 'Logs.x-y')).toBe(words);
    expect([isCompanion('a.completeness.json'), isCompanion('a.completeness.json.csv')]).toEqual([
      true,
      false,
    ]);
  });

  it('is its text, or else its state, up to 500 characters', async () => {
    expect(await said({ state: 'unverifiable' })).toBe('The export says: unverifiable');
    expect(await said({ state: 'unverifiable', statement: '' })).toBe('The export says: unverifiable');
    expect(await said({ state: 'stopped', statement: 7 })).toBe('The export says: stopped');
    expect(await said({ state: 'stopped', statement: 'x'.repeat(501) })).toBe(
      `The export says: ${'x'.repeat(500)}`,
    );
    expect(await said({ state: 'complete', statement: 'Complete.' })).toBeUndefined();
  });

  it('is taken from its file name if no companion says otherwise', async () => {
    const incomplete = 'Logs.incomplete.csv';
    expect(await fileCompleteness(incomplete, [])).toBe(BY_NAME);
    expect(await fileCompleteness('Logs.csv', [])).toBeUndefined();
    expect(await fileCompleteness('incomplete.csv', [])).toBeUndefined();
    const companion = 'Logs.incomplete.completeness.json';
    expect(await said({ state: 'complete' }, companion, incomplete)).toBeUndefined();
    for (const other of ['', '{', 'null', '5', '[]', '{}', '{"state":5}', '{"state":""}', '"stopped"'])
      expect([other, await said(other, companion, incomplete)]).toEqual([other, BY_NAME]);
    // The first valid companion decides.
    const files = [
      file(companion, 'x'),
      file(companion, { state: 'stopped', file: 'other.csv' }),
      file(companion, { state: 'stopped', statement: 'first' }),
      file(companion, { state: 'complete' }),
    ];
    expect(await fileCompleteness(incomplete, files)).toBe('The export says: first');
  });

  it('is not read from files of more than a million bytes', async () => {
    const text = JSON.stringify({ state: 'stopped' });
    expect(await said(text.padEnd(1_000_000, ' '))).toBe('The export says: stopped');
    expect(await said(text.padEnd(1_000_001, ' '))).toBeUndefined();
  });
});

describe('the kind of a file', () => {
  const start = '{"Text":"';
  const end = '","PartitionKey":';
  /** Text in which the name of the key ends exactly at the last character that is examined. */
  const filler = (sign: string, more = 0): string =>
    sign.repeat((KIND_HEAD_CHARS - start.length - end.length + more) / sign.length);

  it.each([
    ['one byte', 'a'],
    ['two bytes', '\u00e9'],
    ['three bytes', '\u20ac'],
  ])('is determined by its first 65,536 characters, of %s each', async (_size, sign) => {
    const rest = '"p","RowKey":"r"}\n';
    expect(KIND_HEAD_CHARS).toBe(65_536);
    expect(await kindOfFile(new Blob([start, filler(sign), end, rest]))).toEqual({ kind: 'ndjson' });
    expect(await kindOfFile(new Blob([start, filler(sign, 1), end, rest]))).toEqual({ kind: 'list' });
    const units = Uint16Array.from(`\ufeff${start}${filler(sign, -1)}${end}${rest}`, (unit) =>
      unit.charCodeAt(0),
    );
    expect(await kindOfFile(new Blob([units]))).toEqual({ kind: 'ndjson' });
  });

  it('takes at most four bytes per character, however large the file', async () => {
    const file = new Blob(['PartitionKey,RowKey\n', 'p,r\n'.repeat(200_000)]);
    const taken: number[] = [];
    const slice = file.slice.bind(file);
    file.slice = (from, to, type) => {
      const part = slice(from, to, type);
      taken.push(part.size);
      return part;
    };
    expect(await kindOfFile(file)).toEqual({ kind: 'csv', delimiter: ',' });
    expect(taken).toEqual([4 * 65_536]);
  });
});
