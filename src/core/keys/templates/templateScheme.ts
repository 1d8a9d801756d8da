import { key, type KeyFormEntry, type KeyScheme } from '../base/keyScheme.ts';
import { TICKS_PER_DAY } from '../../time/ticks.ts';
import type { KeyHint, KeyRangeOptions, TableKeyRange, TickSpan } from '../base/scheme.ts';
import { addTemplateSchemes } from '../schemeRegistry.ts';
import { plausibility, tableRange } from '../base/schemeSpec.ts';
import { exactKey } from '../base/keySpan.ts';
import { templateSpans } from '../grammar/compileForms.ts';
import { literalContent } from '../grammar/holes.ts';
import { compiled, cutKey, formSegments, wholeReader } from '../grammar/keyForm.ts';
import {
  fixedWidth,
  type KeyTemplate,
  type TemplatePart,
  templateProperties,
  timePartOf,
} from '../grammar/keyTemplate.ts';
import { parseTemplate } from '../grammar/parseTemplate.ts';
import { encodeTemplate } from '../grammar/writeKey.ts';
import { writerScheme } from '../grammar/compileScheme.ts';
import { percentDecoded, percentEncoded } from '../../percentText.ts';

/** The keys of an entity, as templates. */
export interface TemplatePair {
  readonly partition: KeyTemplate;
  readonly row: KeyTemplate;
}

const PREFIX = 'template:';

/** The id of the scheme of two templates. It holds them, so that a link or a worker can make the scheme from its id. */
export function templateSchemeId(partition: string, row: string): string {
  return `${PREFIX}${percentEncoded(partition)},${percentEncoded(row)}`;
}

/** The templates in the id of a scheme; undefined for other ids. */
export function pairOfSchemeId(id: string): TemplatePair | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  const [partition, row, more] = id.slice(PREFIX.length).split(',').map(percentDecoded);
  if (partition === undefined || row === undefined || more !== undefined) return undefined;
  const parsed = [parseTemplate(partition), parseTemplate(row)] as const;
  return parsed[0].ok && parsed[1].ok ? { partition: parsed[0].value, row: parsed[1].value } : undefined;
}

/** Confidence of a key without a time: of one whose form is fixed at least in part, and of one that may be any text. */
const TIMELESS = { fixed: 0.55, any: 0.4 } as const;

function isAnyText(part: TemplatePart): boolean {
  return part.kind === 'property' && (part.values !== undefined || fixedWidth(part) === undefined);
}

function formOf(template: KeyTemplate): KeyFormEntry {
  const { text, parts } = template;
  const timeless = parts.every(isAnyText) ? TIMELESS.any : TIMELESS.fixed;
  const confidence = (_text: string, ticks: bigint): number => 0.6 + 0.38 * plausibility(ticks);
  return key(text, timePartOf(template) === undefined ? timeless : confidence, `it has the form ${text}`);
}

/**
 * Whether a text that a template reads is meant as a key. Any text, and text with spaces, counts only if it is known to be one: a template
 * of one property fits every word, and with spaces every log line.
 */
function isKey(template: KeyTemplate, text: string, { part }: KeyHint): boolean {
  if (text === '' || part !== undefined) return text !== '';
  const pieces = /\s/u.test(text) ? compiled(template).match(text) : undefined;
  const { parts } = template;
  const hasSpace = parts.some(({ kind }, at) => kind === 'property' && /\s/u.test(pieces?.[at] ?? ''));
  return !hasSpace && !parts.every(isAnyText);
}

/** Up to this many partitions are named one by one, so that a range of rows narrows each. */
export const FEW_PARTITIONS = 10;

/** The key that holds the time, whose beginning may be typed. */
function timedKey({ partition, row }: TemplatePair): KeyTemplate {
  return timePartOf(partition) === undefined ? row : partition;
}

/** The parts before the time; undefined if none of them differs from key to key, or if nothing shows where the last one ends. */
function partsBefore({ parts }: KeyTemplate): readonly TemplatePart[] | undefined {
  const at = parts.findIndex(({ kind }) => kind === 'time');
  const before = parts.slice(0, Math.max(0, at));
  const last = before.at(-1);
  const isFixed = before.every(({ kind }) => kind === 'literal');
  return isFixed || last === undefined || fixedWidth(last) === undefined ? undefined : before;
}

