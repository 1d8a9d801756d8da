import type { ReactNode } from 'react';
import { verdictOf } from '../core/stress/verdict.ts';
import { countText, numberText, secondsText } from '../core/words.ts';
import { keysText, loadText, policyText } from './planWords.ts';
import css from './stress.module.css';
import type { TestResult } from './testRun.ts';

/** The loads of this visit side by side, newest first. */
export function PastRuns({ past }: { readonly past: readonly TestResult[] }): ReactNode {
  if (past.length < 2) return undefined;
  return (
    <section className={css.section} aria-label="Tests compared">
      <h2>Tests compared</h2>
      <div className={css.wide}>
        <table className={css.table}>
          <thead>
            <tr>
              {[
                'Keys, load and retries',
                'Entities/s',
                'Result',
                'Lost',
                'Requests per operation',
                'Backlog gone after',
                'p50, ms',
                'p99, ms',
              ].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {past.map((result, at) => (
              <Row key={past.length - at} result={result} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const FOUND = {
  throttled: 'throttled',
  browser: 'browser was the limit',
  slow: 'slow answers were the limit',
  served: 'not throttled',
  nothing: 'nothing measured',
} as const;

function Row({ result: { plan, record, isEmulator } }: { readonly result: TestResult }): ReactNode {
  const { kind, perSecond } = verdictOf(record, plan, { isEmulator });
  return (
    <tr>
      <th scope="row">
        {keysText(plan)}. {loadText(plan)}. {policyText(plan)}
      </th>
      <td>{countText(perSecond)}</td>
      <td>{FOUND[kind]}</td>
      <td>{countText(record.totals.lost)}</td>
      <td>{numberText(record.amplification)}</td>
      <td>{record.drainMs === undefined ? 'not before the end' : secondsText(record.drainMs / 1000)}</td>
      <td>{numberText(record.fromDue.at(0.5))}</td>
      <td>{numberText(record.fromDue.at(0.99))}</td>
    </tr>
  );
}
