import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pageBytes } from '../../entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../../entities/store/entityStore.ts';
import { valueOf } from '../../valueOf.fixture.ts';
import { CaptureReader, type CaptureStep } from './captureReader.ts';
import { writeCapture } from './captureWriter.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The checksum of a text as gzip writes it into its last eight bytes. */
function sumOf(text: string): string {
  const packed = gzipSync(text);
  return packed
    .readUInt32LE(packed.length - 8)
    .toString(16)
    .padStart(8, '0');
}

const HEAD = '{"keyscope":"capture","version":1,"rows":3,"blocks":2}';
const LINES = [
  HEAD,
  '{"a":1}',
  '{"block":{"query":0,"rows":2}}',
  '{"A":1}',
  '{"A":2}',
  '{"block":{"query":7,"rows":1}}',
  '{"A":3}',
];

const endOf = (lines: readonly string[], rows = 3): string =>
  `{"end":{"rows":${rows},"sum":"${sumOf(lines.map((line) => `${line}\n`).join(''))}"}}`;
const fileOf = (lines: readonly string[], end = endOf(lines)): string => [...lines, end, ''].join('\n');
/** The lines, with another one in a place that is counted from 1. */
const withLine = (at: number, line: string): readonly string[] => LINES.with(at - 1, line);

/** The message of a refusal, after checking that it stays the same. */
function again(reader: CaptureReader, words: string): string {
  expect(reader.next()).toEqual({ ok: false, error: words });
  return words;
}

/** The steps of a reader over a whole file, or the message of the refusal. */
function read(text: string, isWhole = true): readonly CaptureStep[] | string {
  const reader = new CaptureReader();
  reader.push(bytesOf(text));
  if (isWhole) reader.end();
  const steps: CaptureStep[] = [];
  for (;;) {
    const step = reader.next();
    if (!step.ok) return again(reader, step.error);
    steps.push(step.value);
    if (step.value.kind === 'end' || step.value.kind === 'wait') return steps;
  }
}

const kindsOf = (text: string): readonly string[] | string => {
  const found = read(text, false);
  return typeof found === 'string' ? found : found.map(({ kind }) => kind);
};

const NO_CAPTURE = 'This is not a Keyscope capture: its first line is not that of a capture.';
const NEITHER = 'is neither the start of a block nor the end of the file.';

