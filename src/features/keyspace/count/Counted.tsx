import { type ReactNode, useMemo } from 'react';
import { type CountPicture, partitionsCsv } from '../../../core/keyspace/count/countPicture.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { exportFileName } from '../../../state/base/exportFile.ts';
import type { KeyspaceCount } from '../../../state/keyspace/countRun.ts';
import { anyOf, PREFIX } from '../../../state/run/rowListState.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { formatBytes, formatCount, formatPlural, formatShare } from '../../../ui/format.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import type { MapData } from '../../shared/map/mapData.ts';
import { useServices } from '../../shared/services.tsx';
import { CellsPane } from '../map/CellsPane.tsx';
import css from './count.module.css';
import { type Counting, countedWords, whyNotAll } from './countWords.ts';

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
