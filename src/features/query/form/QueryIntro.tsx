import type { ReactNode } from 'react';
import type { PlanFault, QueryPlan, KeyMatch } from '../../../core/plan/queryPlan.ts';
import type { Result } from '../../../core/result.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { useConnectDoor } from '../../shared/credential/connectDoor.ts';
import { useServices, useStore } from '../../shared/services.tsx';
import { useZone } from '../../shared/shownTime.ts';
import { startQuery, tryDemo } from '../../shared/startQuery.ts';
import { planFaultWords, prefixWords } from './chipWords.ts';
import { columnTitle } from '../../../core/entities/columns/columnRef.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { viewOfTexts } from '../../../state/results/sharedView.ts';
import { InstantText } from '../../../ui/keys/InstantText.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { fieldName } from '../../shared/NotInLink.tsx';
import { filterWords } from '../../shared/selection/filterWords.ts';
import { titleOf } from '../../shared/map/findingNames.ts';
import css from './form.module.css';
import { DEMO_RANGE, useDemoRange } from './TimeRange.tsx';

/** Shown before anything was run: what a linked query does with one button to run it, or the first step. */
export function QueryIntro(props: {
  readonly isConnected: boolean;
  /** The form still holds the whole query with which the view opened. */
  readonly isOpened: boolean;
  readonly plan: Result<QueryPlan, PlanFault>;
}): ReactNode {
  const services = useServices();
  const form = useStore(services.query);
  const { plan, isOpened } = props;
  if (plan.ok && isOpened) {
    return (
      <EmptyState
        title={`This query reads ${plan.value.request.tableName}`}
        actions={!props.isConnected && <RunAsked />}
      >
        <AskedQuery plan={plan.value} form={form} />
      </EmptyState>
    );
  }
  if (!props.isConnected) return <FirstStep />;
  if (form.table === '') {
    return (
      <EmptyState title="Choose a table">
        Keyscope reads one page of its keys and proposes how they are built.
      </EmptyState>
    );
  }
  if (!plan.ok) {
    return <EmptyState title="This query cannot run yet">{planFaultWords(plan.error, form)}</EmptyState>;
  }
  const count = plan.value.queries.length;
  return (
    <EmptyState title={count === 1 ? '1 query is ready' : `${formatCount(count)} queries are ready`}>
      <AtOnce count={count} />
    </EmptyState>
  );
}

function AtOnce({ count }: { readonly count: number }): ReactNode {
  const state = useStore(useServices().connection);
  const isTwice = state.kind === 'connected' && state.session.connection.secondary !== undefined;
  if (count < 2) return 'Results appear as they arrive.';
  return `${isTwice ? 'Twelve run at a time, six at each endpoint' : 'Six run at a time'}; results appear as they arrive.`;
}

/**
 * The one button of a linked query before an account is connected. Its label says everything that pressing it does. Once connected, the
 * form's Run button replaces it.
 */
function RunAsked(): ReactNode {
  const services = useServices();
  const { endpoint } = useStore(services.query);
  const connect = useConnectDoor();
  const run = (): void => void startQuery(services);
  if (endpoint === 'demo' && services.hasDemo) {
    const connectDemo = (): void => {
      void services.connection.connectDemo().then((fault) => (fault === undefined ? run() : connect(run)));
    };
    return (
      <Button look="primary" onPress={connectDemo}>
        Connect to the demo account and run
      </Button>
    );
  }
  return (
    <Button look="primary" onPress={() => connect(run)}>
      {endpoint === '' || endpoint === 'demo' ? 'Connect and run' : `Connect to ${hostOf(endpoint)} and run`}
    </Button>
  );
}

