import type { KeyFormEntry, KeyScheme } from '../base/keyScheme.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import { TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { floorTo, ticksText } from '../base/digits.ts';
import { escapeMetric } from '../base/escapes.ts';
import { partitionSpan, timeSpan } from '../base/keySpan.ts';
import { tableRange } from '../base/schemeSpec.ts';
import { compileForm } from '../grammar/keyForm.ts';
import { codecOf, textsOf } from '../grammar/parseTemplate.ts';
import { tableWindows } from '../grammar/tableTime.ts';

/** Names of the tables of aggregates of minutes and of hours. */
export const METRIC_TABLE = /^WADMetrics(PT1M|PT1H)P10DV2S\d{8}$/i;
const USUAL = ['WADMetricsPT1MP10DV2S', 'WADMetricsPT1HP10DV2S'];
const SEPARATOR = '__';

function grainOf(tableName: string | undefined): string | undefined {
  return METRIC_TABLE.exec(tableName ?? '')?.[1]?.toUpperCase();
}

function stepOf(grain: string | undefined): bigint {
  return grain === 'PT1H' ? TICKS_PER_HOUR : TICKS_PER_MINUTE;
}

/** The start of an aggregation, inverted. The name of the table tells how long it is; else whole hours are more likely hours. */
export const METRIC_TIME: TimeCodec = {
  ...codecOf('{InvertedTicks}'),
  facts: (_text, ticks, { tableName }) => {
    const grain = grainOf(tableName);
    const step = stepOf(grain ?? (ticks % TICKS_PER_HOUR === 0n ? 'PT1H' : 'PT1M'));
    return {
      window: { from: ticks, to: ticks + step },
      ...(grain !== undefined && { fields: [['grain', grain]] }),
    };
  },
};

/**
 * Every aggregate is stored in both orders. Time first by default, which has each once. With a metric (rowKeyPrefix), the other order is
 * narrower.
 */
export function metricTables(table: KeyFormEntry): Required<Pick<KeyScheme, 'ranges' | 'encode'>> {
  const form = compileForm(table);
  const namesOf = (tableName: string | undefined): readonly string[] =>
    tableName === undefined || grainOf(tableName) === undefined ? USUAL : [tableName.slice(0, -8)];
  const stepIn = (name: string): bigint => stepOf(grainOf(`${name}20000101`));
  return {
    ranges: (asked, { tableName: named, rowKeyPrefix, ...options }) => {
      const before = rowKeyPrefix === undefined ? '' : escapeMetric(rowKeyPrefix) + SEPARATOR;
      return namesOf(named).flatMap((name) =>
        tableWindows(form, name, asked).map(({ tableName, window }) =>
          tableRange({
            tableName,
            partition: partitionSpan(options),
            row: timeSpan(textsOf('{InvertedTicks}', stepIn(name)), window, before),
          }),
        ),
      );
    },
    encode: (ticks, { tableName: named }) => {
      const [name = ''] = namesOf(named);
      const [table1] = tableWindows(form, name, { from: ticks, to: ticks + 1n });
      return {
        rowKey: ticksText(floorTo(ticks, stepIn(name)), 19, true) + SEPARATOR,
        ...(table1?.tableName !== undefined && { tableName: table1.tableName }),
      };
    },
  };
}
