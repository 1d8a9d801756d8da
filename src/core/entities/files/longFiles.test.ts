import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CsvPieces } from './csvPieces.ts';
import { JsonPieces } from './jsonPieces.ts';
import { type FilePiece, isFault, NdjsonPieces, type PieceReader } from './linePieces.ts';

function piecesOf(reader: PieceReader, text: string, partChars: number): readonly FilePiece[] {
  const pieces: FilePiece[] = [];
  for (let at = 0; at < text.length; at += partChars)
    for (const piece of reader.push(text.slice(at, at + partChars)))
      if (piece !== undefined) pieces.push(piece);
  for (const piece of reader.end()) if (piece !== undefined) pieces.push(piece);
  return pieces;
}

function reasons(pieces: readonly FilePiece[]): readonly string[] {
  return pieces.filter(isFault).map(({ line, reason }) => `${line}: ${reason}`);
}

const HEADER = 'PartitionKey,RowKey\n';
// The limits of the app divided by 128, so that these texts stand for files of 10 MB.
const SMALL = { entity: 65_536, step: 512 };
const SIZE = 78_125;
const PART = 2048;

describe('lines of very different lengths', () => {
  const lengths = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 50, max: 900 })), {
    minLength: 1,
    maxLength: 40,
  });
  const linesOf = (pieces: readonly FilePiece[]) =>
    pieces.map((piece) => (isFault(piece) ? piece.reason : `${piece.line} ${piece.json.length}`));

  it('are all read, whatever the size of the parts, also those behind the longest at the end of the file', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 1500 }), fc.boolean(), (chars, partChars, isEnded) => {
        const ndjson = chars.map((length) => `{"a":"${'x'.repeat(length)}"}`).join('\n');
        const whole = linesOf(piecesOf(new NdjsonPieces(), isEnded ? `${ndjson}\n` : ndjson, partChars));
        expect(whole).toEqual(chars.map((length, at) => `${at + 1} ${length + 8}`));
        const csv = `A\n${chars.map((length) => `"${'x'.repeat(length)}"`).join('\n')}`;
        const cells = linesOf(piecesOf(new CsvPieces(','), isEnded ? `${csv}\n` : csv, partChars));
        expect(cells).toEqual(chars.map((length, at) => `${at + 2} ${length + 8}`));
      }),
    );
  });
});

// In parts, as a network brings them.
describe('a long file whose', () => {
  it.each([
    [
      'quote is never closed',
      `${HEADER}a,"${`${'x'.repeat(99)}\n`.repeat(1000)}`,
      '2: a quote that opens here is never closed',
    ],
    ['quotes are all doubled', `${HEADER}a,"${'""'.repeat(50_000)}`, '2: longer than any entity can be'],
    ['second line never ends', `${HEADER}${'x'.repeat(SIZE)}\na,b\n`, '2: longer than any entity can be'],
  ])('%s is read to its end', (_what, text, fault) => {
    expect(reasons(piecesOf(new CsvPieces(',', SMALL), text, PART))[0]).toBe(fault);
  });

  // The second one ends with a part, so that the next part begins with its line break.
  it.each([SIZE, 40 * PART - 8])('line of NDJSON is too long keeps the lines after it: %i', (size) => {
    const text = `{"a":"${'x'.repeat(size)}"}\n{"b":1}\n{"c":1}\n`;
    const pieces = piecesOf(new NdjsonPieces(SMALL), text, PART);
    expect(reasons(pieces)).toEqual(['1: longer than any entity can be']);
    expect(pieces.slice(1)).toEqual([
      { line: 2, json: '{"b":1}' },
      { line: 3, json: '{"c":1}' },
    ]);
  });

  it('CSV line is too long keeps the lines after it', () => {
    const pieces = piecesOf(new CsvPieces(',', SMALL), `${HEADER}${'x'.repeat(SIZE)}\na,b\n`, PART);
    expect(pieces.at(-1)).toEqual({ line: 3, json: '{"PartitionKey":"a","RowKey":"b"}' });
  });
});

describe('brackets', () => {
  it.each(['[', '{"a":['])('%j, open 100,000 deep with small objects inside, are read to the end', (open) => {
    const text = open.repeat(100_000) + '{},'.repeat(100_000);
    expect(reasons(piecesOf(new JsonPieces(), text, 65_536)).length).toBeGreaterThan(0);
  });

  it('that are closed by the wrong one leave what is behind them, however many there are', () => {
    const pieces = piecesOf(new JsonPieces(), `[${'{"a":1],\n'.repeat(1000)}{"b":1}]`, 65_536);
    expect(pieces.filter((piece) => !isFault(piece))).toEqual([{ line: 1001, json: '{"b":1}' }]);
    expect(reasons(pieces).filter((reason) => reason.endsWith('never closed'))).toHaveLength(1000);
  });
});

