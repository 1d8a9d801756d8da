import type { TimeCodec } from '../base/timeCodec.ts';
import { TICKS_PER_HOUR } from '../../time/ticks.ts';
import { codecOf } from '../grammar/parseTemplate.ts';

/** Names of the tables with aggregates of minutes or of hours. */
export const METRIC_TABLE = /^WADMetrics(PT1M|PT1H)P10DV2S\d{8}$/i;
const [MINUTES, HOURS] = [codecOf('{InvertedTicks/1m}'), codecOf('{InvertedTicks/1h}')];

function grainOf(tableName: string | undefined): string | undefined {
  return METRIC_TABLE.exec(tableName ?? '')?.[1]?.toUpperCase();
}

function ofGrain(grain: string | undefined): TimeCodec {
  return grain === 'PT1H' ? HOURS : MINUTES;
}

/**
 * The start of an aggregate, inverted. The name of the table tells whether it covers a minute or an hour; without it, a whole hour is taken
 * for an hour.
 */
export const METRIC_TIME: TimeCodec = {
  ...codecOf('{InvertedTicks}'),
  facts: (_text, ticks, { tableName }) => {
    const grain = grainOf(tableName);
    const { step } = ofGrain(grain ?? (ticks % TICKS_PER_HOUR === 0n ? 'PT1H' : 'PT1M'));
    return {
      window: { from: ticks, to: ticks + step },
      fields: grain === undefined ? undefined : [['grain', grain]],
    };
  },
  ofTable: (tableName) => ofGrain(grainOf(tableName)),
};