describe('the lines of a capture', () => {
  it('are its summary, blocks of rows as pages of the table service, and its end', () => {
    expect(read(fileOf(LINES))).toEqual([
      { kind: 'summary', rows: 3, summary: { a: 1 } },
      {
        kind: 'block',
        query: 0,
        rows: 2,
        body: bytesOf('{"value":[{"A":1},{"A":2}]}'),
        lines: 'Lines 4 to 5',
      },
      { kind: 'block', query: 7, rows: 1, body: bytesOf('{"value":[{"A":3}]}'), lines: 'Line 7' },
      { kind: 'end', rows: 3 },
    ]);
    const none = ['{"keyscope":"capture","version":1,"rows":0,"blocks":0}', 'null'];
    expect(read(fileOf(none, endOf(none, 0)))).toEqual([
      { kind: 'summary', rows: 0, summary: null },
      { kind: 'end', rows: 0 },
    ]);
    // More may follow until the file has ended.
    expect(kindsOf(fileOf(LINES))).toEqual(['summary', 'block', 'block', 'wait']);
  });

  it('are waited for, however few bytes are there', () => {
    const file = fileOf(LINES);
    const ends = [...file.matchAll(/\n/g)].map(({ index }) => index + 1);
    const after = [
      [],
      [],
      ['summary'],
      ['summary'],
      ['summary'],
      ['summary', 'block'],
      ['summary', 'block'],
      ['summary', 'block', 'block'],
    ];
    for (let length = 0; length < file.length; length += 1) {
      const lines = ends.filter((end) => end <= length).length;
      expect([length, kindsOf(file.slice(0, length))]).toEqual([length, [...(after[lines] ?? []), 'wait']]);
      // Nothing more arrives, so the file is cut off in the line that is missing.
      const said = lines === 0 ? NO_CAPTURE : `The file is cut off in line ${lines + 1}: its end is missing.`;
      expect([length, read(file.slice(0, length))]).toEqual([length, said]);
    }
  });

  it('wait for the end of the file after their last one, and refuse what follows it', () => {
    for (const more of ['', '\n', '{}\n']) {
      const reader = new CaptureReader();
      reader.push(bytesOf(fileOf(LINES)));
      let step = reader.next();
      while (step.ok && step.value.kind !== 'wait') step = reader.next();
      expect(reader.next()).toEqual({ ok: true, value: { kind: 'wait' } });
      reader.push(bytesOf(more));
      reader.end();
      expect(reader.next()).toEqual(
        more === ''
          ? { ok: true, value: { kind: 'end', rows: 3 } }
          : { ok: false, error: 'Line 9 is after the end of the capture.' },
      );
    }
  });

  it('begin with what the file is', () => {
    const head = (text: string) => read(fileOf(withLine(1, text)));
    for (const text of [
      '',
      'x',
      'null',
      '5',
      '[]',
      '{}',
      '{"keyscope":"other","version":1,"rows":3,"blocks":2}',
      '{"version":1,"rows":3,"blocks":2}',
      ...['0', '-1', '1.5', '"1"', 'null', '1e300'].map((version) =>
        HEAD.replace('"version":1', `"version":${version}`),
      ),
    ])
      expect([text, head(text)]).toEqual([text, NO_CAPTURE]);
    expect(head(HEAD.replace('"version":1', '"version":2'))).toBe(
      'A newer Keyscope wrote this capture (version 2; this one reads up to 1). Reload the page to get the newest.',
    );
    for (const counts of [
      '"rows":-1,"blocks":0',
      '"rows":1.5,"blocks":1',
      '"rows":3',
      '"blocks":2',
      '"rows":3,"blocks":4',
      '"rows":3,"blocks":-1',
      '"rows":100000001,"blocks":1',
      '"rows":"3","blocks":2',
    ])
      expect([counts, head(`{"keyscope":"capture","version":1,${counts}}`)]).toEqual([
        counts,
        'Line 1 counts rows and blocks wrongly.',
      ]);
    for (const counts of ['"rows":100000000,"blocks":1', '"rows":3,"blocks":3', '"rows":0,"blocks":0'])
      expect(kindsOf(`{"keyscope":"capture","version":1,${counts}}\n{}\n`)).toEqual(['summary', 'wait']);
  });

  it.each<[number, string, string]>([
    [2, '{"a":1', 'Line 2 is not JSON.'],
    [3, '{"block":{"query":0,"rows":0}}', 'Line 3 is not the start of a block.'],
    [3, '{"block":{"query":0,"rows":1001}}', 'Line 3 is not the start of a block.'],
    [3, '{"block":{"query":0}}', 'Line 3 is not the start of a block.'],
    [3, '{"block":{"query":-1,"rows":2}}', 'Line 3 is not the start of a block.'],
    [3, '{"block":{"query":100000001,"rows":2}}', 'Line 3 is not the start of a block.'],
    [3, '{"block":{"rows":2}}', 'Line 3 is not the start of a block.'],
    [3, '{"block":null}', 'Line 3 is not the start of a block.'],
    [3, '{"block":{"query":0,"rows":4}}', 'Line 3 begins more rows than the 3 that the file says it has.'],
    [6, '{"block":{"query":0,"rows":2}}', 'Line 6 begins more rows than the 3 that the file says it has.'],
    [
      1,
      HEAD.replace('"blocks":2', '"blocks":1'),
      'Line 6 begins more rows than the 3 that the file says it has.',
    ],
    [3, '{}', `Line 3 ${NEITHER}`],
    [3, 'null', `Line 3 ${NEITHER}`],
    [6, 'x', `Line 6 ${NEITHER}`],
    [6, '{"Block":{"query":0,"rows":1}}', `Line 6 ${NEITHER}`],
    [
      6,
      '{"end":{"rows":2,"sum":"00000000"}}',
      'Line 6 ends the file after 2 rows, but it says that it has 3.',
    ],
    [
      1,
      HEAD.replace('"blocks":2', '"blocks":3'),
      'Line 8 ends the file after 3 rows, but it says that it has 3.',
    ],
    [
      1,
      HEAD.replace('"rows":3', '"rows":4'),
      'Line 8 ends the file after 3 rows, but it says that it has 4.',
    ],
  ])('are refused with their number if line %i is %s', (at, line, words) => {
    expect(read(fileOf(withLine(at, line)))).toBe(words);
  });

  it('end with their number and their sum', () => {
    const said = (end: string, more = '') => read(fileOf(LINES, end) + more);
    expect(said(endOf(LINES, 2))).toBe('Line 8 ends the file after 3 rows, but it says that it has 3.');
    for (const sum of ['"00000000"', '0', 'null'])
      expect(said(`{"end":{"rows":3,"sum":${sum}}}`)).toBe(
        'Line 8 holds another sum than the bytes before it: the file was changed or damaged.',
      );
    for (const end of ['{"end":null}', '{"end":5}', '{"end":{}}'])
      expect(said(end)).toBe('Line 8 ends the file after 3 rows, but it says that it has 3.');
    expect(said(endOf(LINES), ' ')).toBe('Line 9 is after the end of the capture.');
  });

  it('have 256 bytes at most, but for the summary and the rows', () => {
    const padded = (line: string, length: number): string => line.padEnd(length - 1, ' ');
    for (const at of [1, 3, 6]) {
      const line = LINES[at - 1] ?? '';
      expect(typeof read(fileOf(withLine(at, padded(line, 256))))).toBe('object');
      expect(read(fileOf(withLine(at, padded(line, 257))))).toBe(
        at === 1 ? NO_CAPTURE : `Line ${at} ${NEITHER}`,
      );
    }
    expect(kindsOf('x'.repeat(256))).toEqual(['wait']);
    // An empty line is complete, so it is refused at once.
    expect(kindsOf('\n')).toBe(NO_CAPTURE);
    expect(kindsOf('x'.repeat(257))).toBe(NO_CAPTURE);
    for (const at of [2, 4]) {
      const line = padded(LINES[at - 1] ?? '', 5000);
      expect(typeof read(fileOf(withLine(at, line)))).toBe('object');
    }
  });

  it('are not waited for without end: a summary and a block have 64 MiB at most', () => {
    const MIB = 1_048_576;
    const after = (start: string, extra: number): string | undefined => {
      const reader = new CaptureReader();
      reader.push(bytesOf(start));
      let step = reader.next();
      while (step.ok && step.value.kind !== 'wait') step = reader.next();
      const half = new Uint8Array(32 * MIB).fill(0x20);
      for (const piece of [half, half, half.subarray(0, extra)]) reader.push(piece);
      step = reader.next();
      return step.ok ? undefined : step.error;
    };
    const summary = `${HEAD}\n`;
    const block = `${LINES.slice(0, 3).join('\n')}\n`;
    expect([after(summary, 0), after(block, 1)]).toEqual([
      undefined,
      'Line 4 begins a block that is too long.',
    ]);
  });
});