interface Natives {
  readonly charAt: (this: string, at: number) => string;
  readonly charCodeAt: (this: string, at: number) => number;
  readonly indexOf: (this: string, what: string, from: number) => number;
}

/** The engine searches text about a hundred times as fast as a JavaScript loop looks at each character. */
const SEARCH_SHARE = 1 / 64;

/** Counts the characters that a reader looks at: the most in one step, and in total. */
function looks(reader: PieceReader, text: string, partChars: number) {
  let inStep = 0;
  let total = 0;
  let most = 0;
  const looked = (chars: number, share = 1): void => {
    inStep += chars * share;
    total += chars;
    most = Math.max(most, inStep);
  };
  const { charAt, charCodeAt, indexOf } = String.prototype as Natives;
  const spies = [
    vi.spyOn(String.prototype, 'charAt').mockImplementation(function (this: string, at) {
      looked(1);
      return charAt.call(this, at);
    }),
    vi.spyOn(String.prototype, 'charCodeAt').mockImplementation(function (this: string, at) {
      looked(1);
      return charCodeAt.call(this, at);
    }),
    vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, what, from = 0) {
      const found = indexOf.call(this, what, from);
      looked((found < 0 ? this.length : found + 1) - from, SEARCH_SHARE);
      return found;
    }),
  ];
  let piecesInStep = 0;
  let mostPieces = 0;
  const faults: string[] = [];
  let rows = 0;
  const read = (pieces: Iterable<FilePiece | undefined>): void => {
    for (const piece of pieces) {
      if (piece === undefined) inStep = piecesInStep = 0;
      else if (isFault(piece)) faults.push(`${piece.line}: ${piece.reason}`);
      else rows++;
      if (piece !== undefined) mostPieces = Math.max(mostPieces, ++piecesInStep);
    }
    inStep = piecesInStep = 0;
  };
  try {
    for (let at = 0; at < text.length; at += partChars) read(reader.push(text.slice(at, at + partChars)));
    read(reader.end());
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { most, mostPieces, total, faults, rows };
}

const filled = (start: string, line: string): string =>
  start + line.repeat(Math.ceil((SIZE - start.length) / line.length));

describe('an unfinished record is read again in steps, and only a few times', () => {
  it.each([
    // The number: how often each character may be looked at. Short lines are searched several times.
    ['a quote that is never closed', 5, filled(`${HEADER}a,"unclosed\n`, 'abc,def\n'), 1],
    ['the same over short lines', 5, filled(`${HEADER}a,"`, 'x\n'), undefined],
    ['doubled quotes', 5, filled(`${HEADER}a,"\n`, '""'), undefined],
    ['cells with line breaks', 5, `${filled(`${HEADER}a,"`, '\n')}"\nc,d\n`, undefined],
    ['quotes in each line', 5, filled(HEADER, 'a,"b\n'), undefined],
    ['a quote that each line closes and opens', 5, filled(HEADER, 'a","b\n'), undefined],
    ['a line of delimiters', 4, filled(HEADER, ','), undefined],
  ])('CSV: %s', (_what, times, text, faultCount) => {
    const { most, mostPieces, total, faults, rows } = looks(new CsvPieces(',', SMALL), text, PART);
    expect(total).toBeLessThanOrEqual(times * text.length);
    // A record is read in one step, so a step may be as long as an entity.
    expect(most).toBeLessThanOrEqual(SMALL.entity);
    expect(mostPieces).toBeLessThanOrEqual(SMALL.step);
    expect(faults.length + rows).toBeGreaterThan(0);
    expect(faultCount === undefined || faults.length === faultCount).toBe(true);
  });

  it.each([
    ['a string that never ends', filled('[{"PartitionKey":"', 'x')],
    ['brackets that never close', filled('', '{')],
    ['named brackets that never close', filled('', '{"a":')],
    ['arrays', filled('[', '[{"a":[')],
    ['objects closed by the wrong bracket', filled('', '{"a":1]')],
    ['a long object closed by the wrong bracket', `{"a":"${'x'.repeat(60_000)}"]`],
  ])('JSON: %s', (_what, text) => {
    const { most, total, faults } = looks(new JsonPieces(SMALL), text, PART);
    expect(total).toBeLessThanOrEqual(3 * text.length);
    expect(most).toBeLessThanOrEqual(2 * SMALL.step);
    expect(faults.length).toBeGreaterThan(0);
  });
});
