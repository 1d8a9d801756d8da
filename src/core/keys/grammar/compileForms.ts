import { durationText } from '../../time/durationText.ts';
import { ALL_KEYS, keysBeginningWith } from '../base/keySpan.ts';
import type { KeyRangeOptions, KeyScheme, KeySpan, TickSpan } from '../base/scheme.ts';
import type { ShapeTest } from '../base/shapeTests.ts';
import { compileForm, type KeyForm, type KeyFormEntry } from './keyForm.ts';
import type { TimeCodec } from './timeCodec.ts';
import { type FoundSpan, spansOfTime, textOfTime } from './timeSpans.ts';

/** The forms of one kind of key. */
export type Forms = readonly KeyForm[];

export function formsOf(entries: KeyFormEntry | readonly KeyFormEntry[] | undefined): Forms {
  return (entries === undefined ? [] : 'template' in entries ? [entries] : entries).map(compileForm);
}

export function shapeOfForms(forms: Forms): ShapeTest {
  return (shape) => forms.some((form) => form.shape(shape));
}

/** Forms whose times a window selects. */
export function timed(forms: Forms): Forms {
  return forms.filter(({ time, isExtra }) => time !== undefined && isExtra !== true);
}

function isSame(a: KeySpan, b: KeySpan): boolean {
  return a.from === b.from && a.to === b.to;
}

/** The spans of all forms in key order, each once; one alone if a form needs all keys. */
export function spansOf(forms: Forms, title: string, window: TickSpan, before = ''): readonly FoundSpan[] {
  const found = forms.flatMap(({ time, parts, timeIndex }) => {
    const literal = parts
      .slice(0, timeIndex)
      .filter(({ kind }) => kind === 'literal')
      .map(({ text }) => text)
      .join('');
    return time === undefined ? [] : spansOfTime(time, title, window, before + literal);
  });
  const all = found.find(({ span }) => span === ALL_KEYS);
  if (all !== undefined) return [all];
  const sorted = found.toSorted((a, b) => ((a.span.from ?? '') < (b.span.from ?? '') ? -1 : 1));
  return sorted.filter(({ span }, at) => at === 0 || !isSame(span, (sorted[at - 1] as FoundSpan).span));
}

export function homesOf(forms: Forms): readonly KeySpan[] {
  const homes = forms.flatMap(({ time, parts, timeIndex }) => {
    const before = parts
      .slice(0, timeIndex)
      .filter(({ kind }) => kind === 'literal')
      .map(({ text }) => text)
      .join('');
    return (time?.orders ?? []).map(({ home }) => behind(before, home));
  });
  return homes.filter((home, at) => homes.findIndex((other) => isSame(home, other)) === at);
}

export function behind(before: string, span: KeySpan): KeySpan {
  if (before === '') return span;
  if (span === ALL_KEYS) return keysBeginningWith(before);
  const { from = '', to } = span;
  const end = to === undefined ? keysBeginningWith(before).to : before + to;
  return { from: before + from, ...(end === undefined ? {} : { to: end }) };
}

export function withReason(reason: string | undefined): { readonly reason?: string } {
  return reason === undefined ? {} : { reason };
}

export function ofTable({ tableName }: KeyRangeOptions): { readonly tableName?: string } {
  return tableName === undefined ? {} : { tableName };
}

export function roundingWords(codec: TimeCodec | undefined): string {
  if (codec === undefined) return 'none';
  return codec.step === 1n ? 'exact' : `floor to ${durationText(codec.step)}`;
}

/** The key of an instant up to the first text that nobody knows; undefined if that is before its time. */
export function encoded(form: KeyForm, ticks: bigint): string | undefined {
  let text = '';
  for (const part of form.parts) {
    if (part.kind === 'literal') text += part.text;
    else if (part.codec !== undefined) {
      const own = textOfTime(part.codec, ticks);
      if (own === undefined) return undefined;
      text += own;
    } else if (part.kind === 'text') return form.parts.indexOf(part) > form.timeIndex ? text : undefined;
  }
  return text;
}

export function mostOf(forms: Forms): number {
  return Math.max(
    ...forms.map(({ confidence, most }) => most ?? (typeof confidence === 'number' ? confidence : 1)),
  );
}

/** How keys sort: texts that sort by local time, or not at all, have no order. */
export function orderOf(codec: TimeCodec | undefined): KeyScheme['order'] {
  if (codec === undefined || codec.orders.length === 0 || codec.isUnordered === true) return 'none';
  return codec.isDescending ? 'descending' : 'ascending';
}
