import type { ReactNode } from 'react';
import { GUID_ROWS, TIME_ROWS } from '../../../core/keyspace/model/layout.ts';
import { MOST_STEPS } from '../../../core/keyspace/model/modelClock.ts';
import {
  BUSY_SHARE,
  DEFAULT_SERVERS,
  SPLIT_SHARE,
  VAIN_SHARE,
} from '../../../core/keyspace/model/servers.ts';
import { QUIETEST_HOUR } from '../../../core/keyspace/model/simulate.ts';
import {
  ACCOUNT_TARGET_PER_SECOND,
  HISTORICAL_PARTITION_TARGET_PER_SECOND,
  PARTITION_TARGET_PER_SECOND,
} from '../../../core/keyspace/target.ts';
import { BURST, NIGHT_DEPTH } from '../../../state/keyspace/modelInput.ts';
import { formatCount, formatShare } from '../../../ui/format.ts';
import css from '../map/keyspace.module.css';

interface Constant {
  readonly name: string;
  readonly value: string;
  /** Who published the figure; undefined if it is an assumption. */
  readonly source?: string;
}

const TARGETS = 'Microsoft, Scalability and performance targets for Table storage';
const PIPELINE = '@azure/core-rest-pipeline, its retry policy; jitter left out';

const PUBLISHED: readonly Constant[] = [
  {
    name: 'Partition target',
    value: `${formatCount(PARTITION_TARGET_PER_SECOND)} entities/s`,
    source: TARGETS,
  },
  {
    name: 'Partition target until June 2012',
    value: `${formatCount(HISTORICAL_PARTITION_TARGET_PER_SECOND)} entities/s`,
    source: 'Windows Azure Storage team blog, May 2010',
  },
  { name: 'Account target', value: `${formatCount(ACCOUNT_TARGET_PER_SECOND)} entities/s`, source: TARGETS },
  { name: 'Entity that counts as one', value: 'up to 1 KiB; larger ones in proportion', source: TARGETS },
  {
    name: 'Retries of a refused write',
    value: '3 times, after 1, 2, 4, ... s, at most 64 s',
    source: PIPELINE,
  },
  {
    name: 'Key ranges are split and moved between servers',
    value: 'the mechanism, not its figures',
    source: 'Calder et al., Windows Azure Storage, SOSP 2011, section 5.5',
  },
];

const { count, targetPerSecond, patienceSeconds, splitOfflineSeconds, moveOfflineSeconds } = DEFAULT_SERVERS;

const ASSUMED: readonly Constant[] = [
  {
    name: 'Partition servers',
    value: `${formatCount(count)} of ${formatCount(targetPerSecond)} entities/s`,
  },
  {
    name: 'A server is busy',
    value: `from ${formatShare(BUSY_SHARE)} of that; it is relieved after ${patienceSeconds} s, and every ${patienceSeconds} s from then on`,
  },
  {
    name: 'A range is split',
    value: `from ${formatShare(SPLIT_SHARE)} of its server's load, else another range is moved; never again if one half keeps ${formatShare(VAIN_SHARE)}`,
  },
  {
    name: 'A range answers nothing',
    value: `for ${splitOfflineSeconds} s when split, ${moveOfflineSeconds} s when moved`,
  },
  { name: 'Targets are caps', value: 'the service guarantees no exact rate' },
  {
    name: 'Day and night',
    value: `a sine, lowest at 0${QUIETEST_HOUR}:00 UTC, ${formatShare(NIGHT_DEPTH)} below the mean of the day`,
  },
  {
    name: 'Burst',
    value: `${BURST.factor} times the events per second in the middle ${formatShare(BURST.lengthShare)} of the time`,
  },
  { name: 'Writers', value: 'all write at the same rate; each has a random prefix; counts are Poisson' },
  {
    name: 'Rows of the map',
    value: `at most ${TIME_ROWS} ranges of time, ${GUID_ROWS} of GUIDs; a range is split between rows only`,
  },
  { name: 'Steps', value: `about ${formatCount(MOST_STEPS)}, none shorter than 1 s` },
];

/** All figures that a simulation is based on, with their source, or marked as an assumption. */
export function ModelConstants(): ReactNode {
  const all = [...PUBLISHED, ...ASSUMED];
  return (
    <details className={css.constants}>
      <summary>
        Figures behind it: {PUBLISHED.length} published figures, {all.length - PUBLISHED.length} assumed ones
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">Value</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ name, value, source }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
              <td>{source ?? <b>Assumed: nothing is published</b>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