function hostOf(endpoint: string): string {
  return endpoint.replace(/^https?:\/\//u, '').replace(/\/$/u, '');
}

function FirstStep(): ReactNode {
  const services = useServices();
  const { endpoint } = useStore(services.query);
  const connect = useConnectDoor();
  const startDemo = (): void => {
    void tryDemo(services).then((fault) => fault !== undefined && connect());
  };
  const isNamed = endpoint !== '' && endpoint !== 'demo';
  return (
    <EmptyState
      title={
        isNamed
          ? `This link is for ${hostOf(endpoint)}`
          : 'Read a time range of a table, all prefixes at once'
      }
      actions={
        <>
          {services.hasDemo && !isNamed && (
            <Button look="primary" onPress={startDemo}>
              Try the demo account
            </Button>
          )}
          <Button look={isNamed ? 'primary' : 'default'} onPress={() => connect()}>
            {isNamed ? `Connect to ${hostOf(endpoint)}` : 'Connect to your account'}
          </Button>
        </>
      }
    >
      {isNamed
        ? 'Nothing is sent before you connect.'
        : 'Straight from this browser to the table service, read only. Your SAS or access token stays in this tab.'}
    </EmptyState>
  );
}

interface AskedQueryProps {
  readonly plan: QueryPlan;
  readonly form: QueryForm;
}

/** A query in words: the window with its exact times, the keys, the conditions, and what the link says about showing the result. */
function AskedQuery({ plan, form }: AskedQueryProps): ReactNode {
  const { request, queries } = plan;
  const scheme = schemeById(request.schemeId);
  const lines: readonly (readonly [name: string, words: ReactNode])[] = [
    ['Time', <AskedWindow key="time" {...{ plan, form }} />],
    [
      'Keys',
      `${scheme?.title ?? request.schemeId}${scheme?.prefixed === true ? `, ${prefixWords(request)}` : ''}`,
    ],
    ['PartitionKey', matchWords(request.partitionKey)],
    ['RowKey', matchWords(request.rowKey)],
    ['Filter', request.filter && <Code text={request.filter} />],
    ['Columns', request.select && <VisibleText text={request.select.join(', ')} />],
    ...viewLines(form).map(([name, words]) => [name, words && <VisibleText text={words} />] as const),
    ['Sends', formatPlural(queries.length, 'query', 'queries')],
  ];
  return (
    <dl className={css.asked}>
      {lines.map(
        ([name, words]) =>
          words !== undefined &&
          words !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ),
      )}
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
      {isRelative && <span className="second">{` ${form.from} to ${form.to}, as of now`}</span>}
    </>
  );
}

function matchWords(match: KeyMatch | undefined): ReactNode {
  return (
    match && (
      <>
        {match.kind === 'begins' ? 'begins with ' : 'is '}
        <Code text={match.text === '' ? "''" : match.text} />
      </>
    )
  );
}

function Code({ text }: { readonly text: string }): ReactNode {
  return (
    <code>
      <VisibleText text={text} />
    </code>
  );
}

/** What the link says about showing the result. */
function viewLines(form: QueryForm): readonly (readonly [name: string, words: string])[] {
  const list = viewOfTexts(form.view);
  const { filters, sort, columns, finding, row, differs, unread = [] } = list;
  const sorted = sort.map((by) => `${columnTitle(by)}${by.isDescending ? ', descending' : ''}`);
  const opens = [
    form.tab === 'rows' ? '' : form.tab,
    finding === undefined ? '' : `the finding ${titleOf(finding)}`,
    differs ? 'what differs about the selected rows' : '',
    row === undefined ? '' : `the row ${row.partitionKey} ${row.rowKey}`,
  ];
  return [
    ['Selects', filters.map(filterWords).join(', ')],
    ['Searches', list.search],
    ['Sorts by', list.order === 'time-desc' ? 'time, newest first' : sorted.join(', ')],
    ['Groups by', form.tab === 'groups' ? form.groups.by.map(columnTitle).join(', ') : ''],
    ['Arranges', columns === undefined ? '' : 'the columns of the list'],
    ['Opens', opens.filter((each) => each !== '').join(', ')],
    ['Cannot read', [...new Set(unread)].map(fieldName).join(', ')],
  ];
}
