import { countText, rowCountWords, someOf } from '../../../core/words.ts';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { stateWords } from '../../../core/plan/completenessText.ts';
import type { PointsWords } from '../../../state/results/pointsResult.ts';
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

/** At most this many of the properties that are not points are named. */
const NAMED = 3;

function pointCountWords(count: number): string {
  return `${countText(count)} ${count === 1 ? 'point' : 'points'}`;
}

/** What the points are, then one sentence for everything in the rows that is not among them. */
export function pointsText(
  { of, receipt, kept }: PointsWords,
  completeness: Completeness,
): readonly string[] {
  const { rows, points, rowsLeft, counts } = receipt;
  const { rowsWithoutTime, nulls, notNumbers, beyondRow, beyondTime, otherProperties } = counts;
  const others = [...otherProperties.keys()];
  return [
    `${stateWords(completeness)}: ${pointCountWords(kept)} from ${rowCountWords(rows)} of ${of}`,
    ...(rowsLeft > 0 ? [`${rowCountWords(rowsLeft)} not read: this page can hold no more points`] : []),
    ...(kept < points ? [`${pointCountWords(points - kept)} with the keys of others left out`] : []),
    ...(nulls > 0 ? [`${pointCountWords(nulls)} without a value (null), which is not zero`] : []),
    ...(notNumbers > 0 ? [`${countText(notNumbers)} are not numbers`] : []),
    ...(beyondRow > 0 ? [`${countText(beyondRow)} are later than the time their row covers`] : []),
    ...(beyondTime > 0 ? [`${countText(beyondTime)} are after the year 9999 and left out`] : []),
    ...(rowsWithoutTime > 0
      ? [`${rowCountWords(rowsWithoutTime)} without a time, so their points have none`]
      : []),
    ...(others.length > 0 ? [`Not points: ${someOf(others, NAMED)}`] : []),
  ];
}
