import { readFileSync } from 'node:fs';
import { digest } from '../digest.fixture.ts';
import { clampTicks, ticksToIso } from '../time/ticks.ts';
import type {
  KeyHint,
  KeyPart,
  KeyRangeOptions,
  KeyReading,
  KeyScheme,
  KeySpan,
  TableKeyRange,
} from './base/scheme.ts';
import { newRowTime, rowTimeTicks } from './base/digits.ts';
import { exactWriters } from './schemes/writers.fixture.ts';

/** What is written down of one key, or of one scheme: lines of text, and a number for what would be too many lines. */
export type Facts = Readonly<Record<string, string | readonly string[]>>;

function readingLine(reading: KeyReading | undefined): string {
  if (reading === undefined) return '-';
  const { ticks, window, fields, confidence, reason } = reading;
  const time = ticks === undefined ? '' : ticksToIso(ticks);
  const span = window === undefined ? '' : `${ticksToIso(window.from)}..${ticksToIso(window.to)}`;
  return [
    time,
    span,
    [...fields].map((pair) => pair.join('=')).join(' '),
    confidence.toFixed(4),
    reason,
  ].join('; ');
}

function segmentLines(scheme: KeyScheme, text: string, part: KeyPart): readonly string[] {
  return (scheme.segments(text, part) ?? []).map(
    ({ kind, text: piece, label, value }) =>
      `${kind} ${piece} (${label})${value === undefined ? '' : ` ${value}`}`,
  );
}

/** Everything that a scheme says of a key, with and without the table's name. */
function allOf(scheme: KeyScheme, text: string, part: KeyPart, hint: KeyHint): string {
  const into = newRowTime();
  const [pk, rk] = part === 'partition' ? [text, 'r'] : ['p', text];
  const time = scheme.rowTime(pk, rk, into) ? String(rowTimeTicks(into)) : '-';
  return [
    readingLine(scheme.read(text, part, hint)),
    readingLine(scheme.read(text, part, {})),
    time,
    scheme.groupOf(pk, rk),
    ...segmentLines(scheme, text, part),
  ].join('\n');
}

/** A key with one small change at each place: a character gone, another digit, a letter, one more, its case. */
const EDITS: Readonly<Record<string, (text: string, at: number) => string>> = {
  gone: (text, at) => text.slice(0, at) + text.slice(at + 1),
  nine: (text, at) => `${text.slice(0, at)}9${text.slice(at + 1)}`,
  letter: (text, at) => `${text.slice(0, at)}g${text.slice(at + 1)}`,
  more: (text, at) => `${text.slice(0, at)}0${text.slice(at)}`,
  mark: (text, at) => `${text.slice(0, at)}_${text.slice(at)}`,
  cut: (text, at) => text.slice(0, at),
};

export interface ApprovedKey {
  readonly scheme: KeyScheme;
  readonly text: string;
  readonly part: KeyPart;
  readonly tableName?: string;
}

/** What a scheme says of a key, and of which of its neighbours it says anything: one mark for each place of a change. */
export function factsOfKey({ scheme, text, part, tableName }: ApprovedKey): Facts {
  const hint: KeyHint = { part, ...(tableName !== undefined && { tableName }) };
  const edits = Object.entries(EDITS).map(([name, edit]) => {
    const texts = Array.from({ length: text.length + 1 }, (_, at) => edit(text, at));
    const marks = texts.map((each) => (scheme.read(each, part, hint) === undefined ? '.' : 'r')).join('');
    return [
      name,
      `${marks} ${digest(texts.map((each) => allOf(scheme, each, part, hint)).join('\n'))}`,
    ] as const;
  });
  const others = (['partition', 'row', 'table'] as const).filter((other) => other !== part);
  return {
    own: readingLine(scheme.read(text, part, hint)),
    anyTable: readingLine(scheme.read(text, part, {})),
    segments: segmentLines(scheme, text, part),
    others: others.map((other) => `${other}: ${digest(allOf(scheme, text, other, hint))}`).join(),
    ...Object.fromEntries(edits),
  };
}

function spanText({ from = '', to = '' }: KeySpan): string {
  return `${JSON.stringify(from)}..${JSON.stringify(to)}`;
}

function rangeLine({ tableName = '', partition, row, prefix, exact, reason = '' }: TableKeyRange): string {
  return [
    tableName,
    spanText(partition),
    row === undefined ? '' : spanText(row),
    prefix ?? '',
    exact,
    reason,
  ].join(' ');
}

