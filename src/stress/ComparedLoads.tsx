import type { ReactNode } from 'react';
import type { StressRecord } from '../core/stress/stressRecord.ts';
import { countText, numberText, secondsText } from '../core/words.ts';
import css from './stress.module.css';

/** What a retry policy costs and saves. */
const OUTCOME: readonly (readonly [head: string, text: (record: StressRecord) => string])[] = [
  ['Requests', ({ totals }) => countText(totals.attempts)],
  ['Per operation', ({ amplification }) => numberText(amplification)],
  ['Not served', ({ unserved }) => countText(unserved)],
  [
    'Backlog gone after',
    ({ drainMs }) => (drainMs === undefined ? 'not before the end' : secondsText(drainMs / 1000)),
  ],
  ['Longest wait', ({ longestMs }) => secondsText(longestMs / 1000)],
];

export interface ComparedLoad {
  readonly name: string;
  readonly isBest?: boolean;
  /** Cells for the additional columns in `more` of the table. */
  readonly more?: readonly string[];
  readonly record: StressRecord;
}

/** Loads side by side: a simulation for each retry policy, or tests that were run. */
export function ComparedLoads(props: {
  readonly title: string;
  readonly more?: readonly string[];
  readonly loads: readonly ComparedLoad[];
}): ReactNode {
  const { title, more = [], loads } = props;
  return (
    <div className={css.across}>
      <table className={css.table}>
        <thead>
          <tr>
            {[title, ...more, ...OUTCOME.map(([head]) => head)].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {loads.map(({ name, isBest, more: cells = [], record }) => (
            <tr key={name} data-best={isBest}>
              <th scope="row">{name}</th>
              {[...cells, ...OUTCOME.map(([, text]) => text(record))].map((text, at) => (
                <td key={at}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
