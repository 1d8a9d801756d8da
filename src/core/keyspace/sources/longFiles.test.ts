import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvPieces } from './csvPieces.ts';
import { type FilePiece, isFault, type PieceReader } from './filePiece.ts';
import { JsonPieces } from './jsonPieces.ts';
import { NdjsonPieces } from './ndjsonPieces.ts';
import { RestText } from './restText.ts';

function piecesOf(reader: PieceReader, text: string, partChars: number): readonly FilePiece[] {
  const pieces: FilePiece[] = [];
  for (let at = 0; at < text.length; at += partChars)
    for (const piece of reader.push(text.slice(at, at + partChars))) pieces.push(piece);
  for (const piece of reader.end()) pieces.push(piece);
  return pieces;
}

function reasons(pieces: readonly FilePiece[]): readonly string[] {
  return pieces.filter(isFault).map(({ line, reason }) => `${line}: ${reason}`);
}

const HEADER = 'PartitionKey,RowKey\n';

describe('RestText', () => {
  it('looks at each character a few times, whatever the parts, and loses none', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1 }), (parts) => {
        const rest = new RestText(1_000_000);
        let looked = 0;
        for (const part of parts) {
          const text = rest.add(part);
          if (text === undefined) continue;
          looked += text.length;
          rest.keep(text);
        }
        const whole = parts.join('');
        expect(rest.take()).toBe(whole);
        expect(looked).toBeLessThanOrEqual(4 * whole.length + 20);
      }),
    );
  });
});

// Files of the size of an export, in parts of a network's size: a reader that began anew with each part would not end.
describe('a file of 20 MB whose', () => {
  it.each([
    [
      'quote is never closed',
      `${HEADER}a,"${`${'x'.repeat(99)}\n`.repeat(200_000)}`,
      '2: a quote that opens here is never closed',
    ],
    ['quotes are all doubled', `${HEADER}a,"${'""'.repeat(10_000_000)}`, '2: longer than any entity can be'],
    [
      'second line never ends',
      `${HEADER}${'x'.repeat(20_000_000)}\na,b\n`,
      '2: longer than any entity can be',
    ],
  ])('%s is read to its end', (_what, text, fault) => {
    expect(reasons(piecesOf(new CsvPieces(','), text, 4096))[0]).toBe(fault);
  });

  it('line of NDJSON is too long keeps the lines after it', () => {
    const text = `{"a":"${'x'.repeat(20_000_000)}"}\n{"b":1}\n`;
    const pieces = piecesOf(new NdjsonPieces(), text, 4096);
    expect(reasons(pieces)).toEqual(['1: longer than any entity can be']);
    expect(pieces.at(-1)).toEqual({ line: 2, json: '{"b":1}' });
  });

  it('CSV line is too long keeps the lines after it', () => {
    const pieces = piecesOf(new CsvPieces(','), `${HEADER}${'x'.repeat(20_000_000)}\na,b\n`, 4096);
    expect(pieces.at(-1)).toEqual({ line: 3, json: '{"PartitionKey":"a","RowKey":"b"}' });
  });
});

describe('brackets', () => {
  it.each(['[', '{"a":['])('%j, open 300,000 deep with small objects inside, are read to the end', (open) => {
    const text = open.repeat(300_000) + '{},'.repeat(300_000);
    expect(reasons(piecesOf(new JsonPieces(), text, 65_536)).length).toBeGreaterThan(0);
  });
});
