import { type ChartChoice, chartToParams, EMPTY_CHART, paramsToChart } from './chartChoice.ts';
import { EMPTY_GROUPS, type GroupChoice, groupsToParams, paramsToGroups } from './groupChoice.ts';
import type { EventVolume, TickSpan } from '../../core/keys/base/scheme.ts';
import { clampTicks, ticksToIso } from '../../core/time/ticks.ts';

export type MatchKind = 'is' | 'begins';
export const RESULT_TABS = ['rows', 'groups', 'chart', 'map', 'requests', 'sql'] as const;
export type ResultTab = (typeof RESULT_TABS)[number];

/** The query as typed, in the address and in the form. Never a secret. */
export interface QueryForm {
  /** Account endpoint, `demo`, or empty: none named. */
  readonly endpoint: string;
  readonly table: string;
  readonly scheme: string;
  readonly volume: EventVolume;
  readonly unprefixed: boolean;
  /** List and ranges, "0-9,37"; empty: all. */
  readonly prefixes: string;
  readonly pk: string;
  readonly pkMatch: MatchKind;
  readonly rk: string;
  readonly rkMatch: MatchKind;
  readonly from: string;
  readonly to: string;
  /** False until the user sets a window: then an account may bring its own. */
  readonly windowGiven: boolean;
  readonly filter: string;
  /** Property names, separated by commas; empty: all. */
  readonly select: string;
  /** How the writer rounds its keys, in whole seconds ("60", "300"); empty: the scheme's default. */
  readonly rounding: string;
  /** The SQL query in the SQL tab. It runs separately, over the rows of the results. */
  readonly sql: string;
  readonly tab: ResultTab;
  readonly chart: ChartChoice;
  readonly groups: GroupChoice;
  /**
   * What else a link shows, as parameters that `sharedView.ts` reads. Kept here until the query has run, because only then can it be shown.
   */
  readonly view: readonly (readonly [name: string, text: string])[];
}

/**
 * The parameters of a shared link besides its query. A link with `columns` alone is a saved set of columns. `timeline` stays in the form
 * after the run.
 */
const VIEW_PARAMS = ['order', 'sort', 'only', 'find', 'differs', 'finding', 'row', 'columns', 'timeline'];

/** The view whose address holds a form. */
export const QUERY_VIEW = 'query';

export const EMPTY_FORM: QueryForm = {
  endpoint: '',
  table: '',
  scheme: '',
  volume: 1,
  unprefixed: false,
  prefixes: '',
  pk: '',
  pkMatch: 'is',
  rk: '',
  rkMatch: 'is',
  from: 'now-1h',
  to: 'now',
  windowGiven: false,
  filter: '',
  select: '',
  rounding: '',
  sql: '',
  tab: 'rows',
  chart: EMPTY_CHART,
  groups: EMPTY_GROUPS,
  view: [],
};

const VOLUME_NAMES: readonly (readonly [EventVolume, string])[] = [
  [1, 'small'],
  [10, 'medium'],
  [100, 'large'],
];

/** Writes the parameters of `#/query`; they read back to the same form. */
export function formToParams(form: QueryForm): [string, string][] {
  const text = (name: Exclude<keyof QueryForm, 'chart' | 'groups' | 'view'>): [string, string] => [
    name,
    String(form[name]),
  ];
  return [
    text('endpoint'),
    text('table'),
    text('scheme'),
    ['volume', VOLUME_NAMES.find(([volume]) => volume === form.volume)?.[1] ?? ''],
    ['unprefixed', form.unprefixed ? '1' : ''],
    text('prefixes'),
    text('pk'),
    ['pkmatch', form.pkMatch === 'begins' ? 'begins' : ''],
    text('rk'),
    ['rkmatch', form.rkMatch === 'begins' ? 'begins' : ''],
    ['from', form.windowGiven ? form.from : ''],
    ['to', form.windowGiven ? form.to : ''],
    // An open window must be stated: an address without a window means the default one.
    ['window', form.windowGiven && form.from === '' && form.to === '' ? 'all' : ''],
    text('filter'),
    text('select'),
    text('rounding'),
    text('sql'),
    text('tab'),
    ...chartToParams(form.chart),
    ...groupsToParams(form.groups),
    ...form.view.map(([name, value]): [string, string] => [name, value]),
  ];
}

