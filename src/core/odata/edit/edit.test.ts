import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseFilter } from '../filter.ts';
import { completeFilter } from './completeFilter.ts';
import { filterPieces } from './filterPieces.ts';
import { filterProblems } from './filterProblems.ts';
import { type KnownColumn, knownLiteral, mergedColumns } from './knownColumn.ts';

const KNOWN: readonly KnownColumn[] = [
  {
    name: 'Level',
    types: ['Edm.Int32'],
    values: [2, 3].map((level) => ({ type: 'Edm.Int32', text: String(level) })),
  },
  {
    name: 'Role',
    types: ['Edm.String'],
    values: ["O'Brien", 'ingest', '<img src=x onerror=alert(1)>', 'x\u0000y'].map((text) => ({
      type: 'Edm.String',
      text,
    })),
  },
  { name: 'Bytes', types: ['Edm.Int64'], values: [] },
  { name: 'At', types: ['Edm.DateTime'], values: [] },
  { name: 'not a name', types: ['Edm.String'], values: [] },
];

function labels(text: string, known = KNOWN): readonly string[] {
  const caret = text.includes('|') ? text.indexOf('|') : text.length;
  return completeFilter(text.replace('|', ''), caret, [known])?.offers.map(({ label }) => label) ?? [];
}

/** Whole and broken pieces of filters, and text that does not belong in any filter. */
const SCRAPS = [
  "'",
  "''",
  ' ',
  '\n',
  '(',
  ')',
  'Level',
  ' le ',
  'not ',
  '5',
  '5L',
  '-',
  '.5',
  "datetime'",
  "X'0",
  '=',
  '&&',
  '\u202e',
  '\ud800',
  '\u{1f600}',
  '\u00e9',
  '%',
  ',',
];

