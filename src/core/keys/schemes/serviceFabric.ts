import { isDigits, readTicksAt, ticksText } from '../base/digits.ts';
import { partitionSpan, timeSpan } from '../base/keySpan.ts';
import type { KeyReading, KeyScheme } from '../base/scheme.ts';
import { defineScheme, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { nonEmpty, segment, ticksSegments } from '../base/segmentBuild.ts';
import { ticksTimeText } from '../dates/timeTexts.ts';
import { HYPHEN, UNDERSCORE } from '../base/keyShape.ts';
import { beginsWithDigits, beginsWithOne } from '../base/shapeTests.ts';

const FABRIC = { id: 'fabric-dca', title: 'Service Fabric DCA' } as const;
const WIDTH = 20;

function readRow(text: string): KeyReading | undefined {
  const id = text.slice(WIDTH + 1);
  if (!isDigits(text, 0, WIDTH) || text.charAt(WIDTH) !== '_' || id === '') return undefined;
  const ticks = BigInt(text.slice(0, WIDTH));
  return makeReading(FABRIC, {
    ticks,
    fields: [['nodeUniqueEventId', id]],
    confidence: plausibility(ticks) * 0.93,
    reason: 'D20 ticks, _ and the id of the event on its node',
  });
}

/** ETW events that the diagnostic collector of Service Fabric uploads. */
export const fabricDcaScheme: KeyScheme = defineScheme({
  ...FABRIC,
  family: 'logger',
  shapes: { partition: beginsWithOne('nN', HYPHEN), row: beginsWithDigits(WIDTH, UNDERSCORE) },
  anyPartition: { field: 'fabricNodeId' },
  writer: 'Service Fabric FabricDCA',
  // Source: microsoft/service-fabric: AzureTableEtwEventUploader.cs
  timeSource: 'row',
  rounding: 'exact',
  order: 'ascending',
  grammar: { partition: 'Fabric node id', row: 'ticks(D20)_event id' },
  tablePattern: /EtwTraceTable$/i,
  read: (text, part, hint) => {
    if (part === 'row') return readRow(text);
    if (part !== 'partition' || !/^nodeid-/i.test(text)) return undefined;
    const isOwn = hint.tableName !== undefined && /EtwTraceTable$/i.test(hint.tableName);
    return makeReading(FABRIC, {
      fields: [['fabricNodeId', text]],
      confidence: isOwn ? 0.9 : 0.4,
      reason: 'the node; the time is in the RowKey',
    });
  },
  segments: (text, part) => {
    const time =
      part === 'row' && readRow(text) !== undefined ? ticksSegments(text, 0, WIDTH, false) : undefined;
    if (time === undefined) return undefined;
    return nonEmpty([
      ...time,
      segment('separator', '_', 'separator'),
      segment('identity', text.slice(WIDTH + 1), 'event on its node'),
    ]);
  },
  encode: (ticks) => ({ rowKey: `${ticksText(ticks, WIDTH, false)}_` }),
  ranges: (window, options) => [
    tableRange({
      ...(options.tableName === undefined ? {} : { tableName: options.tableName }),
      partition: partitionSpan(options),
      row: timeSpan(ticksTimeText(1n, WIDTH), window),
    }),
  ],
  homes: (options) => [tableRange({ partition: partitionSpan(options), row: { from: '005', to: '007' } })],
  rowTime: (_partitionKey, rowKey, into) => readTicksAt(rowKey, 0, WIDTH, into),
});
