import { isLikeTicks, ticksToIso } from '../../time/ticks.ts';
import { TYPE_DATETIME, TYPE_DOUBLE, TYPE_INT64, TYPE_STRING } from '../page/typeTable.ts';
import type { CellValue, EntityStore } from '../store/entityStore.ts';
import { VALUE_ABSENT, VALUE_TWICE } from '../store/propertyReader.ts';
import type { ColumnReader } from './columnFacts.ts';
import { PLACEHOLDERS, templateParts } from './placeholders.ts';
import { instantKey, KIND_TEXT, numberKey, setText } from './sortKey.ts';
import { templateTest } from './templateTest.ts';
import { isText, oneLine, TextComparer } from './textComparer.ts';

/** Ends the template of a long text: only the beginning of such a text is used. */
const MORE = ' \u2026';
/** Number of texts whose match is cached, since many columns have few different texts. */
const MOST_KNOWN = 65_536;
/** Characters of a long text that are matched; the rest is ignored. */
const MOST_CHARS = 2000;
/** A whole number, with or without leading zeros. */
const WHOLE = /^-?0*(\d{1,19})$/u;
/** Number of digits of present-day ticks. */
const TICKS_DIGITS = 18;
const DOUBLE = /^-?\d+(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+)$/u;
const ISO_DATE = /^\d{4}-\d\d-\d\dT/u;
/** Digits grouped in threes, such as 1,204. */
const GROUPED = /^(-?\d{1,3})(?:,\d{3})+$/u;

/**
 * Reads what the texts of a property hold at one placeholder of a template, as a number or time if possible. Texts of other templates
 * have no value.
 */
export function parameterReader(
  store: EntityStore,
  name: string,
  { place, template }: { readonly place: number; readonly template: string },
): ColumnReader {
  const read = store.propertyReader(name);
  const isOfTemplate = templateTest(template);
  const comparer = new TextComparer((text) => Number(isOfTemplate(text)));
  const form = formOf(template, place);
  const known = new Map<number, boolean>();
  const has = (reference: number): boolean => {
    const value = store.valueAt(reference);
    return isText(value) && comparer.of(value) === 1 && form.test(oneLine(value).slice(0, MOST_CHARS));
  };
  const valueOf = (reference: number): CellValue => {
    const [, text = ''] = form.exec(oneLine(store.valueAt(reference)).slice(0, MOST_CHARS)) ?? [];
    return typed(text);
  };
  return {
    referenceOf: (row) => {
      const reference = read(row);
      if (reference === VALUE_ABSENT || reference === VALUE_TWICE) return VALUE_ABSENT;
      const isKnown = known.get(reference) ?? has(reference);
      if (known.size < MOST_KNOWN) known.set(reference, isKnown);
      return isKnown ? reference : VALUE_ABSENT;
    },
    keyOf: (reference, key) => {
      const { type, text } = valueOf(reference);
      setText(key, KIND_TEXT);
      if (type === 'Edm.String') return TYPE_STRING;
      const isTime = type === 'Edm.DateTime';
      Object.assign(key, isTime ? instantKey(text) : numberKey(text));
      if (isTime) return TYPE_DATETIME;
      return type === 'Edm.Int64' ? TYPE_INT64 : TYPE_DOUBLE;
    },
    valueOf,
  };
}

/**
 * Gives a text the type that it is written in. Whole numbers beyond 64 bits stay texts, because they would be rounded. Those of equal
 * length still sort as numbers do.
 */
function typed(text: string): CellValue {
  if (ISO_DATE.test(text) && instantKey(text) !== undefined) return { type: 'Edm.DateTime', text };
  const plain = (GROUPED.test(text) ? text.replaceAll(',', '') : text).replace(/^\+/u, '');
  const [, digits] = WHOLE.exec(plain) ?? [];
  if (digits === undefined)
    return DOUBLE.test(plain) ? { type: 'Edm.Double', text: plain } : { type: 'Edm.String', text };
  if (digits.length < TICKS_DIGITS) return { type: 'Edm.Int64', text: plain };
  const number = BigInt(plain);
  if (isLikeTicks(number)) return { type: 'Edm.DateTime', text: ticksToIso(number) };
  return BigInt.asIntN(64, number) === number
    ? { type: 'Edm.Int64', text: plain }
    : { type: 'Edm.String', text };
}

/** A pattern for the texts of a template. Its group is what a text has in place of the given placeholder, counted from 0. */
function formOf(template: string, place: number): RegExp {
  const isCut = template.endsWith(MORE);
  const whole = isCut ? template.slice(0, -MORE.length) : template;
  const parts = templateParts(whole).map((part, at) => {
    if (at % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
    // A text may also contain the placeholder itself, as written.
    const written = `${PLACEHOLDERS[part] ?? ''}|${part}`;
    return (at - 1) / 2 === place ? `(${written})` : `(?:${written})`;
  });
  // The template of a cut text ends with a whole word.
  const end = parts.at(-1) === '' ? String.raw`(?!\S)` : '';
  return new RegExp(`^${parts.join('')}${isCut ? end : '$'}`, 's');
}
