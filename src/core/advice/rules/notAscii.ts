import { countText } from '../../words.ts';
import type { TemplatePart } from '../../keys/grammar/keyTemplate.ts';
import { retext } from '../../keys/templates/retext.ts';
import { changedRows, templatesOf } from './rowKeys.ts';
import { type AdviceRule, SOURCES } from './rule.ts';

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7e) return false;
  return true;
}

/** A literal without accents; what has no ASCII form becomes -, and so does what keys cannot hold. */
function asAscii(part: TemplatePart, own: string): string {
  if (part.kind !== 'literal') return own;
  return own
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^ -~]|[/\\#?]/gu, '-');
}

export const notAscii: AdviceRule = {
  id: 'not-ascii',
  title: 'Keys are not plain ASCII',
  source: SOURCES.model,
  ofDesign: ({ design }) =>
    isAscii(
      templatesOf(design)
        .flatMap(({ parts }) => parts.map((part) => (part.kind === 'literal' ? part.text : '')))
        .join(''),
    )
      ? undefined
      : {
          evidence:
            'The template holds a character beyond ASCII: letters that look alike may differ, and their order is by code, not by alphabet.',
          fix: 'Write ASCII only; keep the text as a property.',
          better: {
            partition: retext(design.partition, asAscii),
            ...changedRows(design, (template) => retext(template, asAscii)),
          },
        },
  ofKeys: ({ partitionKeys, rowKeys }) => {
    const keys = [...partitionKeys, ...rowKeys];
    const count = keys.filter((key) => !isAscii(key)).length;
    return count === 0
      ? undefined
      : {
          evidence: `${countText(count)} of ${countText(keys.length)} keys hold characters beyond ASCII: letters that look alike may differ, and their order is by code.`,
          fix: 'Normalise the text and write it as ASCII; keep the original as a property. No template changes values: their writer must.',
        };
  },
  demo: { kind: 'keys', lines: ['caf\u00e9', 'cafe\u0301'] },
};
