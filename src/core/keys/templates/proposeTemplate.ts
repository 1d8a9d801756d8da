import { LONGEST_KEY } from '../base/entityKey.ts';
import type { EntityKey } from '../base/entityKey.ts';
import { isLikelyInstant } from '../base/schemeSpec.ts';
import { type KeyTemplate, literalText } from '../grammar/keyTemplate.ts';
import { parseTemplate, templateOf } from '../grammar/parseTemplate.ts';
import { compiled, cutKey } from '../grammar/keyForm.ts';

/** A template that fits sampled keys. */
export interface TemplateProposal {
  readonly template: KeyTemplate;
  /** How many of the sampled keys it reads. */
  readonly fits: number;
  readonly of: number;
  /** Its properties, under invented names, each with the number of values in the sample. */
  readonly properties: readonly {
    readonly name: string;
    readonly type: 'String' | 'Int64';
    readonly values: number;
  }[];
}

/** Kinds of tokens, in the order of the groups of TOKEN. */
const KINDS = ['guid', 'date', 'digits', 'mark', 'text'] as const;
type TokenKind = (typeof KINDS)[number];

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const TOKEN =
  /([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})|(\d{4}-\d{2}-\d{2}(?:T\d{2}(?::\d{2}(?::\d{2})?)?)?)(?!\d)|(\d+)(?![^\s_|~:;.,+=!@$&()-])|([_|~:;.,+=!@$&()-]+)|([^_|~:;.,+=!@$&()-]+)/gy;
const MOST_SAMPLES = 2000;
const FEWEST_SAMPLES = 3;
/** The least share of the keys that a template must read. */
const LEAST_SHARE = 0.8;
const MOST_TOKENS = 20;

function tokensOf(key: string): readonly Token[] {
  const matches = Array.from(key.matchAll(TOKEN)).slice(0, MOST_TOKENS + 1);
  return matches.map(([text, ...groups]) => ({ kind: KINDS[groups.indexOf(text)] ?? 'text', text }));
}

/**
 * What keys of one form share: the kinds of their tokens, and the marks in between. With `isFine`, numbers of different widths differ, and
 * so do numbers and text.
 */
function shapeOf(tokens: readonly Token[], isFine: boolean): string {
  return tokens
    .map(({ kind, text }) => {
      if (kind === 'mark') return text;
      if (kind === 'digits' && isFine) return `#${text.length}`;
      return kind === 'digits' || kind === 'text' ? 'x' : kind;
    })
    .join('\u0001');
}

const ROUNDINGS: readonly (readonly [string, bigint])[] = [
  ['1d', 864_000_000_000n],
  ['1h', 36_000_000_000n],
  ['15m', 9_000_000_000n],
  ['5m', 3_000_000_000n],
  ['1m', 600_000_000n],
  ['1s', 10_000_000n],
];
/** Holes for numbers that may be a time, by the number of digits. */
const TIMES: ReadonlyMap<number, readonly string[]> = new Map([
  [6, ['{yyyyMM}']],
  [8, ['{yyyyMMdd}']],
  [10, ['{yyyyMMddHH}', '{Unix}']],
  [12, ['{yyyyMMddHHmm}']],
  [13, ['{UnixMs}']],
  [14, ['{yyyyMMddHHmmss}']],
  [19, ['{Ticks}', '{InvertedTicks}']],
  [20, ['{Ticks:D20}', '{InvertedTicks:D20}']],
]);

/** The hole, with the rounding if they are ticks; undefined if any text is not such a time between 1990 and 2100. */
function timeHole(hole: string, texts: readonly string[]): string | undefined {
  const template = compiled(templateOf(hole));
  const times = texts.flatMap((text) => cutKey(template, text)?.time?.ticks ?? []);
  if (times.length < texts.length || !times.every(isLikelyInstant)) return undefined;
  const step = ROUNDINGS.find(([, unit]) => times.every((each) => each % unit === 0n))?.[0];
  return step !== undefined && hole.includes('Ticks') ? hole.replace('Ticks', `Ticks/${step}`) : hole;
}

function digitsHole(texts: readonly string[], isFirst: boolean): string | undefined {
  const [width = 0] = texts.map((text) => text.length);
  if (width === 0 || width > 38 || texts.some((text) => text.length !== width)) return undefined;
  for (const hole of TIMES.get(width) ?? []) {
    const time = timeHole(hole, texts);
    if (time !== undefined) return time;
  }
  // A prefix can only be at the beginning of a key.
  if (!isFirst) return undefined;
  const highest = texts.reduce((most, text) => (BigInt(text) > most ? BigInt(text) : most), 0n);
  // Numbers below 1,000 with many leading zeros are prefixes.
  const buckets = [10n, 100n, 1000n].find((count) => highest < count);
  return buckets !== undefined && width > String(buckets - 1n).length
    ? `{Writer mod ${buckets}:D${width}}`
    : undefined;
}

