import { type ReactNode, useMemo, useState } from 'react';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { formatPlural, formatCount } from '../../../ui/format.ts';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { VisibleText, wordsOf } from '../../../ui/text/VisibleText.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import css from './plan.module.css';
import { explainFilter } from '../../../core/design/query/explainFilter.ts';
import { measuredRows, type WholeRead } from '../../../core/design/query/measuredRows.ts';
import { judgePlan } from '../../../core/design/query/planVerdict.ts';
import { classTitle, planFacts, RATING_WORDS, reasonText } from '../../../core/design/query/verdictWords.ts';
import { parseFilter } from '../../../core/odata/filter.ts';
import { costsPreflight } from '../../../state/connection/session.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import { useServices, useSession, useStore } from '../../shared/services.tsx';
import { VerdictParts } from '../../shared/VerdictParts.tsx';
import {
  completenessReport,
  type ReportedPlan,
  UNREAD_WORDS,
  unreadFilter,
  unreadTime,
} from '../../../core/plan/completenessReport.ts';
import type { UnreadRange, UnreadWhy } from '../../../core/plan/unreadRanges.ts';
import { clampTicks } from '../../../core/time/ticks.ts';
import { exportFileName } from '../../../state/base/exportFile.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { InstantText } from '../../../ui/keys/InstantText.tsx';
import type { RunState } from '../../../state/run/runState.ts';

/** Lists every planned query with its exact filter, and the coverage checks. */
export function PlanDialog(props: {
  readonly plan: QueryPlan;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}): ReactNode {
  const { queries, guards, notes } = props.plan;
  return (
    <Dialog title="Planned queries" isOpen={props.isOpen} onOpenChange={props.onOpenChange} size="wide">
      <PlanVerdict plan={props.plan} />
      <ul className={css.planNotes}>
        {notes.map((note) => (
          <li key={note}>{wordsOf(note)}</li>
        ))}
        {guards.length > 0 && (
          <li>
            {formatPlural(guards.length, 'coverage check')} request one row each below, between and above the
            planned keys: a row there means that the plan does not cover the table.
          </li>
        )}
      </ul>
      <FilterTable heads={['Query', 'Table', 'Class']}>
        {queries.map((query) => (
          <PlanRow key={query.index} {...query} />
        ))}
        {guards.map((guard) => (
          <PlanRow key={`check ${guard.index}`} {...guard} queryClass="coverage check, one row" />
        ))}
      </FilterTable>
    </Dialog>
  );
}