describe('filterPieces', () => {
  const piecesOf = (text: string): string =>
    filterPieces(text)
      .map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`)
      .join('; ');

  it('names the pieces of a filter, and of a pasted where', () => {
    expect(piecesOf("not (Level le 2) and At ge datetime'2024-01-01T00:00:00Z'")).toBe(
      "logic not; bracket (; property Level; operator le; number 2; bracket ); logic and; property At; operator ge; typed datetime'2024-01-01T00:00:00Z'",
    );
    expect(piecesOf("A eq 1 or startswith(Role, 'a') and Ok eq true")).toBe(
      "property A; operator eq; number 1; logic or; function startswith; bracket (; property Role; broken ,; text 'a'; bracket ); logic and; property Ok; operator eq; named true",
    );
    expect(piecesOf("A == 'x' && B >= 2")).toBe(
      "property A; operator ==; text 'x'; logic &&; property B; operator >=; number 2",
    );
  });

  it('colours every kind of value', () => {
    const values = [
      ['5', 'number'],
      ['5L', 'number'],
      ['5.5', 'number'],
      ["'5'", 'text'],
      ['true', 'named'],
      ["X'05'", 'typed'],
      ["guid'c9da6455-213d-42c9-9a79-3e9149a57833'", 'typed'],
    ] as const;
    for (const [text, kind] of values) expect(filterPieces(`A eq ${text}`).at(-1)).toMatchObject({ kind });
    // Values that are not finished.
    for (const [text, kind] of [
      ["'x", 'text'],
      ["'x'5", 'number'],
      ["datetime'2024", 'typed'],
      ["time'x", 'text'],
      ['@', 'broken'],
    ] as const)
      expect([text, filterPieces(`A eq ${text}`).at(-1)?.kind]).toEqual([text, kind]);
  });

  it('covers any text once and in order, and always terminates', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SCRAPS), { maxLength: 30 }), (scraps) => {
        const text = scraps.join('');
        let end = 0;
        let isSound = true;
        for (const { from, to } of filterPieces(text)) {
          isSound &&= from >= end && to > from && text.slice(end, from).trim() === '';
          end = to;
        }
        expect(isSound && end <= text.length).toBe(true);
      }),
    );
  });
});

describe('completeFilter', () => {
  it('offers what can follow: properties, operators, values, and or', () => {
    expect(labels('')).toEqual('Level Role Bytes At PartitionKey RowKey Timestamp not'.split(' '));
    expect(labels('le')).toEqual(['Level', 'Role']);
    expect(labels('Level ')).toEqual(['eq', 'ne', 'gt', 'ge', 'lt', 'le']);
    expect(labels('Level l')).toEqual(['lt', 'le']);
    expect(labels('Level eq ')).toEqual(['2', '3']);
    expect(labels('Level eq 2 ')).toEqual(['and', 'or']);
    expect(labels('Level eq 2 and (')).toContain('Role');
    expect(labels("Role eq 'ingest'")).toEqual([]);
  });

  it('writes values with their quotes and type marks, and offers none that a filter cannot hold', () => {
    expect(labels("Role eq 'o")).toEqual(["'O''Brien'", "'<img src=x onerror=alert(1)>'"]);
    expect(labels('Role eq ')).toEqual(["'O''Brien'", "'ingest'", "'<img src=x onerror=alert(1)>'", "''"]);
    expect(labels('Bytes ge 5')).toEqual(['5L']);
    expect(labels('At ge ')).toEqual(["datetime''"]);
    expect(labels('Other ge ')).toEqual(["''", "datetime''", "guid''", "X''", 'true', 'false']);
    expect(labels('Other ge 5')).toEqual(['5L', '5.0']);
  });

  const known = (name: string, types: readonly string[], ...values: readonly string[]): KnownColumn => ({
    name,
    types,
    values: values.map((text) => ({ type: types[0] ?? '', text })),
  });
  const OPERATORS = [
    'operator eq| equal',
    'operator ne| not equal',
    'operator gt| greater',
    'operator ge| greater or equal',
    'operator lt| less',
    'operator le| less or equal',
  ];
  const LOGIC = ['logic and| both', 'logic or| one of them'];
  const BOOLEANS = ['literal true| Boolean', 'literal false| Boolean'];

  it.each<readonly [string, KnownColumn, readonly string[]]>([
    [
      '',
      known('A', ['Edm.Int32', 'Edm.Int64']),
      [
        'property A| Int32, Int64',
        'property PartitionKey| String',
        'property RowKey| String',
        'property Timestamp| DateTime',
        'logic not (|) reads all keys',
      ],
    ],
    [
      'R',
      known('RowKey', ['Edm.String', 'Edm.Guid']),
      ['property RowKey| String, Guid', 'property PartitionKey| String'],
    ],
    ['A ', known('B', []), OPERATORS],
    ['A ', known('A', ['Edm.Boolean']), [...OPERATORS, ...LOGIC]],
    ['A eq 1 ', known('A', []), LOGIC],
    ['A eq 1 a', known('A', []), ['logic and| both']],
    ['A eq 1 and', known('A', []), []],
    ['A eq 1 x', known('A', []), []],
    ['A eq ', known('A', ['Edm.Boolean']), BOOLEANS],
    ['A eq ', known('A', ['Edm.Boolean'], 'true'), ['value true| Boolean']],
    [
      'A eq ',
      known('A', []),
      [
        "literal '|' String",
        "literal datetime'|' DateTime",
        "literal guid'|' Guid",
        "literal X'|' Binary",
        ...BOOLEANS,
      ],
    ],
    ['A eq -5', known('A', []), ['literal -5L| Int64', 'literal -5.0| Double']],
    ['A eq 5', known('A', ['Edm.Int64']), ['literal 5L| Int64']],
    ['A eq 5', known('A', ['Edm.Double']), ['literal 5.0| Double']],
    [
      'A eq 5',
      known('A', ['Edm.Double'], '52.5', '15'),
      ['literal 5.0| Double', 'value 52.5| Double', 'value 15.0| Double'],
    ],
    // Values that begin with the typed text come first, with or without the quote.
    ['A eq in', known('A', ['Edm.String'], 'main', 'inn'), ["value 'inn'| String", "value 'main'| String"]],
    ["A eq 'in", known('A', ['Edm.String'], 'main', 'inn'), ["value 'inn'| String", "value 'main'| String"]],
    ["A eq 'inn'", known('A', ['Edm.String'], "inn'x", 'inn'), []],
    ["A eq guid''", known('A', []), []],
  ])('after "%s" offers what fits, and says where the caret goes', (text, column, offers) => {
    const found = completeFilter(text, text.length, [[column]])?.offers ?? [];
    expect(
      found.map(({ kind, insert, caret, detail }) => {
        const at = caret ?? insert.trimEnd().length;
        return `${kind} ${insert.slice(0, at)}|${insert.slice(at).trimEnd()} ${detail}`;
      }),
    ).toEqual(offers);
    for (const { label, insert, caret } of found) {
      expect(insert.startsWith(label)).toBe(true);
      // A word is followed by a blank; a value may be followed by ) or by nothing.
      const needsBlank = /^[A-Za-z]+$/.test(label) && !/^(?:true|false|not)$/.test(label);
      expect([label, caret === undefined && insert.endsWith(' ')]).toEqual([label, needsBlank]);
    }
  });

  it('offers values of up to 100 characters, and up to 100 of them', () => {
    const text = known('A', ['Edm.String'], 'x'.repeat(100), 'y'.repeat(101));
    expect(labels('A eq ', [text])).toEqual([`'${'x'.repeat(100)}'`, "''"]);
    const many = known('A', ['Edm.Int32'], ...Array.from({ length: 101 }, (_, at) => String(at)));
    expect(labels('A eq ', [many])).toHaveLength(100);
  });

  it.each([
    ['Edm.String', "it's", "'it''s'"],
    ['Edm.Boolean', 'true', 'true'],
    ['Edm.Boolean', 'false', 'false'],
    ['Edm.Int32', '5', '5'],
    ['Edm.Int64', '5', '5L'],
    ['Edm.Double', '-5', '-5.0'],
    ['Edm.Double', '5.5', '5.5'],
    ['Edm.DateTime', '2024-01-01T00:00:00Z', "datetime'2024-01-01T00:00:00Z'"],
    ['Edm.Guid', 'c9da6455-213d-42c9-9a79-3e9149a57833', "guid'c9da6455-213d-42c9-9a79-3e9149a57833'"],
  ])('a known value of %s is written as the filter reads it: %s', (type, text, written) => {
    const literal = knownLiteral({ type, text });
    expect(parseFilter(`A eq ${written}`)).toMatchObject({ ok: true, value: { literal } });
  });

  it('a value that no filter can hold is no literal', () => {
    for (const [type, text] of [
      ['Edm.Binary', 'AA=='],
      ['Edm.Int32', 'x'],
      ['Edm.String', '\ud800'],
    ] as const)
      expect(knownLiteral({ type, text })).toBeUndefined();
  });

  it('looks only at the text before the caret, and replaces the word being typed there', () => {
    const found = completeFilter('Level eq 2 and Ro eq 1', 17, [KNOWN]);
    expect(found).toMatchObject({ from: 15, to: 17 });
    expect(found?.offers[0]?.insert, 'the blank behind the word stays the only one').toBe('Role');
    expect(completeFilter('Level eq 2 and Rle eq 1', 16, [KNOWN])).toMatchObject({ from: 15, to: 18 });
    expect(labels('Lev|el eq 2')).toEqual(['Level']);
  });

  it('combines what several results know', () => {
    const other = { name: 'Level', types: ['Edm.Int64'], values: [{ type: 'Edm.Int32', text: '2' }] };
    const [level] = mergedColumns([KNOWN, [other]]);
    expect(level).toEqual({ ...KNOWN[0], types: ['Edm.Int32', 'Edm.Int64'] });
  });
});

describe('filterProblems', () => {
  const marked = (text: string, known: readonly string[] = []): readonly string[] =>
    filterProblems(text, known).map(
      ({ severity, from, to, message }) => `${severity} ${text.slice(from, to)}: ${message}`,
    );

  it('marks where parsing fails, and says what is expected there', () => {
    expect(marked("Level le 2 and Role = 'a'")[0]).toMatch(/^error =: .* Write eq\.$/);
    expect(marked('Level le')[0]).toMatch(/^error : The value after le is missing\./);
    expect(marked("startswith(Role, 'a')")[0]).toMatch(/^error startswith\(: .*Role ge 'a' and Role lt 'b'/);
  });

  it('marks properties that no known row has, each at its place', () => {
    expect(marked('Levle le 2 or Level eq 1', ['Level'])).toEqual([
      'warning Levle: No sampled row has Levle.',
    ]);
    expect(marked("Levle le 2 and PartitionKey eq 'a'", [])).toEqual([]);
  });

  it('lists them in text order, and an error before a hint at the same place', () => {
    const severities = (text: string) => marked(text, ['A']).map((each) => each.replace(/:.*/s, ''));
    expect(severities("B eq 1 or RowKey ne 'a' or C eq 2")).toEqual(['warning B', 'info ne', 'warning C']);
    expect(severities("RowKey ne 'a' or C = 2")).toEqual(['info ne', 'error =']);
    expect(severities('C = 2 and Timestamp')).toEqual(['error =', 'info Timestamp']);
    expect(severities('Timestamp')).toEqual(['error Timestamp', 'info Timestamp']);
    expect(severities('A eq 1 and not')).toEqual(['error ']);
    expect(severities("PartitionKey eq 'a' and RowKey eq 'a' and A eq 1")).toEqual([]);
    expect(severities(' \n')).toEqual([]);
  });

  it('names what forces a scan', () => {
    expect(marked("PartitionKey ne 'a'")[0]).toMatch(/^info ne: ne forces a scan/);
    expect(marked("not (PartitionKey eq 'a')")[0]).toMatch(/^info not: not forces a scan/);
    expect(marked("Timestamp ge datetime'2024-01-01T00:00:00Z'")[0]).toMatch(
      /^info Timestamp: Timestamp forces a scan unless keys limit the query/,
    );
    expect(marked("A eq 'not' and PartitionKey eq 'a'")).toEqual([]);
    expect(marked('Level ne 2 and not (Level eq 3)')).toEqual([]);
    expect(marked("not (not (RowKey eq 'a'))").length).toBe(2);
    expect(marked("not (Level eq 3) and RowKey eq 'a'")).toEqual([]);
  });

  it('looks at each piece only a few times, whatever the text', () => {
    const text = `${'not '.repeat(2000)}A eq 1`;
    let copied = 0;
    const { slice } = Array.prototype;
    const spy = vi.spyOn(Array.prototype, 'slice').mockImplementation(function copy(
      this: unknown[],
      ...ends
    ) {
      const part = slice.apply(this, ends);
      copied += part.length;
      return part;
    });
    const found = filterProblems(text, []);
    spy.mockRestore();
    expect(found.length).toBeLessThan(3);
    expect(copied).toBeLessThan(4 * text.length);
  });
});
