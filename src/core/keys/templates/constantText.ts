import { parseTemplate } from './parseTemplate.ts';

/**
 * Whether a template holds letters or digits that are the same in all its keys: of pasted keys, they may name a customer. Unfinished
 * templates may, too.
 */
export function hasConstantText(template: string): boolean {
  const parsed = parseTemplate(template);
  if (!parsed.ok) return template !== '';
  return parsed.value.parts.some((part) => part.kind === 'literal' && /[\p{L}\p{N}]/u.test(part.text));
}
