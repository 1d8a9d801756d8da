import type { DiagnosisRule } from './finding.ts';
import { hotRows } from './hotRows.ts';
import { activeRows } from './view.ts';

/**
 * Reports a prefix near the target of a partition, or far above the others. Writers differ, so small differences are not
 * reported.
 */
export const hotPrefix: DiagnosisRule = {
  title: 'Hot prefix',
  isBlind: (view) => view.rowsAre === 'prefix' && activeRows(view).length < 2,
  lacks: 'fewer than 2 prefixes have rows',
  find: (view) =>
    view.rowsAre === 'prefix' && view.labels.length > 1
      ? hotRows(view, {
          id: 'hot-prefix',
          title: 'Hot prefix',
          advice:
            'Spread its writers over more prefixes (a larger event volume), or add a factor to the key.',
        })
      : [],
};
