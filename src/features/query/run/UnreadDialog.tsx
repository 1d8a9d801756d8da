import { type ReactNode, useState } from 'react';
import {
  completenessReport,
  type ReportedPlan,
  UNREAD_WORDS,
  unreadFilter,
  unreadTime,
} from '../../../core/plan/completenessReport.ts';
import type { UnreadRange } from '../../../core/plan/unreadRanges.ts';
import { clampTicks } from '../../../core/time/ticks.ts';
import { exportFileName } from '../../../state/base/exportFile.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { InstantText } from '../../../ui/keys/InstantText.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { FilterCells } from '../plan/PlanDialog.tsx';
import planCss from '../plan/plan.module.css';
import css from './run.module.css';
import { CONTINUED, resumeWords } from './proofWords.ts';
import type { RunState } from '../../../state/run/runState.ts';

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
      <table className={planCss.planTable}>
        <thead>
          <tr>
            <th scope="col">Query, why, time</th>
            <th scope="col">$filter</th>
            <th scope="col">
              <span data-visually-hidden="">Copy</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {ranges.slice(0, SHOWN).map((range, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of an ended run does not change
            <UnreadRow key={at} range={range} plan={plan} hasTables={tables.size > 1} />
          ))}
        </tbody>
      </table>
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
