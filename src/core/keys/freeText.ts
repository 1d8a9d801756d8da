import { formList } from './base/keyScheme.ts';
import type { KeyReading } from './base/scheme.ts';
import { KEY_SCHEMES } from './schemeRegistry.ts';
import { readingOf } from './base/schemeSpec.ts';
import { compileForm } from './grammar/keyForm.ts';

/** Schemes whose PartitionKey may be any text: those that know more about it come first, otherwise the order of the registry. */
const GUESSES = KEY_SCHEMES.flatMap((scheme) => {
  const form = formList(scheme.entry.partition).find(({ isGuess }) => isGuess);
  const { parts = [], match } = form === undefined ? {} : compileForm(form);
  const [part] = parts;
  if (part?.kind !== 'property' || match === undefined) return [];
  const implied = parts.flatMap((fact) => (fact.kind === 'fact' ? [[fact.name, fact.value] as const] : []));
  const isAny = /^\.[*+]$/.test(part.pattern);
  const isAlike = (text: string): boolean => !isAny && match(text) !== undefined;
  return [{ scheme, field: part.name, implied, isAlike, knowledge: implied.length * 2 + (isAny ? 0 : 1) }];
}).toSorted((a, b) => b.knowledge - a.knowledge);

/** An id has a letter or a digit, and no blanks: text with blanks is prose. */
const ID_TEXT = /^(?=.*[\p{L}\p{N}])[^\s\p{Cc}]{1,512}$/u;

/**
 * Guesses for a text that no scheme reads: the writers that accept any PartitionKey. Their confidence is very low, but they tell
 * which key would hold the time.
 */
export function freeTextReadings(text: string): readonly KeyReading[] {
  if (!ID_TEXT.test(text)) return [];
  return GUESSES.flatMap(({ scheme, field, implied, isAlike }) => {
    const isLike = isAlike(text);
    const place = scheme.timeSource === 'none' ? 'its keys hold no time' : 'the time is in the RowKey';
    const reason = `any text can be the PartitionKey of this writer (${field})${isLike ? ', and this looks like one' : ''}; ${place}`;
    const fields = [[field, text] as const, ...implied];
    return readingOf(scheme, undefined, undefined, fields, isLike ? 0.12 : 0.02, reason) ?? [];
  });
}
