import { CircleAlert, CircleCheck, CircleQuestionMark, Gauge, Hourglass } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type StressVerdict, verdictOf } from '../core/stress/verdict.ts';
import { Button } from '../ui/controls/Button.tsx';
import { reportData, reportHtml, reportJson } from './report.ts';
import css from './stress.module.css';
import type { TestResult } from './testRun.ts';

const ICONS: Readonly<Record<StressVerdict['kind'], ReactNode>> = {
  throttled: <Gauge aria-hidden="true" />,
  browser: <CircleQuestionMark aria-hidden="true" />,
  slow: <Hourglass aria-hidden="true" />,
  served: <CircleCheck aria-hidden="true" />,
  nothing: <CircleAlert aria-hidden="true" />,
};

export type SaveReport = (extension: 'html' | 'json', text: string) => void;

/**
 * What a load proves, with its evidence, and what to do next.
 * @param props `toDesign` makes the address that opens these keys in Design with a number of prefixes.
 */
export function VerdictPane(props: {
  readonly result: TestResult;
  readonly toDesign: (prefixes?: number) => string | undefined;
  readonly save: SaveReport;
}): ReactNode {
  const { result, toDesign, save } = props;
  const { record, plan, isEmulator } = result;
  const verdict = useMemo(() => verdictOf(record, plan, { isEmulator }), [record, plan, isEmulator]);
  const groups = verdict.advice?.groups;
  const link = groups === undefined ? undefined : toDesign(groups);
  return (
    <section className={css.verdict} aria-label="Verdict" data-kind={verdict.kind}>
      <h2>
        {ICONS[verdict.kind]}
        {verdict.sentence}
      </h2>
      <ul aria-label="Evidence">
        {verdict.evidence.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {verdict.advice !== undefined && (
        <p className={css.advice}>
          {link === undefined ? verdict.advice.text : <a href={link}>{verdict.advice.text}</a>}
        </p>
      )}
      <div className={css.buttons}>
        <Button size="small" onPress={() => save('html', reportHtml(reportData(result, verdict)))}>
          Save report
        </Button>
        <Button size="small" onPress={() => save('json', reportJson(reportData(result, verdict)))}>
          Save as JSON
        </Button>
      </div>
    </section>
  );
}
