import { type KeyDesign, templatesOf } from '../../design/bench/judgeDesign.ts';
import { countText } from '../../words.ts';
import { findForbiddenInKey } from '../../keyText.ts';
import type { KeyTemplate, TemplatePart } from '../../keys/grammar/keyTemplate.ts';
import { retext } from '../../keys/templates/retext.ts';
import { changedRows, type AdviceRule, SOURCES } from './rule.ts';

/** Matches characters that keys may contain but addresses must escape. Tools that forget to escape them request another key. */
const NEEDS_ESCAPE = /[%+&'"<>]/;

/** The literal texts of all templates. */
function literalsOf(design: KeyDesign): string {
  const parts = templatesOf(design).flatMap((template) => template.parts);
  return parts.map((part) => (part.kind === 'literal' ? part.text : '')).join('');
}

/** A template without these characters in its literal texts. */
function plain(template: KeyTemplate): string {
  return retext(template, ({ kind }, own) =>
    kind === 'literal' ? own.replaceAll(new RegExp(NEEDS_ESCAPE, 'g'), '-') : own,
  );
}

export const refusedCharacters: AdviceRule = {
  id: 'refused-characters',
  title: 'Keys hold characters that are refused or often broken',
  source: SOURCES.model,
  ofDesign: ({ design }) => {
    const bad = NEEDS_ESCAPE.exec(literalsOf(design))?.[0];
    return bad === undefined
      ? undefined
      : {
          evidence: `The template contains ${bad}, which addresses and filters must escape. Tools that do not escape it read another key.`,
          fix: 'Use letters, digits, _ and - only.',
          better: { partition: plain(design.partition), ...changedRows(design, plain) },
        };
  },
  ofKeys: ({ partitionKeys, rowKeys }) => {
    const keys = [...partitionKeys, ...rowKeys];
    const refused = keys.flatMap((key) => findForbiddenInKey(key) ?? []);
    const [first] = refused;
    if (first !== undefined) {
      return {
        evidence: `${countText(refused.length)} of ${countText(keys.length)} keys hold a character that the service refuses, such as ${first.name}.`,
        fix: 'Replace / \\ # ? and control characters before writing, in a reversible way.',
      };
    }
    const escaped = keys.filter((key) => NEEDS_ESCAPE.test(key));
    const mark = NEEDS_ESCAPE.exec(escaped[0] ?? '')?.[0];
    return mark === undefined
      ? undefined
      : {
          evidence: `${countText(escaped.length)} of ${countText(keys.length)} keys hold ${mark} or another character that addresses must escape.`,
          fix: 'Use letters, digits, _ and - only.',
        };
  },
};

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7e) return false;
  return true;
}

/** A literal without accents. What has no ASCII form, or cannot be in keys, becomes `-`. */
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
    isAscii(literalsOf(design))
      ? undefined
      : {
          evidence:
            'The template holds a character beyond ASCII: letters that look alike may differ, and they do not sort by alphabet.',
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
          evidence: `${countText(count)} of ${countText(keys.length)} keys hold characters beyond ASCII: letters that look alike may differ, and they do not sort by alphabet.`,
          fix: 'Write the text as ASCII, and keep the original as a property. A template cannot do that: change the writer.',
        };
  },
};