/** Reads the parameters of `#/query`. Invalid values become those of the empty form. */
export function paramsToForm(params: ReadonlyMap<string, string>): QueryForm {
  const text = (name: string, otherwise: string): string => params.get(name) ?? otherwise;
  const windowGiven = params.has('from') || params.has('to') || params.get('window') === 'all';
  const match = (name: string): MatchKind => (params.get(name) === 'begins' ? 'begins' : 'is');
  return {
    endpoint: text('endpoint', ''),
    table: text('table', ''),
    scheme: text('scheme', ''),
    volume: VOLUME_NAMES.find(([, name]) => name === params.get('volume'))?.[0] ?? EMPTY_FORM.volume,
    unprefixed: params.get('unprefixed') === '1',
    prefixes: text('prefixes', ''),
    pk: text('pk', ''),
    pkMatch: match('pkmatch'),
    rk: text('rk', ''),
    rkMatch: match('rkmatch'),
    from: text('from', windowGiven ? '' : EMPTY_FORM.from),
    to: text('to', windowGiven ? '' : EMPTY_FORM.to),
    windowGiven,
    filter: text('filter', ''),
    select: text('select', ''),
    rounding: text('rounding', ''),
    sql: text('sql', ''),
    tab: tabOf(params.get('tab')),
    chart: paramsToChart(params),
    groups: paramsToGroups(params),
    view: VIEW_PARAMS.flatMap((name) => {
      const value = params.get(name) ?? '';
      return value === '' ? [] : [[name, value] as const];
    }),
  };
}

/** The map's tab was once called `keyspace`; old links still open it. */
function tabOf(text: string | undefined): ResultTab {
  return RESULT_TABS.find((tab) => tab === (text === 'keyspace' ? 'map' : text)) ?? EMPTY_FORM.tab;
}

/** The change to the form that selects another table and resets everything about keys. */
export function ofTable(table: string): Partial<QueryForm> {
  const { endpoint: _account, from: _from, to: _to, windowGiven: _given, tab: _tab, ...ofKeys } = EMPTY_FORM;
  return { ...ofKeys, table };
}

/** The form of a result: the query that was run, with the account of the shown form if that query names none. */
export function formOfRun(ran: QueryForm, shown: QueryForm): QueryForm {
  const { tab, view } = shown;
  return { ...ran, endpoint: ran.endpoint || shown.endpoint, tab, view, windowGiven: true };
}

/** A window whose ends are the instants that were read, instead of `now`. */
export function rangeRead({ from, to }: Pick<QueryForm, 'from' | 'to'>, read: TickSpan | undefined) {
  if (read === undefined) return { from, to };
  const iso = (text: string, ticks: bigint): string => text.trim() && ticksToIso(clampTicks(ticks));
  return { from: iso(from, read.from), to: iso(to, read.to) };
}

/** Fields that only say how a result is shown. Two forms that differ in nothing else are the same query. */
const SHOWN: ReadonlySet<keyof QueryForm> = new Set(['windowGiven', 'sql', 'tab', 'chart', 'groups', 'view']);
const FIELDS = (Object.keys(EMPTY_FORM) as (keyof QueryForm)[]).filter((name) => !SHOWN.has(name));

/** The query of a form as text, for comparing it with others: without what only says how the result is shown. */
export function queryText(form: QueryForm): string {
  return JSON.stringify(FIELDS.map((name) => form[name]));
}

/**
 * Whether two forms are the same query. Which view of the result is open makes no difference, and a form that names no account matches any
 * account.
 */
export function isSameQuery(a: QueryForm, b: QueryForm): boolean {
  const isAnyAccount = a.endpoint === '' || b.endpoint === '';
  return FIELDS.every((name) => a[name] === b[name] || (name === 'endpoint' && isAnyAccount));
}
