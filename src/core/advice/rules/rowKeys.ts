import type { KeyDesign } from '../../design/bench/judgeDesign.ts';
import type { KeyTemplate } from '../../keys/grammar/keyTemplate.ts';
import type { BetterDesign } from './rule.ts';

/** Applies a change to both RowKeys of a design with twin rows, or to its only RowKey. */
export function changedRows(
  { row, twin }: KeyDesign,
  change: (template: KeyTemplate) => string,
): Pick<BetterDesign, 'row' | 'twin'> {
  return { row: change(row), twin: twin && change(twin) };
}

export function changedRow(
  design: KeyDesign,
  changed: KeyTemplate,
  text: string,
): Pick<BetterDesign, 'row' | 'twin'> {
  return changedRows(design, (template) => (template === changed ? text : template.text));
}

/** A key with a part added at its end. */
export function appended(text: string, part: string): string {
  return text === '' ? part : `${text}_${part}`;
}
