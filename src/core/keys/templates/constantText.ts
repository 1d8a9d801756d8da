import { parseTemplate } from '../grammar/parseTemplate.ts';

/**
 * Whether a template has letters or digits that are the same in all its keys, or a list of values. In a template made from pasted keys,
 * these may name a customer. It also works for templates that are not finished yet.
 */
export function hasConstantText(template: string): boolean {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return template !== '';
  return parsed.value.parts.some(
    (part) =>
      (part.kind === 'literal' && /[\p{L}\p{N}]/u.test(part.text)) ||
      (part.kind === 'property' && part.values !== undefined),
  );
}
