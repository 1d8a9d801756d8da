import { key, type KeyFormEntry, type KeyScheme } from '../base/keyScheme.ts';
import type { KeyHint } from '../base/scheme.ts';
import { addTemplateSchemes } from '../schemeRegistry.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { compiled, formSegments, cutKey } from '../grammar/keyForm.ts';
import { fixedWidth, type KeyTemplate, type TemplatePart, timePartOf } from '../grammar/keyTemplate.ts';
import { parseTemplate } from '../grammar/parseTemplate.ts';
import { writerScheme } from '../grammar/compileScheme.ts';
import { percentDecoded, percentEncoded } from '../../percentText.ts';

export interface TemplatePair {
  readonly partition: KeyTemplate;
  readonly row: KeyTemplate;
}

const PREFIX = 'template:';

/** The id of the scheme of two templates. It contains them, so that links and workers can make the scheme from its id. */
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

/** Confidence of a key without a time: if its form is fixed at least in part, and if it may be any text. */
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
 * Whether a text that matches a template is meant as a key. If every part may be any text, or if a part contains spaces, it only counts
 * where the text is known to be a key: a template of one property matches every word, and with spaces every log line.
 */
function isKey(template: KeyTemplate, text: string, { part }: KeyHint): boolean {
  if (text === '' || part !== undefined) return text !== '';
  const pieces = /\s/u.test(text) ? compiled(template).match(text) : undefined;
  const { parts } = template;
  const hasSpace = parts.some(({ kind }, at) => kind === 'property' && /\s/u.test(pieces?.[at] ?? ''));
  return !hasSpace && !parts.every(isAnyText);
}

/** Makes a key scheme from two templates. Like any other scheme, it can read keys, plan queries and group maps. */
function templateScheme({ partition, row }: TemplatePair): KeyScheme {
  const time = timePartOf(partition) ?? timePartOf(row);
  return writerScheme({
    id: templateSchemeId(partition.text, row.text),
    title: `Template ${partition.text} / ${row.text}`,
    writer: 'described in Design',
    family: 'framework',
    source: 'described in Design',
    partition: formOf(partition),
    row: formOf(row),
    ...(time?.style.kind === 'date' &&
      !time.style.layout.includes('dd') && { rounding: 'floor to the month' }),
    refine: (reading, text, part, hint) =>
      isKey(part === 'row' ? row : partition, text, hint) ? reading : undefined,
    code: {
      segments: (text, part) =>
        part === 'table' ? undefined : formSegments(compiled(part === 'row' ? row : partition), '', text),
    },
  });
}

/** The schemes made so far, by id: a plan asks for one at every change of the form. */
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

/** The schemes of templates in text form, without those that cannot be parsed. */
export function templateSchemes(
  templates: readonly { readonly partition: string; readonly row: string }[],
): readonly KeyScheme[] {
  return templates.flatMap(
    ({ partition, row }) => templateSchemeById(templateSchemeId(partition, row)) ?? [],
  );
}

/** Lets `schemeById` find schemes of templates. Every view that may show one calls this. */
export function knowTemplates(): void {
  addTemplateSchemes(templateSchemeById);
}

/**
 * A template scheme with a list of values in place of the property before the time, so that a query names each. `texts`: what keys hold
 * before the time. Undefined if more than one property is before the time, or if a template cannot express a value or the list.
 */
export function listedTemplate(schemeId: string, texts: readonly string[]): string | undefined {
  const pair = pairOfSchemeId(schemeId);
  if (pair === undefined) return undefined;
  const { text, parts } = pair.partition;
  const before = parts.slice(
    0,
    parts.findIndex(({ kind }) => kind === 'time'),
  );
  const [part, ...more] = before.filter(({ kind }) => kind !== 'literal');
  if (part?.kind !== 'property' || part.width !== undefined || more.length > 0) return undefined;
  const own = compiled({ text, parts: before });
  const values = texts.map((each) => cutKey(own, each)?.fields.find(([name]) => name === part.name)?.[1]);
  if (!values.every((value) => value !== undefined && !/[{}|]|^\s|\s$/u.test(value))) return undefined;
  const partition = `${text.slice(0, part.from)}{${part.name} in ${values.join('|')}}${text.slice(part.to)}`;
  return parseTemplate(partition).ok ? templateSchemeId(partition, pair.row.text) : undefined;
}