/** What a key of the template holds before its time; undefined for other keys. */
function textBefore(template: KeyTemplate, text: string): string | undefined {
  const before = partsBefore(template);
  return before && cutKey(compiled(template), text)?.pieces.slice(0, before.length).join('');
}

/** The template for keys that begin with a typed text, if that is all that is before the time. */
function withText(template: KeyTemplate, typed: string | undefined): KeyTemplate {
  const before = partsBefore(template);
  if (typed === undefined || before === undefined) return template;
  if (cutKey(compiled({ text: template.text, parts: before }), typed) === undefined) return template;
  const literal = { ...literalContent(typed), from: 0, to: 0 };
  return { text: template.text, parts: [literal, ...template.parts.slice(before.length)] };
}

/** How to narrow a query whose keys begin with a property. */
function listHint({ partition, row }: TemplatePair, unknown: string): string {
  const part = [...partition.parts, ...row.parts].find(
    (each) => each.kind === 'property' && unknown === `{${each.name}}`,
  );
  return part?.kind === 'property'
    ? ` Type what keys begin with, or list its values in the template: {${part.name} in a|b}.`
    : '';
}

function rangesOf(pair: TemplatePair, window: TickSpan, options: KeyRangeOptions): readonly TableKeyRange[] {
  const timed = timedKey(pair);
  const [partition, row] = [pair.partition, pair.row].map((template) =>
    template === timed ? withText(template, options.textBefore) : template,
  ) as [KeyTemplate, KeyTemplate];
  const right = timePartOf(row) === undefined ? undefined : templateSpans(row, window);
  const few = right === undefined ? 0 : FEW_PARTITIONS;
  const left = templateSpans(partition, window, undefined, few);
  const isTimed = timePartOf(partition) !== undefined || right !== undefined;
  const unknown = left.unknown ?? right?.unknown;
  const known = !isTimed
    ? 'These templates hold no time, so the window cannot narrow them: rows are filtered after.'
    : unknown === undefined
      ? undefined
      : `${unknown} is not known, so all its values are read.${listHint(pair, unknown)}`;
  const partitions =
    options.partitionKey === undefined ? left.spans : [{ span: exactKey(options.partitionKey) }];
  return partitions.flatMap((own) =>
    (right?.spans ?? [undefined]).map((rows) => {
      const reason = known ?? own.reason ?? rows?.reason;
      return tableRange({
        partition: own.span,
        ...(rows === undefined ? {} : { row: rows.span }),
        ...(reason === undefined ? {} : { reason }),
      });
    }),
  );
}

/**
 * The years 1900 to 2199, in which keys are expected, as in the built-in schemes. Coverage checks look for
 * keys outside.
 */
const WRITTEN: TickSpan = { from: 599_266_080_000_000_000n, to: 693_937_152_000_000_000n };

/**
 * With more partitions, no coverage checks look outside the RowKeys, because each partition would take two.
 * The plan says so.
 */
const MOST_CHECKED_PARTITIONS = 100;

/**
 * Where the rows of two templates are. The RowKey only matters in a single exact partition: only there can a
 * coverage check look outside it.
 */
function homesOf(pair: TemplatePair, options: KeyRangeOptions): readonly TableKeyRange[] {
  const ranges = rangesOf(pair, WRITTEN, options);
  if (ranges.length > MOST_CHECKED_PARTITIONS) return ranges.map(({ row: _row, ...range }) => range);
  return ranges.map(({ row, ...range }) => {
    const { from, to } = range.partition;
    const isOne = from !== undefined && to === exactKey(from).to;
    return row === undefined || !isOne ? range : { ...range, row };
  });
}

type TimePart = Extract<TemplatePart, { kind: 'time' }>;

function isOfMonths({ style }: TimePart): boolean {
  return style.kind === 'date' && !style.layout.includes('dd');
}