/** Queries, each with its filter and a button that copies it. */
function FilterTable(props: { readonly heads: readonly string[]; readonly children: ReactNode }): ReactNode {
  return (
    <table className={css.planTable}>
      <thead>
        <tr>
          {[...props.heads, '$filter'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col">
            <span data-visually-hidden="">Copy</span>
          </th>
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  );
}

function PlanRow(props: {
  readonly label: string;
  readonly tableName: string;
  readonly queryClass: string;
  readonly filter?: string | undefined;
}): ReactNode {
  const { label, tableName, queryClass, filter } = props;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{wordsOf(tableName)}</td>
      <td>{queryClass}</td>
      <FilterCells of={label} filter={filter} />
    </tr>
  );
}

/** A filter, and a button that copies it, as the last cells of a table row. */
function FilterCells(props: { readonly of: string; readonly filter: string | undefined }): ReactNode {
  const { of, filter } = props;
  return (
    <>
      <td className={css.filterText}>
        {filter === undefined ? 'none: every row' : <VisibleText text={filter} />}
      </td>
      <td>
        <CopyButton label={`Copy filter of ${of}`} text={filter ?? ''} size="small" />
      </td>
    </>
  );
}

/** The open results that hold all rows of their queries. */
function wholeReads(results: readonly OpenResult[]): readonly WholeRead[] {
  return results.flatMap(({ services }) => {
    const run = services.run.get();
    return run.phase === 'ended' && run.completeness.state === 'complete'
      ? [
          {
            plan: run.plan,
            rows: run.rows,
            requests: run.requests.filter(({ kind }) => kind !== 'search').length,
          },
        ]
      : [];
  });
}

/** What a plan costs, in full: its class with the reason, the figures, and what makes it slow. */
function PlanVerdict({ plan }: { readonly plan: QueryPlan }): ReactNode {
  const verdict = useMemo(() => judgePlan(plan), [plan]);
  const { all } = useStore(useServices().results);
  const session = useSession();
  const isPreflown = session !== undefined && costsPreflight(session);
  if (verdict === undefined) return undefined;
  const facts = [
    ...planFacts(verdict, measuredRows(plan, wholeReads(all))),
    ...(isPreflown ? [{ name: 'Preflights', value: 'one before each request: one more round trip' }] : []),
  ];
  const filter = plan.request.filter === undefined ? undefined : parseFilter(plan.request.filter);
  const { worst } = verdict;
  return (
    <section className={css.verdict} aria-label="Verdict">
      <p>
        <strong>{classTitle(worst)}.</strong>{' '}
        <span className={css.class} data-rating={worst.rating}>
          {RATING_WORDS[worst.rating]}.
        </span>{' '}
        {reasonText(worst)}
      </p>
      {filter?.ok === true && (
        <p>
          Filter in words: <VisibleText text={explainFilter(filter.value, plan.request.tableName)} />.
        </p>
      )}
      <VerdictParts facts={facts} causes={worst.causes} />
    </section>
  );
}

/** How many ranges are listed. Copying takes all. */
const SHOWN = 100;

const UNREAD = { button: 'Unread keys', title: 'Keys that were not read' } as const;
const UNPROVEN = { button: 'Unproven keys', title: 'Keys that may hold more rows' } as const;

/** A button that opens the list of unread key ranges; nothing if there are none. */
export function UnreadButton({ run }: { readonly run: RunState }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { completeness } = run;
  if (!('unread' in completeness) || completeness.unread.length === 0) return undefined;
  const names = completeness.state === 'unverifiable' ? UNPROVEN : UNREAD;
  return (
    <>
      <Button look="subtle" size="small" onPress={() => setOpen(true)}>
        {names.button} ({formatCount(completeness.unread.length)})
      </Button>
      <Dialog title={names.title} isOpen={isOpen} onOpenChange={setOpen} size="wide">
        <UnreadKeys ranges={completeness.unread} run={run} />
      </Dialog>
    </>
  );
}

function UnreadKeys(props: { readonly ranges: readonly UnreadRange[]; readonly run: RunState }): ReactNode {
  const { ranges } = props;
  const { plan, completeness, endpoint } = props.run;
  const filters = (): string => ranges.map((range) => unreadFilter(range, plan) ?? '').join('\n');
  const report = (): string => {
    const file = exportFileName(plan.request.tableName, completeness, 'ndjson');
    return completenessReport({ file, completeness, plan, endpoint });
  };
  const tables = new Set(ranges.map(({ tableName }) => tableName));
  const more = ranges.length - SHOWN;
  return (
    <>
      <p className={css.unreadNote}>{resumeWords(ranges)}</p>
      <div className={css.unreadHead}>
        <span>{formatPlural(ranges.length, 'range')} of keys</span>
        <span className="flex gap8">
          <CopyButton label="Copy all filters" face="Copy all filters" size="small" text={filters} />
          <CopyButton label="Copy as JSON" face="Copy as JSON" size="small" text={report} />
        </span>
      </div>
      <FilterTable heads={['Query, why, time']}>
        {ranges.slice(0, SHOWN).map((range, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of an ended run does not change
          <UnreadRow key={at} range={range} plan={plan} hasTables={tables.size > 1} />
        ))}
      </FilterTable>
      {more > 0 && <p className="third">and {formatCount(more)} more: copy them all</p>}
    </>
  );
}

function UnreadRow(props: {
  readonly range: UnreadRange;
  readonly plan: ReportedPlan;
  readonly hasTables: boolean;
}): ReactNode {
  const { range, plan } = props;
  const time = unreadTime(range, plan);
  const { why, next } = UNREAD_WORDS[range.why];
  return (
    <tr>
      <th scope="row" className={css.unreadWhat}>
        {range.query}
        {props.hasTables && <bdi> of {range.tableName}</bdi>}
        <span className={css.unreadWhy}>
          {why}
          {range.resumable && CONTINUED.has(range.why) && `; ${next}`}
        </span>
        {time !== undefined && (
          <span className={css.unreadWhy}>
            <InstantText instant={clampTicks(time.from)} /> to <InstantText instant={clampTicks(time.to)} />
          </span>
        )}
      </th>
      <FilterCells of={range.query} filter={unreadFilter(range, plan)} />
    </tr>
  );
}

/** Unread ranges that only Continue can read. If it cannot, as when the run has reached its limit, the query must be run again. */
const CONTINUED: ReadonlySet<UnreadWhy> = new Set(['failed', 'stopped', 'unchecked']);

/** How much of the unread ranges Continue can read, and what helps with the rest. */
export function resumeWords(ranges: readonly Pick<UnreadRange, 'why' | 'resumable'>[]): string {
  const left = ranges.filter(({ resumable }) => resumable).length;
  const others = new Set<UnreadWhy>(ranges.flatMap(({ why, resumable }) => (resumable ? [] : [why])));
  const steps = [...others].map((why) => {
    const { why: words, next } = UNREAD_WORDS[why];
    return `${words} (${CONTINUED.has(why) ? 'run again' : next})`;
  });
  const rest = `${steps.join('; ')}.`;
  const isOne = ranges.length === 1;
  if (left === 0) return `Continue cannot read ${isOne ? 'it' : 'them'}: ${rest}`;
  if (left === ranges.length) return `Continue reads ${isOne ? 'it' : 'them all'}.`;
  return `Continue reads ${formatCount(left)} of ${formatCount(ranges.length)}. The others: ${rest}`;
}
