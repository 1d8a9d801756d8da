import { type KeyScheme, key } from '../base/keyScheme.ts';
import { TICKS_PER_MINUTE } from '../../time/ticks.ts';
import {
  AGENT_ROW_SHAPE,
  agentRowSegments,
  cutAgentRowKey,
  easyHash,
  rowIndexParts,
} from '../forms/agentRowKey.ts';
import { floorTo, numberOf, readTicksAt, ticksText } from '../base/digits.ts';
import { exactKey, partitionSpan } from '../base/keySpan.ts';
import {
  cutPrefixedKey,
  cutShortKey,
  D19,
  PREFIXED_SHAPE,
  PREFIXED_TICKS_AT,
  prefixedHomes,
  prefixedRanges,
  prefixedSegments,
  prefixGroup,
  prefixOf,
  prefixText,
  SEPARATOR,
  volumeWord,
} from '../forms/prefixedKey.ts';
import { sampleStep } from '../forms/sampleFacts.ts';
import type {
  KeyHint,
  KeyPart,
  KeyRangeOptions,
  KeyReading,
  KeySegment,
  TableKeyRange,
  TickSpan,
} from '../base/scheme.ts';
import { defineScheme, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { joinedSegments, segment } from '../base/segmentBuild.ts';
import { tenDaysOfTable } from '../codecs/tablePeriods.ts';
import { compileForm, formSegments, readForm } from '../grammar/keyForm.ts';
import { codecOf } from '../grammar/parseTemplate.ts';
import { tableNames, type TableWindow, tableWindows } from '../grammar/tableTime.ts';
import { textsOf } from '../grammar/parseTemplate.ts';
import { truncatedTicks } from '../forms/truncatedTicks.ts';
import { UNDERSCORE } from '../base/keyShape.ts';
import { holds, isTableName, type KeyShapes, shapesOf } from '../base/shapeTests.ts';

interface Agent {
  readonly id: string;
  readonly title: string;
  readonly writer: string;
  readonly tablePattern: RegExp;
  readonly isLinux: boolean;
  /** Confidence among schemes of the same form if no table name decides. */
  readonly weight: number;
  readonly shapes: KeyShapes;
}

/** An identity, `___` and a row index of 19 digits. */
const INDEXED_ROW = holds(UNDERSCORE, 22);

const MDS: Agent = {
  id: 'mds-prefixed',
  title: 'Prefixed ticks (Geneva / MDS)',
  writer: 'Geneva / MDS agent, mdsd, Azure Stack ACS',
  // A name over the limit becomes T and its MD5 (mdsd MdsEntityName.cc).
  tablePattern:
    /^(?:(?!Linux(?:syslog|cpu|memory|disk)Ver)[A-Za-z][A-Za-z0-9]*Ver\d+v\d+|T[0-9A-Fa-f]{32})$/i,
  isLinux: false,
  weight: 0.98,
  shapes: shapesOf({ both: PREFIXED_SHAPE, row: INDEXED_ROW, table: isTableName }, 0.98),
};
const LAD: Agent = {
  id: 'lad-mdsd',
  title: 'Linux diagnostics (LAD, mdsd)',
  writer: 'Linux Azure Diagnostics 2 and 3 (mdsd)',
  tablePattern: /^Linux(?:syslog|cpu|memory|disk)Ver\d+v\d+$/i,
  isLinux: true,
  weight: 0.7,
  shapes: shapesOf({ both: PREFIXED_SHAPE, row: INDEXED_ROW }, 0.95),
};
/** MDS's fake timestamp, 1601-01-01T00:00:00.0000001Z (MdsTime.hh FakeTimeStampTicks). It is a mark, not a time. */
const SENTINEL_TEXT = '0504911232000000001';

function isSentinel(text: string): boolean {
  return cutPrefixedKey(text)?.ticksText === SENTINEL_TEXT;
}

const ROW_NAMES = ['tenant', 'role', 'roleInstance'] as const;

function readPartition(agent: Agent, text: string, hint: KeyHint): KeyReading | undefined {
  const key = cutPrefixedKey(text);
  if (key === undefined) return undefined;
  const ticks = numberOf(key.ticksText);
  // No agent writes a prefix above 99, but other writers of the same form may.
  const isForeign = key.prefix > 99;
  if (isForeign && plausibility(ticks) < 1) return undefined;
  const step = sampleStep(hint.sample);
  const fields: [string, string][] = [
    ['prefix', String(key.prefix)],
    ['N', text.slice(0, D19)],
  ];
  if (key.prefix >= 10 && !isForeign) fields.push(['eventVolume', volumeWord(100)]);
  const joined = readJoinedId(key.tail);
  if (joined !== undefined) fields.push(['joinedId', text], ...joined);
  const isClean = key.tail === '' || joined !== undefined;
  return makeReading(agent, {
    ticks,
    window: { from: ticks, to: ticks + step },
    fields,
    confidence:
      plausibility(ticks) *
      agent.weight *
      (isForeign ? 0.5 : isClean && ticks % TICKS_PER_MINUTE === 0n ? 1 : 0.6),
    reason: `19 + 19 digits joined by ___: the writer's prefix${isForeign ? ', above the 99 of any event volume,' : ''} and the start of the interval (${step / TICKS_PER_MINUTE} min)`,
  });
}

/** Reads a prefix followed by the first digits of ticks, or by nothing, as the interval that they cover. */
function readShort(agent: Agent, text: string): KeyReading | undefined {
  const short = cutShortKey(text);
  if (short === undefined || short.prefix > 99) return undefined;
  const cut = truncatedTicks(short.digits, false);
  return makeReading(agent, {
    ...(cut === undefined ? {} : { window: cut.window }),
    fields: [
      ['prefix', String(short.prefix)],
      ['N', text.slice(0, D19)],
      ['digits', String(short.digits.length)],
    ],
    confidence: agent.weight * (cut === undefined ? 0.5 : 0.8 * plausibility(cut.window.from)),
    reason:
      cut === undefined
        ? "the writer's prefix and too few digits of ticks to say a time"
        : `the writer's prefix and the first ${short.digits.length} of 19 digits of ticks: an interval of ${cut.length}`,
  });
}

/** Reports print PartitionKey_RowKey as one Id (Azure Stack ACS). */
function readJoinedId(tail: string): readonly [string, string][] | undefined {
  if (!tail.startsWith('_') || tail.startsWith('__')) return undefined;
  const row = cutAgentRowKey(tail.slice(1));
  return row === undefined ? undefined : rowFields(row.identity, row.rowIndexText, false);
}

function rowFields(
  identity: readonly string[],
  rowIndexText: string | undefined,
  isLinux: boolean,
): [string, string][] {
  const fields: [string, string][] = [['identity', identity.join(SEPARATOR)]];
  if (identity.length === ROW_NAMES.length) {
    identity.forEach((part, index) => fields.push([ROW_NAMES[index] ?? 'identity', part]));
  }
  if (rowIndexText === undefined) return fields;
  const rowIndex = BigInt(rowIndexText);
  fields.push(['rowIndex', String(rowIndex)]);
  if (!isLinux) return fields;
  const { thread, unixLow20, counter } = rowIndexParts(rowIndex);
  fields.push(
    ['rowIndexThread', String(thread)],
    ['rowIndexUnixLow20', String(unixLow20)],
    ['rowIndexCounter', String(counter)],
    ['easyHash', String(easyHash(identity.join(SEPARATOR)))],
  );
  return fields;
}

/** Two 19-digit numbers of which the second is a likely time: a PartitionKey, not an identity with a row index. */
function isTimedPartition(text: string): boolean {
  const ticksText = cutPrefixedKey(text)?.ticksText;
  return ticksText !== undefined && plausibility(BigInt(ticksText)) === 1;
}

function readRow(agent: Agent, text: string): KeyReading | undefined {
  const key = cutAgentRowKey(text);
  if (key?.rowIndexText === undefined || isTimedPartition(text)) return undefined;
  return makeReading(agent, {
    fields: rowFields(key.identity, key.rowIndexText, agent.isLinux),
    confidence: 0.62 * agent.weight,
    reason: "the writer's identity joined by ___, then the row index; the time is in the PartitionKey",
  });
}

/** A name that ends with the first of ten days. Linux diagnostics do not write such names (dontUsePerNDayTable). */
const PER_TEN_DAYS = compileForm(
  key(
    '{event/[A-Za-z][A-Za-z0-9]*[vV][eE][rR]\\d+[vV]\\d+/}{time}',
    0.95,
    'events of ten days from the date in the name, which counts whole ten days from 1601-01-01',
    { codec: tenDaysOfTable(true) },
  ),
);

/** The tables of a window; undefined if a table is not one of ten days. */
function tablesOf(
  agent: Agent,
  name: string | undefined,
  window: TickSpan,
): readonly TableWindow[] | undefined {
  const [prefix] = agent.isLinux ? [] : tableNames([PER_TEN_DAYS], name);
  return prefix === undefined ? undefined : tableWindows(PER_TEN_DAYS, prefix, window);
}

function agentRanges(agent: Agent, window: TickSpan, options: KeyRangeOptions): readonly TableKeyRange[] {
  const rangesIn = (asked: TickSpan, own: KeyRangeOptions): readonly TableKeyRange[] =>
    prefixedRanges(
      textsOf('{Ticks}', TICKS_PER_MINUTE),
      asked,
      own,
      options.volume ?? 100,
      options.unprefixed ?? false,
    );
  const tables = tablesOf(agent, options.tableName, window) ?? [{ tableName: options.tableName, window }];
  return tables.flatMap((table) =>
    rangesIn(table.window, {
      ...options,
      ...(table.tableName !== undefined && { tableName: table.tableName }),
    }),
  );
}

function read(agent: Agent, text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (part === 'table') return agent.isLinux ? undefined : readForm(agent, PER_TEN_DAYS, text, hint, false);
  if (isSentinel(text)) return undefined;
  return (
    readPartition(agent, text, hint) ??
    readShort(agent, text) ??
    (part === 'row' ? readRow(agent, text) : undefined)
  );
}

function agentSegments(agent: Agent, text: string, part: KeyPart): readonly KeySegment[] | undefined {
  if (part !== 'table') {
    return prefixedSegments(text) ?? (part === 'row' ? agentRowSegments(text, ROW_NAMES) : undefined);
  }
  return agent.isLinux ? undefined : formSegments(PER_TEN_DAYS, agent.title, text);
}

function agentScheme(agent: Agent): KeyScheme {
  const { id, title, writer, tablePattern, shapes } = agent;
  return defineScheme({
    id,
    title,
    entry: {
      id,
      title,
      writer,
      family: 'agent',
      source: 'Azure-linux-extensions: Diagnostic/mdsd/mdsd/PipeStages.cc, Priority.cc, CfgCtxManagement.cc',
      tables: tablePattern,
      rounding: 'floor to 1 min (high priority), 5 min (normal) or 15 min (low)',
      volume: [1, 10, 100],
      exactTime: ['PreciseTimeStamp', 'TIMESTAMP'],
    },
    shapes,
    timeSource: 'partition',
    time: codecOf('{Ticks/1m}'),
    order: 'ascending',
    prefixed: true,
    read: (text, part, hint) => read(agent, text, part, hint),
    segments: (text, part) => agentSegments(agent, text, part),
    encode: (ticks, options) => {
      const [table] = tablesOf(agent, options.tableName, { from: ticks, to: ticks + 1n }) ?? [];
      return {
        ...(table?.tableName !== undefined && { tableName: table.tableName }),
        partitionKey:
          prefixText(options.prefix ?? 0) +
          ticksText(floorTo(ticks, options.roundingTicks ?? TICKS_PER_MINUTE), D19, false),
      };
    },
    ranges: (window, options) => agentRanges(agent, window, options),
    homes: (options) => prefixedHomes(options.volume ?? 100, options.unprefixed ?? false),
    rowTime: (partitionKey, _rowKey, into) =>
      readTicksAt(partitionKey, prefixOf(partitionKey) < 0 ? 0 : PREFIXED_TICKS_AT, D19, into),
    groupOf: prefixGroup,
  });
}

const SCHEMAS = { id: 'mds-schemas', title: 'MDS schema list (no time)' } as const;

function readSchemas(text: string, part: KeyPart): KeyReading | undefined {
  const key = cutPrefixedKey(text);
  if (key !== undefined && isSentinel(text)) {
    const ticks = BigInt(SENTINEL_TEXT);
    return makeReading(SCHEMAS, {
      ticks,
      fields: [
        ['prefix', String(key.prefix)],
        ['fakeTimestamp', 'true'],
      ],
      confidence: 0.97,
      reason: 'a fixed mark (1601-01-01 + 1 tick) that MDS puts where no time belongs: not an event time',
    });
  }
  const row = part === 'row' ? /^([A-Za-z][A-Za-z0-9]{2,62})___([0-9a-fA-F]{32})$/.exec(text) : null;
  if (row === null) return undefined;
  return makeReading(SCHEMAS, {
    fields: [
      ['physicalTableName', row[1] as string],
      ['md5', row[2] as string],
    ],
    confidence: 0.85,
    reason: 'a table name and the MD5 of its schema joined by ___',
  });
}

const schemasScheme: KeyScheme = defineScheme({
  ...SCHEMAS,
  entry: {
    ...SCHEMAS,
    family: 'agent',
    writer: 'Geneva / MDS agent',
    source: 'Azure-linux-extensions: mdsd PipeStages.cc BuildSchema, MdsTime.hh FakeTimeStampTicks',
    tables: /^SchemasTable$/i,
  },
  shapes: shapesOf({ partition: PREFIXED_SHAPE, row: AGENT_ROW_SHAPE, table: PREFIXED_SHAPE }, 0.97),
  timeSource: 'none',
  order: 'none',
  read: (text, part) => readSchemas(text, part),
  segments: (text, part) =>
    part === 'row' && readSchemas(text, part) !== undefined
      ? joinedSegments(text, SEPARATOR, (piece, index) =>
          segment(index === 0 ? 'identity' : 'text', piece, index === 0 ? 'table' : 'MD5 of the schema'),
        )
      : prefixedSegments(text),
  ranges: (_window, options) => [
    tableRange({
      partition: partitionSpan(options),
      reason: 'SchemasTable holds no time: 1601-01-01T00:00:00.0000001Z is a mark.',
    }),
  ],
  homes: () =>
    Array.from({ length: 10 }, (_, prefix) =>
      tableRange({ prefix, partition: exactKey(prefixText(prefix) + SENTINEL_TEXT) }),
    ),
  groupOf: prefixGroup,
});

/** Geneva / MDS, Linux diagnostics, and their list of schemas. */
export const mdsSchemes: readonly KeyScheme[] = [agentScheme(MDS), agentScheme(LAD), schemasScheme];
