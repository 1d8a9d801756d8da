import type { Completeness } from '../../../core/plan/completeness.ts';
import { countText, rowCountWords } from '../../../core/words.ts';
import type { FileWords } from '../../../state/results/file/openExport.ts';

/** `File, completeness unknown: 21,509 rows of Logs.csv, keys read as Plain ticks`, followed by what else the file held. */
export function fileText({ name, summary }: FileWords, completeness: Completeness): readonly string[] {
  const { repeated, schemeTitle } = summary;
  const isLacking = completeness.state === 'incomplete' || completeness.state === 'stopped';
  return [
    `File, ${isLacking ? 'not complete' : 'completeness unknown'}: ${rowCountWords(completeness.rows)} of ${name}, keys read as ${schemeTitle}`,
    ...(repeated > 0
      ? [`Rows with the keys of an earlier row, not counted again: ${countText(repeated)}.`]
      : []),
  ];
}
