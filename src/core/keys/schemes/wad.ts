import type { KeyScheme } from '../base/keyScheme.ts';
import { TICKS_PER_DAY, TICKS_PER_MINUTE } from '../../time/ticks.ts';
import { AGENT_ROW_SHAPE, agentRowSegments, cutAgentRowKey } from '../forms/agentRowKey.ts';
import { floorTo, isDigits, numberOf, readTicksAt, ticksText } from '../base/digits.ts';
import {
  cutPrefixedKey,
  D19,
  PREFIXED_SHAPE,
  PREFIXED_TICKS_AT,
  prefixedHomes,
  prefixedRanges,
  prefixedSegments,
  prefixGroup,
  prefixOf,
  prefixText,
  volumeWord,
} from '../forms/prefixedKey.ts';
import type { KeyReading, RowTime } from '../base/scheme.ts';
import { defineScheme, makeReading, plausibility } from '../base/schemeSpec.ts';
import { ticksSegments } from '../base/segmentBuild.ts';
import { codecOf } from '../grammar/parseTemplate.ts';
import { sampleStep, showsMinutes } from '../forms/sampleFacts.ts';
import { textsOf } from '../grammar/parseTemplate.ts';
import { isDigitsOf, shapesOf } from '../base/shapeTests.ts';

const WAD = { id: 'wad', title: 'Azure Diagnostics (WAD)' } as const;
const WAD_PREFIXED = { id: 'wad-prefixed', title: 'Azure Diagnostics (WAD), prefixed' } as const;
const ROW_NAMES = ['deploymentId', 'role', 'roleInstance'] as const;
/** WADMetrics... tables have another scheme. */
const TABLE = /^WAD(?!Metrics)[A-Za-z0-9]*Table$/i;

function stepOf(roundingTicks: bigint | undefined): bigint {
  return roundingTicks ?? TICKS_PER_MINUTE;
}

function readRow(scheme: { id: string; title: string }, text: string): KeyReading | undefined {
  const key = cutAgentRowKey(text);
  if (key === undefined) return undefined;
  const { identity, rowIndexText } = key;
  const isFull = identity.length === ROW_NAMES.length && rowIndexText !== undefined;
  if (!isFull && rowIndexText === undefined && identity.length !== ROW_NAMES.length) return undefined;
  const fields: [string, string][] =
    identity.length === ROW_NAMES.length
      ? identity.map((part, index): [string, string] => [ROW_NAMES[index] ?? 'identity', part])
      : [];
  fields.push(['identity', identity.join('___')]);
  if (rowIndexText !== undefined) fields.push(['rowIndex', String(BigInt(rowIndexText))]);
  return makeReading(scheme, {
    fields,
    confidence: isFull ? 0.6 : 0.3,
    reason:
      'deployment, role and instance joined by ___, then the row index; the time is in the PartitionKey',
  });
}

function readUnprefixed(text: string, sample: readonly string[] | undefined): KeyReading | undefined {
  if (text.length !== D19 || !isDigits(text)) return undefined;
  const step = sampleStep(sample);
  const ticks = numberOf(text);
  if (ticks % step !== 0n) return undefined;
  return makeReading(WAD, {
    ticks,
    window: { from: ticks, to: ticks + step },
    fields: [['eventVolume', volumeWord(1)]],
    confidence: plausibility(ticks) * (ticks % TICKS_PER_DAY === 0n && !showsMinutes(sample) ? 0.85 : 0.9),
    reason: `whole minutes in 19-digit ticks, as WAD writes them for event volume Small: events of the ${step / TICKS_PER_MINUTE} min that begin then`,
  });
}

function readPrefixed(text: string, step: bigint): KeyReading | undefined {
  const key = cutPrefixedKey(text);
  if (key === undefined || key.prefix > 99) return undefined;
  const ticks = numberOf(key.ticksText);
  const fields: [string, string][] = [
    ['prefix', String(key.prefix)],
    ['N', text.slice(0, D19)],
  ];
  if (key.prefix >= 10) fields.push(['eventVolume', volumeWord(100)]);
  return makeReading(WAD_PREFIXED, {
    ticks,
    window: { from: ticks, to: ticks + step },
    fields,
    confidence: plausibility(ticks) * (key.tail === '' && ticks % step === 0n ? 0.8 : 0.4),
    reason:
      '19 + 19 digits joined by ___: the prefix is that of the writer, the ticks are floored to the minute',
  });
}

