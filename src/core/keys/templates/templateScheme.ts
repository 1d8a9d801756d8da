import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import type {
  KeyPart,
  KeyRangeOptions,
  KeyReading,
  KeyScheme,
  KeySegment,
  RowTime,
  SegmentKind,
  TableKeyRange,
  TickSpan,
} from '../base/scheme.ts';
import { addTemplateSchemes } from '../schemeRegistry.ts';
import { defineScheme, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { exactKey } from '../base/keySpan.ts';
import { durationText } from '../../time/durationText.ts';
import {
  fixedWidth,
  type KeyTemplate,
  type TemplatePart,
  templateProperties,
  timePartOf,
} from './keyTemplate.ts';
import { parseTemplate } from './parseTemplate.ts';
import { decodeTemplate, encodeTemplate, finer, templateSpans } from './templateKeys.ts';
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
  return id.startsWith(PREFIX) ? pairOfId(id) : undefined;
}

function pairOfId(id: string): TemplatePair | undefined {
  const [partition, row, more] = id.slice(PREFIX.length).split(',').map(percentDecoded);
  if (partition === undefined || row === undefined || more !== undefined) return undefined;
  const parsed = [parseTemplate(partition), parseTemplate(row)] as const;
  return parsed[0].ok && parsed[1].ok ? { partition: parsed[0].value, row: parsed[1].value } : undefined;
}

function kindOf(part: TemplatePart): SegmentKind {
  switch (part.kind) {
    case 'literal':
      return 'separator';
    case 'property':
      return 'text';
    case 'time':
      return part.style.kind === 'number' && part.style.name.startsWith('Inverted')
        ? 'inverted-date'
        : 'date';
    case 'guid':
      return 'identity';
    default:
      return 'prefix';
  }
}

function labelOf(template: KeyTemplate, part: TemplatePart): string {
  return part.kind === 'literal' ? 'separator' : template.text.slice(part.from + 1, part.to - 1);
}

/** The parts of a key of a template in colour; undefined if it is not of this template. */
export function templateSegments(template: KeyTemplate, text: string): readonly KeySegment[] | undefined {
  const reading = decodeTemplate(template, text);
  return reading?.pieces
    .filter((piece) => piece.text !== '')
    .map(({ part, text: piece }) => ({ kind: kindOf(part), text: piece, label: labelOf(template, part) }));
}

/** Confidence of a key without a time: of one whose form is fixed at least in part, and of one that may be any text. */
const TIMELESS = { fixed: 0.55, any: 0.4 } as const;

/** The bucket with which a key begins, as other schemes name it. */
function prefixOf({ parts: [first] }: KeyTemplate, text: string): string | undefined {
  const isSpread = first?.kind === 'writer' || first?.kind === 'hash';
  return isSpread ? String(Number(text.slice(0, first.width))) : undefined;
}

function readingOf(
  scheme: { readonly id: string; readonly title: string },
  template: KeyTemplate,
  text: string,
  isNamed: boolean,
): KeyReading | undefined {
  const reading = decodeTemplate(template, text);
  if (reading === undefined || text === '') return undefined;
  const { window, fields, pieces } = reading;
  const isAnyText = pieces.every(({ part }) => part.kind === 'property' && part.width === undefined);
  // Such a reading counts only if the text is known to be a key: a template of one property fits every word,
  // and with spaces every log line.
  const hasSpace = pieces.some(({ part, text: piece }) => part.kind === 'property' && /\s/u.test(piece));
  if (!isNamed && (isAnyText || hasSpace)) return undefined;
  const prefix = prefixOf(template, text);
  return makeReading(scheme, {
    ...(window === undefined ? {} : { ticks: window.from, window }),
    fields: prefix === undefined || fields.has('prefix') ? fields : new Map([['prefix', prefix], ...fields]),
    confidence:
      window === undefined
        ? isAnyText
          ? TIMELESS.any
          : TIMELESS.fixed
        : 0.6 + 0.38 * plausibility(window.from),
    reason: `It has the form ${template.text}.`,
  });
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
  if (before === undefined) return undefined;
  const pieces = decodeTemplate(template, text)?.pieces.slice(0, before.length);
  return pieces?.map((piece) => piece.text).join('');
}