/** The hole or literal for one position of the keys. A text that varies becomes a property with an invented name. */
function holeOf(kind: TokenKind, texts: readonly string[], name: string, isFirst: boolean): string {
  const [first = ''] = texts;
  const isSame = texts.every((text) => text === first);
  if (kind === 'mark') return literalText(first);
  if (kind === 'guid') return '{Guid}';
  if (kind === 'date') {
    const layout = 'yyyy-MM-ddTHH:mm:ss'.slice(0, first.length);
    return texts.every((text) => text.length === first.length) ? `{${layout}}` : `{${name}}`;
  }
  const digits = texts.every((text) => /^\d+$/.test(text)) ? digitsHole(texts, isFirst) : undefined;
  if (digits !== undefined) return digits;
  if (isSame && texts.length > 1) return literalText(first);
  const width = first.length;
  const isPadded =
    texts.every((text) => /^\d+$/.test(text) && text.length === width) &&
    texts.some((text) => text.startsWith('0'));
  return isPadded ? `{${name}:D${width}}` : `{${name}}`;
}

function largestGroup(
  keys: readonly (readonly Token[])[],
  isFine: boolean,
): readonly (readonly Token[])[] | undefined {
  const groups = new Map<string, (readonly Token[])[]>();
  for (const tokens of keys) {
    const shape = shapeOf(tokens, isFine);
    const group = groups.get(shape);
    if (group === undefined) groups.set(shape, [tokens]);
    else group.push(tokens);
  }
  return [...groups.values()].toSorted((a, b) => b.length - a.length)[0];
}

/**
 * The template that fits most of the keys. What differs between keys becomes a time, a GUID, a prefix or a property, and what is equal
 * becomes literal text. Undefined if fewer than four in five keys have one form. Properties get invented names that begin with `stem`.
 */
export function proposeTemplate(keys: readonly string[], stem = 'Part'): TemplateProposal | undefined {
  const sample = [...new Set(keys.slice(0, MOST_SAMPLES))].filter(
    (key) => key !== '' && key.length <= LONGEST_KEY,
  );
  if (sample.length < FEWEST_SAMPLES) return undefined;
  const tokenized = sample.map((key) => tokensOf(key));
  const fine = largestGroup(tokenized, true);
  const isFine = (fine?.length ?? 0) >= LEAST_SHARE * sample.length;
  const most = isFine ? fine : largestGroup(tokenized, false);
  const [first] = most ?? [];
  if (most === undefined || first === undefined || first.length > MOST_TOKENS) return undefined;
  const texts = first.map((_, at) => most.map((tokens) => tokens[at]?.text ?? ''));
  let count = 0;
  const named = new Map<string, readonly string[]>();
  const holes = first.map(({ kind }, at) => {
    const column = texts[at] ?? [];
    const name = `${stem}${count + 1}`;
    const hole = holeOf(kind === 'digits' ? 'text' : kind, column, name, at === 0);
    if (hole.startsWith(`{${name}`)) {
      count++;
      named.set(name, column);
    }
    return hole;
  });
  const parsed = parseTemplate(holes.join(''));
  if (!parsed.ok) return undefined;
  const template = parsed.value;
  const fits = sample.filter((key) => cutKey(compiled(template), key) !== undefined).length;
  if (fits < LEAST_SHARE * sample.length) return undefined;
  const properties = [...named].map(([name, column]) => ({
    name,
    type: column.every((text) => /^\d{1,18}$/.test(text)) ? ('Int64' as const) : ('String' as const),
    values: new Set(column).size,
  }));
  return { template, fits, of: sample.length, properties };
}

/** Two templates that read sampled rows; undefined if neither kind of key shows a form. */
export function proposeTemplates(
  rows: readonly EntityKey[],
): { readonly partition: string; readonly row: string } | undefined {
  const partition = proposeTemplate(rows.map(({ partitionKey }) => partitionKey));
  const row = proposeTemplate(
    rows.map(({ rowKey }) => rowKey),
    'Item',
  );
  if (partition === undefined && row === undefined) return undefined;
  // A RowKey without a time does not narrow a window, and its constant texts would be part of every link.
  const isTimed = row?.template.parts.some((part) => part.kind === 'time') === true;
  return { partition: partition?.template.text ?? '{Part1}', row: isTimed ? row.template.text : '{Item1}' };
}