describe('a capture that is written', () => {
  const page = (query: number, count: number, text = ''): readonly string[] =>
    Array.from(
      { length: count },
      (_, at) => `{"PartitionKey":"q${query}","RowKey":"${String(at).padStart(5, '0')}","T":"${text}"}`,
    );
  const storeOf = (
    ...pages: readonly (readonly [query: number, count: number, text?: string])[]
  ): EntityStore => {
    const store = new EntityStore(ticksScheme());
    for (const [query, count, text] of pages)
      valueOf(store.appendBody(pageBytes([...page(query, count, text)]), query));
    return store;
  };
  const written = (store: EntityStore) => {
    const pieces = [...writeCapture(store, '{"s":1}')];
    const lines = pieces
      .map(({ bytes }) => new TextDecoder().decode(bytes))
      .join('')
      .split('\n');
    return { pieces, lines, blocks: lines.filter((line) => line.startsWith('{"block"')) };
  };
  const block = (query: number, rows: number): string => `{"block":{"query":${query},"rows":${rows}}}`;

  it('has blocks of one query and at most 1,000 rows', () => {
    const { lines, blocks } = written(storeOf([0, 2500], [1, 1000], [2, 1001]));
    expect(lines.slice(0, 2)).toEqual([
      '{"keyscope":"capture","version":1,"rows":4501,"blocks":6}',
      '{"s":1}',
    ]);
    expect(blocks).toEqual([
      block(0, 1000),
      block(0, 1000),
      block(0, 500),
      block(1, 1000),
      block(2, 1000),
      block(2, 1),
    ]);
    expect(lines).toHaveLength(2 + 4501 + 6 + 2);
    const before = lines.slice(0, -2);
    expect(lines.slice(-2)).toEqual([endOf(before, 4501), '']);
    expect(written(storeOf()).lines.slice(0, 3)).toEqual([
      '{"keyscope":"capture","version":1,"rows":0,"blocks":0}',
      '{"s":1}',
      endOf(['{"keyscope":"capture","version":1,"rows":0,"blocks":0}', '{"s":1}'], 0),
    ]);
  });

  it('comes in pieces of about 1 MiB, each with the rows so far', () => {
    const { pieces } = written(storeOf([0, 1000, 'x'.repeat(700)], [1, 1000, 'y'.repeat(700)], [2, 10]));
    expect(pieces.map(({ rowsDone }) => rowsDone)).toEqual([2000, 2010]);
    expect(pieces[0]?.bytes.length).toBeGreaterThan(1_048_576);
  });
});
