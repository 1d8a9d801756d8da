import type { ReactNode } from 'react';
import { partitionTargetOf } from '../../../core/keyspace/target.ts';
import type { ModelInput, ModelResult } from '../../../core/keyspace/model/modelTypes.ts';
import { DEFAULT_SERVERS } from '../../../core/keyspace/model/servers.ts';
import { numberText, secondsText } from '../../../core/words.ts';
import { formatCount, formatShare } from '../../../ui/format.ts';
import css from '../map/keyspace.module.css';

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly more?: string;
  /** Highlights the figure as a problem. */
  readonly isBad?: boolean;
}

/** The figures of a design. Their order is always the same, so that two designs can be compared side by side. */
export function ModelFigures({
  result,
  input,
}: {
  readonly result: ModelResult;
  readonly input: ModelInput;
}): ReactNode {
  return (
    <dl className={css.figures}>
      {[...writeFigures(result), ...serverFigures(result, input), ...readFigures(result)].map(
        ({ name, value, more, isBad = false }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isBad ? css.bad : undefined}>{value}</dd>
            <dd className={css.figureMore}>{more}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function writeFigures(result: ModelResult): readonly Figure[] {
  const { offered, stored, refused, refusals, recovered, givenUp, waiting, firstRefusalSeconds } = result;
  return [
    {
      name: 'Writes stored',
      value: storedText(stored, offered),
      more: `${formatCount(stored)} of ${formatCount(offered)}`,
      isBad: refused > 0,
    },
    {
      name: 'First 503',
      value: firstRefusalSeconds === undefined ? 'none' : `after ${secondsText(firstRefusalSeconds)}`,
      more: refusals === 0 ? 'no write refused' : `${formatCount(refusals)} answers`,
      isBad: firstRefusalSeconds !== undefined,
    },
    {
      name: 'Stored by a retry',
      value: formatCount(recovered),
      more: `${formatCount(givenUp)} lost${waiting === 0 ? '' : `, ${formatCount(waiting)} still wait`}`,
      isBad: givenUp > 0,
    },
  ];
}

function serverFigures(
  { steps, splits, moves, offlineSeconds }: ModelResult,
  input: ModelInput,
): readonly Figure[] {
  const target = partitionTargetOf(input);
  const hottest = steps.reduce((peak, step) => Math.max(peak, step.hottestPartitionPerSecond), 0);
  const fresh = steps.reduce((peak, step) => Math.max(peak, step.hottestFreshPerSecond), 0);
  const busy = steps.reduce((peak, { busyServers }) => Math.max(peak, busyServers), 0);
  return [
    {
      name: 'Busiest partition',
      value: hottest === 0 ? 'one row each' : `${formatCount(Math.round(fresh))}/s`,
      more:
        hottest === 0
          ? 'no partition is hot'
          : `${formatShare(fresh / target)} of ${formatCount(Math.round(target))}/s${hottest > fresh * 1.005 ? `; with retries ${formatShare(hottest / target)}` : ''}`,
      isBad: hottest > target,
    },
    {
      name: 'Servers that took writes',
      value: formatCount(busy),
      more: `of ${formatCount(DEFAULT_SERVERS.count)} assumed`,
    },
    {
      name: 'Splits and moves',
      value: formatCount(splits + moves),
      more: offlineSeconds === 0 ? 'never offline' : `${secondsText(offlineSeconds)} offline in all`,
    },
  ];
}

function readFigures({ reads }: ModelResult): readonly Figure[] {
  const { requestsPerTimeQuery, queryClass, rowsReadPerRowWanted } = reads;
  return [
    {
      name: 'Requests per time query',
      value: formatCount(requestsPerTimeQuery),
      more: queryClass,
      isBad: queryClass === 'table scan',
    },
    {
      name: 'Rows read per row wanted',
      value: numberText(rowsReadPerRowWanted),
      more: 'of one hour',
      isBad: rowsReadPerRowWanted >= 2,
    },
  ];
}

/** Never 100 % if a write is missing. */
export function storedText(stored: number, offered: number): string {
  const share = stored / Math.max(1, offered);
  if (share < 0.99 || stored === offered) return formatShare(offered === 0 ? 1 : share);
  return `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
}
