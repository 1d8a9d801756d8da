import { key, type KeyFormEntry, type KeyScheme } from '../base/keyScheme.ts';
import type { KeyHint } from '../base/scheme.ts';
import { addTemplateSchemes } from '../schemeRegistry.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { compiled, formSegments } from '../grammar/keyForm.ts';
import { fixedWidth, type KeyTemplate, type TemplatePart, timePartOf } from '../grammar/keyTemplate.ts';
import { parseTemplate } from '../grammar/parseTemplate.ts';
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

/** Makes a key scheme from two templates. Like any other scheme, it reads keys, plans queries and groups maps. */
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
