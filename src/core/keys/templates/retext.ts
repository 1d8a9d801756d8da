import { type KeyTemplate, literalText, type TemplatePart } from '../grammar/keyTemplate.ts';

/** A template with some parts written otherwise: `change` returns the new text of a hole, or of a literal without its doubled braces. */
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

/** A template without the parts that `isLeftOut` names, and without the separator beside each. */
export function withoutParts(template: KeyTemplate, isLeftOut: (part: TemplatePart) => boolean): string {
  const left: TemplatePart[] = [];
  let isGap = false;
  for (const part of template.parts) {
    if (isLeftOut(part)) {
      if (isSeparator(left.at(-1))) left.pop();
      else isGap = left.at(-1)?.kind === 'literal';
    } else {
      // Literal text before the gap has a separator of its own.
      if (!(isGap && isSeparator(part))) left.push(part);
      isGap = false;
    }
  }
  while (isSeparator(left[0])) left.shift();
  return retext({ text: template.text, parts: left }, (_part, own) => own);
}
