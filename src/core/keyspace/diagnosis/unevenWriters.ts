import { countText, numberText, shareText } from '../../words.ts';
import type { DiagnosisRule, DiagnosisView, FindingCells, WriterFacts } from './finding.ts';
import { phrase } from './phrase.ts';
import { upperOutliers } from './outliers.ts';
import { confidenceOf } from './statistics.ts';
import { cellsOf, isNearTarget, meanRate } from './view.ts';

const LEAST_ROWS = 200;
/** Below this share of all rows a writer is no problem. */
const LEAST_SHARE = 0.02;

/** The map row that holds what a writer wrote, if one does. */
function cellsOfWriter(view: DiagnosisView, { label, group }: WriterFacts): readonly FindingCells[] {
  const row = view.labels.indexOf(view.rowsAre === 'writer' ? label : (group ?? ''));
  return row < 0 ? [] : [cellsOf(view, view.active, [row])];
}

/** Reports one writer (the identity in the RowKey) with far more rows than the others. */
export const unevenWriters: DiagnosisRule = {
  title: 'Uneven writers',
  needs: 'every key',
  isBlind: ({ facts }) => facts.writers === undefined,
  lacks: 'RowKeys name no writer',
  find: (view) => {
    const { facts } = view;
    const writers = (facts.writers ?? []).filter(({ rows }) => rows > 0);
    const total = writers.reduce((sum, { rows }) => sum + rows, 0);
    const [most] = total < LEAST_ROWS ? [] : upperOutliers(writers.map(({ rows }) => rows));
    const top = most && writers[most.index];
    if (most === undefined || top === undefined || top.rows < total * LEAST_SHARE) return [];
    return [
      {
        id: 'uneven-writers',
        title: `Uneven writers`,
        figure: `1 of ${countText(writers.length)} wrote ${shareText(top.rows / total)}`,
        sentence: phrase`${top.label} wrote ${shareText(top.rows / total)} of ${countText(total)} rows, ${numberText(most.times)} times the median of ${countText(writers.length)} writers.`,
        confidence: confidenceOf(most.lnP),
        severity: isNearTarget(view, meanRate(view, top.rows)) ? 'fault' : 'note',
        cells: cellsOfWriter(view, top),
        advice: 'Check what that machine logs: an error loop, or a log level that is too verbose.',
      },
    ];
  },
};