/** Reads the finest time of both keys. */
function rowTimeOf({ partition, row }: TemplatePair): KeyScheme['rowTime'] {
  const times = [partition, row].flatMap((template) =>
    template.parts.flatMap((part, at) => {
      if (part.kind !== 'time') return [];
      const step = isOfMonths(part) ? 28n * TICKS_PER_DAY : part.codec.step;
      return [{ isRow: template === row, step, read: wholeReader(compiled(template), at) }];
    }),
  );
  const finestFirst = times.toSorted((a, b) => Number(a.step - b.step));
  return (partitionKey, rowKey, into) =>
    finestFirst.some(({ isRow, read }) => read(isRow ? rowKey : partitionKey, into));
}

/** The row of a map: the bucket with which a key begins, else what the key holds besides its time, as for schemes that are built in. */
function groupOf(template: KeyTemplate, partitionKey: string): string {
  const [first] = template.parts;
  const isSpread = first?.kind === 'writer' || first?.kind === 'hash';
  const number = isSpread ? partitionKey.slice(0, first.width) : '';
  if (/^\d+$/.test(number)) return String(Number(number));
  if (timePartOf(template) === undefined) return partitionKey;
  const pieces = cutKey(compiled(template), partitionKey)?.pieces;
  if (pieces === undefined) return 'other';
  const texts = pieces.filter((_, at) => !NAMELESS.has(template.parts[at]?.kind));
  return texts.length === 0 ? 'all' : texts.join(' ');
}

/** Parts that name no row of a map: the same in all keys, or different in each. */
const NAMELESS: ReadonlySet<TemplatePart['kind'] | undefined> = new Set(['literal', 'time', 'guid', 'fact']);

/** Makes a key scheme from two templates. Like any other scheme, it reads keys, plans queries and groups maps. */
function templateScheme(pair: TemplatePair): KeyScheme {
  const { partition, row } = pair;
  const name = {
    id: templateSchemeId(partition.text, row.text),
    title: `Template ${partition.text} / ${row.text}`,
  };
  const time = timePartOf(partition) ?? timePartOf(row);
  const isPlain = [partition, row].every((template) => templateProperties(template).length === 0);
  const { encode: _beginning, ...scheme } = writerScheme({
    ...name,
    writer: 'described in Design',
    family: 'framework',
    source: 'described in Design',
    partition: formOf(partition),
    row: formOf(row),
    ...(time !== undefined && isOfMonths(time) && { rounding: 'floor to the month' }),
    refine: (reading, text, part, hint) =>
      isKey(part === 'row' ? row : partition, text, hint) ? reading : undefined,
    code: {
      segments: (text, part) => (part === 'table' ? undefined : formSegments(compiled(pair[part]), '', text)),
      ranges: (window, options) => rangesOf(pair, window, options),
      homes: (options) => homesOf(pair, options),
      rowTime: rowTimeOf(pair),
      groupOf: (partitionKey) => groupOf(partition, partitionKey),
      ...(partsBefore(timedKey(pair)) !== undefined && {
        textBefore: (text) => textBefore(timedKey(pair), text),
      }),
    },
  });
  if (!isPlain) return scheme;
  return {
    ...scheme,
    encode: (ticks, { prefix: writer }) => {
      const made = encodeTemplate(partition, { ticks, ...(writer === undefined ? {} : { writer }) });
      return made.ok ? { partitionKey: made.value } : {};
    },
  };
}

/** Schemes made from ids are kept, because a plan looks one up for every change of a form. */
const MADE = new Map<string, KeyScheme | undefined>();
const MOST_MADE = 50;

/** The scheme of an id that holds two templates; undefined for every other id. */
function templateSchemeById(id: string): KeyScheme | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  if (!MADE.has(id)) {
    if (MADE.size >= MOST_MADE) MADE.clear();
    const pair = pairOfSchemeId(id);
    MADE.set(id, pair === undefined ? undefined : templateScheme(pair));
  }
  return MADE.get(id);
}

/** The schemes of templates as typed; those that cannot be read are left out. */
export function templateSchemes(
  templates: readonly { readonly partition: string; readonly row: string }[],
): readonly KeyScheme[] {
  return templates.flatMap(
    ({ partition, row }) => templateSchemeById(templateSchemeId(partition, row)) ?? [],
  );
}

/** Makes the schemes of templates known to `schemeById`. Called by each view that may show one. */
export function knowTemplates(): void {
  addTemplateSchemes(templateSchemeById);
}