/** The template for keys that begin with a typed text, if that is all that is before the time. */
function withText(template: KeyTemplate, typed: string | undefined): KeyTemplate {
  const before = partsBefore(template);
  if (typed === undefined || before === undefined) return template;
  if (decodeTemplate({ text: template.text, parts: before }, typed) === undefined) return template;
  const literal = { kind: 'literal', text: typed, from: 0, to: 0 } as const;
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
  const chosen = options.partitionKey;
  const right = timePartOf(row) === undefined ? undefined : templateSpans(row, window);
  const left = templateSpans(partition, window, undefined, right === undefined ? 0 : FEW_PARTITIONS);
  const isTimed = timePartOf(partition) !== undefined || right !== undefined;
  const unknown = left.unknown ?? right?.unknown;
  const reason = !isTimed
    ? 'These templates hold no time, so the window cannot narrow them: rows are filtered after.'
    : unknown === undefined
      ? undefined
      : `${unknown} is not known, so all its values are read.${listHint(pair, unknown)}`;
  const partitions = chosen === undefined ? left.spans : [exactKey(chosen)];
  return partitions.flatMap((span) =>
    (right?.spans ?? [undefined]).map((rows) =>
      tableRange({
        partition: span,
        ...(rows === undefined ? {} : { row: rows }),
        ...(reason === undefined ? {} : { reason }),
      }),
    ),
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

function setTime(window: TickSpan, into: RowTime): true {
  into.seconds = Number(window.from / TICKS_PER_SECOND);
  into.fraction = Number(window.from % TICKS_PER_SECOND);
  return true;
}

function roundingText({ style, stepTicks }: Extract<TemplatePart, { kind: 'time' }>): string {
  if (style.kind === 'date' && !style.layout.includes('dd')) return 'floor to the month';
  return stepTicks === 1n ? 'exact' : `floor ${durationText(stepTicks)}`;
}

function describe(pair: TemplatePair): Pick<KeyScheme, 'timeSource' | 'rounding' | 'order'> {
  const [left, right] = [timePartOf(pair.partition), timePartOf(pair.row)];
  const time = left ?? right;
  if (time === undefined) return { timeSource: 'none', rounding: 'none', order: 'none' };
  const isDescending = time.style.kind === 'number' && time.style.name.startsWith('Inverted');
  return {
    timeSource: left === undefined ? 'row' : right === undefined ? 'partition' : 'both',
    rounding: roundingText(time),
    order: isDescending ? 'descending' : 'ascending',
  };
}

/** The row of a map: the bucket with which a key begins, else what the key holds besides its time, as for schemes that are built in. */
function groupOf(template: KeyTemplate, partitionKey: string): string {
  const [first] = template.parts;
  const isSpread = first?.kind === 'writer' || first?.kind === 'hash';
  const number = isSpread ? partitionKey.slice(0, first.width) : '';
  if (/^\d+$/.test(number)) return String(Number(number));
  if (timePartOf(template) === undefined) return partitionKey;
  const pieces = decodeTemplate(template, partitionKey)?.pieces;
  if (pieces === undefined) return 'other';
  const texts = pieces.filter(({ part }) => !NAMELESS.has(part.kind)).map(({ text }) => text);
  return texts.length === 0 ? 'all' : texts.join(' ');
}

/** Parts that name no row of a map: the same in all keys, or different in each. */
const NAMELESS: ReadonlySet<TemplatePart['kind']> = new Set(['literal', 'time', 'guid']);

/**
 * Makes a key scheme from two templates. Like any other scheme, it reads keys, plans queries and groups maps.
 */
function templateScheme(pair: TemplatePair): KeyScheme {
  const { partition, row } = pair;
  const name = {
    id: templateSchemeId(partition.text, row.text),
    title: `Template ${partition.text} / ${row.text}`,
  };
  const templateOf = (part: KeyPart): KeyTemplate | undefined =>
    part === 'partition' ? partition : part === 'row' ? row : undefined;
  const isPlain = [partition, row].every((template) => templateProperties(template).length === 0);
  return defineScheme({
    ...name,
    writer: 'described in Design',
    ...describe(pair),
    grammar: { partition: partition.text, row: row.text },
    read: (text, part, hint) => {
      const template = templateOf(part);
      return template === undefined ? undefined : readingOf(name, template, text, hint.part !== undefined);
    },
    segments: (text, part) => {
      const template = templateOf(part);
      return template === undefined ? undefined : templateSegments(template, text);
    },
    ranges: (window, options) => rangesOf(pair, window, options),
    homes: (options) => homesOf(pair, options),
    rowTime: (partitionKey, rowKey, into) => {
      const window = finer(
        decodeTemplate(partition, partitionKey)?.window,
        decodeTemplate(row, rowKey)?.window,
      );
      return window !== undefined && setTime(window, into);
    },
    groupOf: (partitionKey) => groupOf(partition, partitionKey),
    ...(partsBefore(timedKey(pair)) !== undefined && {
      takesTextBefore: true,
      textBefore: (text) => textBefore(timedKey(pair), text),
    }),
    ...(isPlain && {
      encode: (ticks, options) => {
        const key = encodeTemplate(partition, {
          ticks,
          ...(options.prefix === undefined ? {} : { writer: options.prefix }),
        });
        return key.ok ? { partitionKey: key.value } : {};
      },
    }),
  });
}

/** Schemes made from ids are kept, because a plan looks one up for every change of a form. */
const MADE = new Map<string, KeyScheme | undefined>();
const MOST_MADE = 50;

/** The scheme of an id that holds two templates; undefined for every other id. */
function templateSchemeById(id: string): KeyScheme | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  if (!MADE.has(id)) {
    if (MADE.size >= MOST_MADE) MADE.clear();
    const pair = pairOfId(id);
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
