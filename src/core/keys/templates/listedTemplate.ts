import { parseTemplate } from '../grammar/parseTemplate.ts';
import { compiled, cutKey } from '../grammar/keyForm.ts';
import { pairOfSchemeId, templateSchemeId } from './templateScheme.ts';

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
