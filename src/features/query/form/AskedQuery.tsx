import type { ReactNode } from 'react';
import { columnTitle } from '../../../core/entities/columns/columnRef.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { KeyMatch, QueryPlan } from '../../../core/plan/queryPlan.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { viewOfTexts } from '../../../state/results/sharedView.ts';
import { formatCount } from '../../../ui/format.ts';
import { InstantText } from '../../../ui/keys/InstantText.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { fieldName } from '../../shared/NotInLink.tsx';
import { filterWords } from '../../shared/selection/filterWords.ts';
import { useZone } from '../../shared/useZone.ts';
import { titleOf } from '../../shared/map/findingNames.ts';
import css from './askedQuery.module.css';
import { prefixWords } from './chipWords.ts';
import { DEMO_RANGE, useDemoRange } from './demoRange.ts';

export interface AskedQueryProps {
  readonly plan: QueryPlan;
  readonly form: QueryForm;
}

/** A query in words: the window with exact times, the keys, the conditions. */
export function AskedQuery({ plan, form }: AskedQueryProps): ReactNode {
  const { request, queries } = plan;
  const scheme = schemeById(request.schemeId);
  return (
    <dl className={css.asked}>
      <Line name="Time">
        <AskedWindow {...{ plan, form }} />
      </Line>
      <Line name="Keys">
        {scheme?.title ?? request.schemeId}
        {scheme?.prefixed === true && `, ${prefixWords(request)}`}
      </Line>
      {request.partitionKey !== undefined && <Match name="PartitionKey" match={request.partitionKey} />}
      {request.rowKey !== undefined && <Match name="RowKey" match={request.rowKey} />}
      {request.filter !== undefined && (
        <Line name="Filter">
          <code>
            <VisibleText text={request.filter} />
          </code>
        </Line>
      )}
      {request.select !== undefined && (
        <Line name="Columns">
          <VisibleText text={request.select.join(', ')} />
        </Line>
      )}
      <AskedView form={form} />
      <Line name="Sends">{queries.length === 1 ? '1 query' : `${formatCount(queries.length)} queries`}</Line>
    </dl>
  );
}

function AskedWindow({ plan, form }: AskedQueryProps): ReactNode {
  const { timeZone } = useZone();
  const isOfDemo = useDemoRange();
  const { window, schemeId } = plan.request;
  if (window === undefined) return schemeById(schemeId)?.timeSource === 'none' ? 'all rows' : 'all time';
  if (isOfDemo) return DEMO_RANGE;
  const isRelative = /now/iu.test(`${form.from} ${form.to}`);
  return (
    <>
      {form.from.trim() !== '' && <InstantText instant={window.from} timeZone={timeZone} />}
      {' \u2264 time'}
      {form.to.trim() !== '' && (
        <>
          {' < '}
          <InstantText instant={window.to} timeZone={timeZone} />
        </>
      )}
      {isRelative && <span className={css.typed}>{` ${form.from} to ${form.to}, as of now`}</span>}
    </>
  );
}

function Match({ name, match }: { readonly name: string; readonly match: KeyMatch }): ReactNode {
  return (
    <Line name={name}>
      {match.kind === 'begins' ? 'begins with ' : 'is '}
      <code>
        <VisibleText text={match.text === '' ? "''" : match.text} />
      </code>
    </Line>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What the result will show, as the link says. */
function AskedView({ form }: Pick<AskedQueryProps, 'form'>): ReactNode {
  const list = viewOfTexts(form.view);
  const { filters, sort, columns, finding, row, differs, unread = [] } = list;
  const sorted = sort.map((by) => `${columnTitle(by)}${by.isDescending ? ', descending' : ''}`);
  const opens = [
    form.tab === 'rows' ? '' : form.tab,
    finding === undefined ? '' : `the finding ${titleOf(finding)}`,
    differs ? 'what differs about the selected rows' : '',
    row === undefined ? '' : `the row ${row.partitionKey} ${row.rowKey}`,
  ];
  const lines = [
    ['Selects', filters.map(filterWords).join(', ')],
    ['Searches', list.search],
    ['Sorts by', list.order === 'time-desc' ? 'time, newest first' : sorted.join(', ')],
    ['Groups by', form.tab === 'groups' ? form.groups.by.map(columnTitle).join(', ') : ''],
    ['Arranges', columns === undefined ? '' : 'the columns of the list'],
    ['Opens', opens.filter((each) => each !== '').join(', ')],
    ['Cannot read', [...new Set(unread)].map(fieldName).join(', ')],
  ] as const;
  return lines.map(
    ([name, words]) =>
      words !== '' && (
        <Line key={name} name={name}>
          <VisibleText text={words} />
        </Line>
      ),
  );
}