/** Reads both forms: a WAD table holds both after its event volume was changed. */
function wadRowTime(partitionKey: string, _rowKey: string, into: RowTime): boolean {
  return readTicksAt(partitionKey, prefixOf(partitionKey) < 0 ? 0 : PREFIXED_TICKS_AT, D19, into);
}

const FACTS = {
  family: 'agent',
  writer: 'Windows Azure Diagnostics agent',
  source: 'Azure-diagnostics-tools: logstash-input-azurewadtable, azurewadtable.rb and README',
  rounding: 'floor to 1 min',
  tables: TABLE,
  exactTime: ['PreciseTimeStamp', 'EventTickCount'],
} as const;
const shared = {
  timeSource: 'partition',
  time: codecOf('{Ticks/1m}'),
  order: 'ascending',
  prefixed: true,
  rowTime: wadRowTime,
  groupOf: prefixGroup,
} as const;

/** WAD: Small writes no prefix; Medium and Large write 10 and 100. */
export const wadSchemes: readonly KeyScheme[] = [
  defineScheme({
    ...shared,
    ...WAD,
    entry: { ...FACTS, ...WAD, volume: [0, 10, 100] },
    shapes: shapesOf({ both: isDigitsOf(D19), row: AGENT_ROW_SHAPE }, 0.9),
    read: (text, part, hint) => {
      if (part === 'table') return undefined;
      return readUnprefixed(text, hint.sample) ?? (part === 'row' ? readRow(WAD, text) : undefined);
    },
    segments: (text, part) =>
      text.length === D19
        ? ticksSegments(text, 0, D19, false)
        : (prefixedSegments(text) ?? (part === 'row' ? agentRowSegments(text, ROW_NAMES) : undefined)),
    encode: (ticks, options) => ({
      partitionKey:
        (options.prefix === undefined ? '' : prefixText(options.prefix)) +
        ticksText(floorTo(ticks, stepOf(options.roundingTicks)), D19, false),
    }),
    ranges: (window, options) => {
      const time = textsOf('{Ticks}', TICKS_PER_MINUTE);
      const volume = options.volume ?? 1;
      if (volume === 1) return prefixedRanges(time, window, options, 1, true).slice(1);
      return prefixedRanges(time, window, options, volume, options.unprefixed ?? false);
    },
    homes: (options) => {
      const volume = options.volume ?? 1;
      if (volume === 1) return prefixedHomes(1, true).slice(1);
      return prefixedHomes(volume, options.unprefixed ?? false);
    },
  }),
  defineScheme({
    ...shared,
    ...WAD_PREFIXED,
    entry: { ...FACTS, ...WAD_PREFIXED, volume: [10, 100] },
    shapes: shapesOf({ both: PREFIXED_SHAPE, row: AGENT_ROW_SHAPE }, 0.8),
    read: (text, part, hint) => {
      if (part === 'table') return undefined;
      return (
        readPrefixed(text, sampleStep(hint.sample)) ??
        (part === 'row' ? readRow(WAD_PREFIXED, text) : undefined)
      );
    },
    segments: (text, part) =>
      prefixedSegments(text) ?? (part === 'row' ? agentRowSegments(text, ROW_NAMES) : undefined),
    encode: (ticks, options) => ({
      partitionKey:
        prefixText(options.prefix ?? 0) +
        ticksText(floorTo(ticks, stepOf(options.roundingTicks)), D19, false),
    }),
    ranges: (window, options) =>
      prefixedRanges(
        textsOf('{Ticks}', TICKS_PER_MINUTE),
        window,
        options,
        options.volume ?? 100,
        options.unprefixed ?? false,
      ),
    homes: (options) => prefixedHomes(options.volume ?? 100, options.unprefixed ?? false),
  }),
];
