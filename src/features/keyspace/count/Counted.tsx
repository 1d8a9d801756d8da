import { type ReactNode, useMemo } from 'react';
import { type CountPicture, partitionsCsv } from '../../../core/keyspace/count/countPicture.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { exportFileName } from '../../../state/base/exportFile.ts';
import type { KeyspaceCount, CountState } from '../../../state/keyspace/countRun.ts';
import { anyOf, PREFIX } from '../../../state/run/rowListState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { formatBytes, formatCount, formatPlural, formatShare } from '../../../ui/format.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import type { MapData } from '../../shared/map/mapData.ts';
import { useServices } from '../../shared/services.tsx';
import { CellsPane } from '../map/CellsPane.tsx';
import css from './count.module.css';
import { MOST_BOUND_REQUESTS } from '../../../core/keyspace/count/keyBounds.ts';
import type { ReadCost } from '../../../core/keyspace/probe/probeTypes.ts';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { claimSentences, rowCountText } from '../../../core/plan/completenessText.ts';

/** The map and the largest partitions of a count, both during and after it. */
export function Counted(props: {
  readonly counting: Counting;
  readonly picture: CountPicture;
  readonly count: KeyspaceCount;
}): ReactNode {
  const { counting, picture, count } = props;
  const { run } = counting;
  const data = useMemo(() => mapData(counting, picture), [counting, picture]);
  const why = whyNotAll(counting);
  const waits = run.phase === 'running' ? run.pause : undefined;
  return (
    <>
      {waits?.fault !== undefined && (
        <Notice tone="warning" title="The count is waiting. Rows counted so far are not lost." isLive>
          {waits.fault.message}
        </Notice>
      )}
      {why !== '' && (
        <Notice tone="warning" title="Not all rows are counted. Continue counts the rest.">
          {why}
        </Notice>
      )}
      {data !== undefined && <CellsPane data={data} />}
      {data === undefined && <p className={css.hint}>These keys hold no time, so there is no map.</p>}
      <Partitions picture={picture} counting={counting} count={count} />
    </>
  );
}

