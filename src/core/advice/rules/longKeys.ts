import { countText, numberText } from '../../words.ts';
import { MAX_KEY_LENGTH } from '../../odata/keyText.ts';
import { type KeyDesign, keptRows } from '../../design/bench/judgeDesign.ts';
import type { KeyTemplate, TemplatePart } from '../../keys/grammar/keyTemplate.ts';
import { retext } from '../../keys/templates/retext.ts';
import { changedRows, templatesOf } from './rowKeys.ts';
import { type AdviceRule, demoDesign, type Found, SOURCES } from './rule.ts';

/** Every row, answer and index page contains both keys. Longer keys cost more than the values of most rows. */
const LONG_BYTES = 256;

/** Cuts a literal to its first letters, and keeps the separator at its end. */
const LONG_TEXT = 16;
const SHORT_TEXT = 8;
/** Digits of the largest Int64. */
const MOST_DIGITS = 19;

function shortened(part: TemplatePart, own: string): string {
  if (part.kind === 'literal')
    return own.length <= LONG_TEXT
      ? own
      : own.slice(0, SHORT_TEXT) + (/[^\p{L}\p{N}]+$/u.exec(own)?.[0].slice(0, 3) ?? '');
  return part.kind === 'property' && part.width !== undefined && part.width > MOST_DIGITS
    ? `{${part.name}:D${MOST_DIGITS}}`
    : own;
}

/** Shorter templates; none if the keys are long because of values, which only the writer can shorten. */
function changed(design: KeyDesign): Pick<Found, 'better'> {
  const short = (template: KeyTemplate): string => retext(template, shortened);
  const better = { partition: short(design.partition), ...changedRows(design, short) };
  return templatesOf(design).every((template) => short(template) === template.text) ? {} : { better };
}

export const longKeys: AdviceRule = {
  id: 'long-keys',
  title: 'Keys are long',
  source: SOURCES.model,
  ofDesign: ({ design, write, workload }) =>
    write.keyBytes <= LONG_BYTES
      ? undefined
      : {
          evidence: `Both keys take ${countText(write.keyBytes)} bytes, ${numberText((write.keyBytes * keptRows(workload)) / 1e9)} GB of the table's rows.`,
          fix: 'Shorten literals and padding; keep descriptions as properties.',
          ...changed(design),
        },
  ofKeys: ({ partitionKeys, rowKeys }) => {
    const longest = Math.max(0, ...[...partitionKeys, ...rowKeys].map((key) => key.length));
    if (longest * 2 <= LONG_BYTES) return undefined;
    return longest > MAX_KEY_LENGTH
      ? {
          evidence: `The longest key has ${countText(longest)} characters; the service refuses more than ${MAX_KEY_LENGTH} (1 KiB).`,
          fix: 'Shorten it, or write a hash of the long part. No template shortens values: their writer must.',
        }
      : {
          evidence: `The longest key has ${countText(longest)} characters, ${countText(longest * 2)} bytes in every row.`,
          fix: 'Shorten it; keep descriptions as properties. No template shortens values: their writer must.',
        };
  },
  demo: demoDesign('{DeviceId}', `${'x'.repeat(140)}_{Ticks}`),
};
