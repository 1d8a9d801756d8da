import { type KeyTemplate, literalText, type TemplatePart } from '../grammar/keyTemplate.ts';
import { parseTemplate } from '../grammar/parseTemplate.ts';

/**
 * The text of a template with some parts changed. `change` gets the text of a hole, or of a literal with single braces, and returns the new
 * one.
 */
export function retext(
  { text, parts }: KeyTemplate,
  change: (part: TemplatePart, own: string) => string,
): string {
  return parts
    .map((part) =>
      part.kind === 'literal'
        ? literalText(change(part, part.text))
        : change(part, text.slice(part.from, part.to)),
    )
    .join('');
}

function isSeparator(part: TemplatePart | undefined): boolean {
  return part?.kind === 'literal' && !/[\p{L}\p{N}]/u.test(part.text);
}

/** The text of a template without the parts for which `isLeftOut` is true, and without one separator beside each. */
export function withoutParts(template: KeyTemplate, isLeftOut: (part: TemplatePart) => boolean): string {
  const left: TemplatePart[] = [];
  let isGap = false;
  for (const part of template.parts) {
    if (isLeftOut(part)) {
      if (isSeparator(left.at(-1))) left.pop();
      else isGap = left.at(-1)?.kind === 'literal';
    } else {
      // The separator after the gap is dropped, because the literal before it already separates.
      if (!(isGap && isSeparator(part))) left.push(part);
      isGap = false;
    }
  }
  while (isSeparator(left[0])) left.shift();
  return retext({ text: template.text, parts: left }, (_part, own) => own);
}

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
