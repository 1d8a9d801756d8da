import type { ReactNode } from 'react';
import { verdictOf } from '../core/stress/verdict.ts';
import { countText, numberText, secondsText } from '../core/words.ts';
import { keysText, loadText, policyText } from './planWords.ts';
import css from './stress.module.css';
import type { TestResult } from './testRun.ts';
import type { StressRecord } from '../core/stress/stressRecord.ts';

const FOUND = {
  throttled: 'throttled',
  browser: 'browser limit',
  slow: 'slow answers',
  served: 'not throttled',
  nothing: 'nothing measured',
} as const;

/** The tests of this visit side by side, newest first. What all have in common is stated once above the table. */
export function PastRuns({ past }: { readonly past: readonly TestResult[] }): ReactNode {
  if (past.length < 2) return undefined;
  const plans = past.map(({ plan }) => [keysText(plan), loadText(plan), policyText(plan)]);
  const isCommon = (text: string): boolean => plans.every((texts) => texts.includes(text));
  const common = plans[0]?.filter(isCommon) ?? [];
  return (
    <section className={css.section} aria-label="Tests compared">
      <h2>Tests compared</h2>
      {common.length > 0 && <p className={css.note}>The same in all tests: {common.join('. ')}.</p>}
      <ComparedLoads
        title="Test"
        more={['Entities/s', 'Result', 'p50, ms', 'p99, ms']}
        loads={past.map(({ plan, record, isEmulator }, at) => {
          const { kind, perSecond } = verdictOf(record, plan, { isEmulator });
          const began = `${new Date(plan.startedAtMs).toISOString().slice(11, 19)} UTC`;
          const own = plans[at]?.filter((text) => !isCommon(text)) ?? [];
          const [p50, p99] = [0.5, 0.99].map((share) => numberText(record.fromDue.at(share)));
          return {
            name: [began, ...own].join('. '),
            more: [countText(perSecond), FOUND[kind], p50 ?? '', p99 ?? ''],
            record,
          };
        })}
      />
    </section>
  );
}

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