/** The largest partitions as a table, and all partitions that were counted separately as a CSV file. */
function Partitions(props: {
  readonly picture: CountPicture;
  readonly counting: Counting;
  readonly count: KeyspaceCount;
}): ReactNode {
  const { picture, counting, count } = props;
  const { saveFile, activity } = useServices();
  const { rows, bytes, partitions, largest } = picture;
  const { tableName, isOfQuery, run } = counting;
  const { completeness } = run;
  const save = async (): Promise<void> => {
    const text = partitionsCsv(await count.partitions());
    const name = exportFileName(`${tableName}${isOfQuery ? '-query' : ''}-partitions`, completeness, 'csv');
    await saveFile(name, [new TextEncoder().encode(text)]);
  };
  return (
    <section className={css.partitions} aria-label="Largest partitions">
      <p className={css.head}>
        <strong>{formatPlural(partitions, 'partition')}</strong>
        {largest.length < partitions && `the largest ${formatCount(largest.length)} are shown`}
        <Button size="small" onPress={() => void activity.track(save())}>
          Save partitions as CSV
        </Button>
      </p>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">PartitionKey</th>
            <th scope="col">Rows</th>
            <th scope="col">Share</th>
            {bytes !== undefined && <th scope="col">Stored size</th>}
          </tr>
        </thead>
        <tbody>
          {largest.map(([name, own, stored]) => (
            <tr key={name}>
              <th scope="row">
                <VisibleText text={name === '' ? "''" : name} />
              </th>
              <td>{formatCount(own)}</td>
              <td>{formatShare(own / Math.max(1, rows))}</td>
              {bytes !== undefined && <td>{formatBytes(stored)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function mapData(counting: Counting, { map, schemeId }: CountPicture): MapData | undefined {
  if (map === undefined) return undefined;
  const { tableName, isOfQuery, run } = counting;
  const { grid, labels, whole, withoutTime } = map;
  const scheme = schemeById(schemeId);
  const isPrefix = scheme?.prefixed === true;
  return {
    grid,
    labels,
    rowName: isPrefix ? 'Prefix' : 'Group',
    whole,
    title: isOfQuery ? `${tableName}, only what the query matches, counted` : `${tableName}, counted`,
    schemeTitle: scheme?.title ?? '',
    isIncomplete: run.completeness.state !== 'complete',
    completeness: `${countedWords(counting)}.`,
    note: '',
    outside: withoutTime === 0 ? '' : `${formatPlural(withoutTime, 'row')} without a time`,
    diagnosis: 'none, because only counts are kept',
    id: `count ${tableName}`,
    filterOf: ({ from, to }) => anyOf(isPrefix ? PREFIX : { name: 'PartitionKey' }, labels.slice(from, to)),
  };
}

export type Counting = Extract<CountState, { kind: 'counting' }>;

/** The most rows in a page. Source: Query timeout and pagination (learn.microsoft.com). */
const PAGE_ROWS = 1000;

/** What a count will cost. `read`: what a probe of `table` estimates. */
export function costWords(read: ReadCost | undefined, table: string): string {
  const dividing = `up to ${MOST_BOUND_REQUESTS} to divide the table into ranges`;
  if (read === undefined)
    return `Counting the whole table costs 1 transaction per ${formatCount(PAGE_ROWS)} rows, plus ${dividing}. Run a probe first to estimate the number of rows.`;
  const about = read.isAtLeast ? 'at least' : 'about';
  return `Counting the whole table costs ${about} ${formatCount(Math.ceil(read.rows / PAGE_ROWS))} transactions for ${formatCount(read.rows)} rows of ${table}, plus ${dividing}.`;
}

/**
 * What the next count would cost while another one is shown, as a sentence after `progressWords`; '' if there is nothing to say. `read`: what
 * a probe of `table` estimates.
 */
export function nextCostWords(counting: Counting, read: ReadCost | undefined, table: string): string {
  const { tableName, isOfQuery, picture, run } = counting;
  if (run.phase === 'running') return '';
  if (isOfQuery || table.toLowerCase() !== tableName.toLowerCase()) return `. ${costWords(read, table)}`;
  if (picture === undefined || picture.bytes !== undefined || run.completeness.state !== 'complete')
    return '';
  return `. Counting bytes costs at least ${formatPlural(Math.ceil(picture.rows / PAGE_ROWS), 'transaction')} and the egress of all rows.`;
}

const STATES: Readonly<Record<Completeness['state'], string>> = {
  running: 'Counting',
  complete: 'Complete',
  derived: 'Derived',
  incomplete: 'Incomplete',
  unverifiable: 'Unverifiable',
  stopped: 'Paused',
};

/** "Complete: 21,509 rows". */
function countedWords({ run: { completeness }, picture }: Counting): string {
  // The rows that were read are counted exactly, even if the count was paused.
  const state = completeness.state === 'stopped' ? 'running' : completeness.state;
  return `${STATES[completeness.state]}: ${rowCountText(picture?.rows ?? 0, state)}`;
}

/** The progress of a count in one line. `estimate`: of the whole table. */
export function progressWords(counting: Counting, estimate: ReadCost | undefined): string {
  const { run, picture, requestsBefore, isOfQuery } = counting;
  const read = isOfQuery ? undefined : estimate;
  const { progress, requests, completeness } = run;
  const rows = picture?.rows ?? 0;
  // The map itself says how many rows were counted and whether these are all.
  const counted = picture?.map === undefined ? [countedWords(counting)] : [];
  const done = progress.filter(({ state }) => state === 'done').length;
  const isWhole = completeness.state === 'complete';
  const ranges = `${formatCount(done)} of ${formatPlural(progress.length, 'range')} counted`;
  const share =
    read === undefined || read.rows === 0
      ? ranges
      : `${formatShare(Math.min(0.99, rows / read.rows))} of about ${formatCount(read.rows)}`;
  return [
    ...counted,
    ...(picture?.bytes === undefined ? [] : [`about ${formatBytes(picture.bytes)} stored`]),
    formatPlural(picture?.partitions ?? 0, 'partition'),
    ...(isWhole ? [] : [share]),
    formatPlural(requestsBefore + requests.length, 'request'),
  ].join(', ');
}

/** Why a count ended before all rows were counted; '' if all were, or if the user paused it. */
function whyNotAll({ run }: Counting): string {
  const { state } = run.completeness;
  if (run.phase === 'running' || state === 'complete' || state === 'stopped') return '';
  return claimSentences(run.completeness).join(' ');
}