const NOON = 638_452_296_001_234_567n;
const HOUR = 36_000_000_000n;
const WINDOWS = [
  { from: NOON, to: NOON + 1n },
  { from: NOON, to: NOON + 90n * HOUR },
];
/** Makes thousands of tables for some schemes, so it is tried with one set of options. */
const ALL_TIME = { from: 0n, to: 3_155_378_976_000_000_000n };
const OPTIONS: readonly KeyRangeOptions[] = [
  {},
  { volume: 10, unprefixed: true },
  { volume: 1 },
  { partitionKey: "it's" },
  { tableName: 'AzureWebJobsHostLogs202403' },
  { tableName: '$MetricsMinutePrimaryTransactionsBlob', partitionKey: 'a_b' },
  { rowKeyPrefix: 'h1-f1', roundingTicks: HOUR },
  { textBefore: 'device7_', clockOffsetTicks: -HOUR },
];

/** Words may be put better at any time; what a scheme does with keys may not. The rest is held in another form. */
const NOT_HELD: ReadonlySet<string> = new Set([
  'grammar',
  'title',
  'writer',
  'tablePattern',
  'shapes',
  'anyPartition',
  'beside',
]);

/** What a scheme says of itself, and the ranges that it makes. */
export function factsOfScheme(scheme: KeyScheme): Facts {
  const { tablePattern, anyPartition, beside, partitionBytes } = scheme;
  const plain = Object.entries(scheme).flatMap(([name, value]) =>
    NOT_HELD.has(name) || typeof value === 'function'
      ? []
      : [`${name}: ${Array.isArray(value) ? value.join() : String(value)}`],
  );
  const nested = { anyPartition, beside };
  const ranges = OPTIONS.map((options, at) =>
    (at === 0 ? [...WINDOWS, ALL_TIME] : WINDOWS)
      .map((window) => scheme.ranges(window, options).map(rangeLine).join('\n'))
      .join('\n'),
  );
  const homes = OPTIONS.map((options) => scheme.homes(options)?.map(rangeLine).join('\n') ?? '-');
  const keys = WINDOWS.flatMap(({ to }) =>
    [{}, { prefix: 7, roundingTicks: HOUR }, { tableName: 'T' }].map((options) =>
      scheme.encode === undefined ? '-' : JSON.stringify(scheme.encode(clampTicks(to), options)),
    ),
  );
  const before = ['device7_0638452296000000000', 'a|b|2024-03-05', '2024', 'x'].map(
    (text) => scheme.textBefore?.(text) ?? '-',
  );
  return {
    facts: [...plain, JSON.stringify(nested), String(tablePattern), String(partitionBytes !== undefined)],
    ranges: ranges.map(digest),
    firstRange: ranges[0]?.split('\n').slice(0, 1).join('') ?? '',
    homes: homes.map((lines) => (lines === '-' ? '-' : digest(lines))),
    keys: [...new Set(keys)],
    before: [...new Set(before)],
  };
}

interface Vector {
  readonly scheme: string;
  readonly table: string;
  readonly pk: string | null;
  readonly rk: string | null;
}

const { vectors } = JSON.parse(readFileSync(new URL('./fixtures/keys.json', import.meta.url), 'utf8')) as {
  readonly vectors: readonly Vector[];
};

/** The keys of the vectors, and those of the writers for one instant, as far as the scheme reads them. */
export function approvedKeys(
  schemeById: (id: string) => KeyScheme | undefined,
): ReadonlyMap<string, ApprovedKey> {
  const found = new Map<string, ApprovedKey>();
  const add = (id: string, part: KeyPart, text: string | null | undefined, table = '') => {
    const scheme = schemeById(id);
    if (scheme === undefined || text === null || text === undefined || text === '') return;
    const isName = /^[$A-Za-z][A-Za-z0-9]*$/.test(table);
    const hint: KeyHint = { part, ...(isName && { tableName: table }) };
    if (scheme.read(text, part, hint) === undefined && scheme.segments(text, part) === undefined) return;
    found.set(`${id} ${part} ${text}`, { scheme, text, part, ...(isName && { tableName: table }) });
  };
  for (const { scheme, table, pk, rk } of vectors) {
    add(scheme, 'partition', pk, table);
    add(scheme, 'row', rk, table);
    if (pk === null && rk === null) add(scheme, 'table', table, table);
  }
  for (const [id, , writer] of exactWriters) {
    const { partitionKey, rowKey, tableName } = writer.write(clampTicks(NOON), 1);
    add(id, 'partition', partitionKey, tableName);
    add(id, 'row', rowKey, tableName);
  }
  return found;
}
