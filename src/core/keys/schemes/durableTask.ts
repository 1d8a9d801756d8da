import { isDigits, numberOf, readTicksAt, ticksText } from '../base/digits.ts';
import { unescapeDurable } from '../base/escapes.ts';
import { keysBeginningWith, timeSpan } from '../base/keySpan.ts';
import type { KeyHint, KeyPart, KeyReading, KeyScheme } from '../base/scheme.ts';
import { defineScheme, isOfTable, makeReading, plausibility, tableRange } from '../base/schemeSpec.ts';
import { ticksSegments } from '../base/segmentBuild.ts';
import { ticksTimeText } from '../dates/timeTexts.ts';
import { AT, CARET, DIGIT, HYPHEN, UNDERSCORE, UPPER_HEX } from '../base/keyShape.ts';
import { beginsWithOne, either, every, hasLength, holds, holdsOnly, isDigitsOf } from '../base/shapeTests.ts';

// Source: durabletask: DurableTask.AzureStorage KeySanitation.cs, AzureTableTrackingStore.cs, TablePartitionLease.cs
const INSTANCES = { id: 'durable-instances', title: 'Durable Functions instances' } as const;
const HISTORY = { id: 'durable-history', title: 'Durable Functions history' } as const;
const PARTITIONS = { id: 'durable-partitions', title: 'Durable Functions partitions' } as const;
const NETHERITE = { id: 'netherite', title: 'Netherite partitions' } as const;
const JUMP_START = { id: 'dtfx-servicebus-jumpstart', title: 'DTFx Service Bus jump start' } as const;
const DTFX_HISTORY = { id: 'dtfx-servicebus-history', title: 'DTFx Service Bus history' } as const;
const INSTANCES_TABLE = /^(?!Orleans)[A-Za-z][A-Za-z0-9]*Instances$/;
const HISTORY_TABLE = /^(?!InstanceHistory)[A-Za-z][A-Za-z0-9]*History$/;
const PARTITIONS_TABLE = /^(?!DurableTask)[A-Za-z][A-Za-z0-9]*Partitions$/;
const SEQUENCE = /^[0-9A-F]{16}$/;

/** An id with an escape, or the id of an entity. */
const INSTANCE_SHAPE = either(holds(CARET), holds(AT));

const noTime = { timeSource: 'none', rounding: 'none', order: 'none' } as const;

/** The instance id, and name and key of an entity's `@name@key`. */
function instanceFields(text: string): [string, string][] {
  const instanceId = unescapeDurable(text) ?? text;
  const fields: [string, string][] = [['instanceId', instanceId]];
  const entity = /^@([^@]*)@(.*)$/s.exec(instanceId);
  if (entity !== null) {
    const [, name = '', key = ''] = entity;
    fields.push(['entity', `${name}___${key}`], ['entity.name', name], ['entity.key', key]);
  }
  return fields;
}

function readInstance(
  scheme: { id: string; title: string },
  text: string,
  isOwn: boolean,
): KeyReading | undefined {
  if (text === '' || unescapeDurable(text) === undefined) return undefined;
  const isEntity = /^@[^@]+@/.test(text);
  if (!isOwn && !isEntity && !/\^[0-3^]/.test(text)) return undefined;
  return makeReading(scheme, {
    fields: instanceFields(text),
    confidence: isOwn ? 0.9 : isEntity ? 0.6 : 0.5,
    reason: 'an instance id with ^ escapes; the time is in properties (CreatedTime)',
  });
}

function readInstances(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  const isOwn = isOfTable(INSTANCES_TABLE, hint);
  if (part === 'partition') return readInstance(INSTANCES, text, isOwn);
  if (part !== 'row' || text !== '') return undefined;
  return makeReading(INSTANCES, {
    confidence: isOwn ? 0.9 : 0.3,
    reason: 'the RowKey of an instance is the empty string',
  });
}

function readHistory(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (part === 'partition') {
    const reading = readInstance(HISTORY, text, isOfTable(HISTORY_TABLE, hint));
    return reading === undefined ? undefined : { ...reading, confidence: reading.confidence * 0.9 };
  }
  if (part !== 'row') return undefined;
  if (text === 'sentinel') {
    return makeReading(HISTORY, {
      fields: [['sentinel', 'true']],
      confidence: 0.8,
      reason: 'the row that guards the history of an instance; no time in keys',
    });
  }
  if (!SEQUENCE.test(text)) return undefined;
  return makeReading(HISTORY, {
    fields: [['sequence', String(BigInt(`0x${text}`))]],
    confidence: text.startsWith('00000000') ? 0.85 : 0.15,
    reason: '16 hexadecimal digits: the number of an event in its instance; no time in keys',
  });
}

function readPartitions(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  const isOwn = isOfTable(PARTITIONS_TABLE, hint);
  if (part === 'partition' && text === '') {
    return makeReading(PARTITIONS, {
      confidence: isOwn ? 0.9 : 0.2,
      reason: 'the PartitionKey of control queues is the empty string',
    });
  }
  if (part !== 'row' || !(isOwn || /-control-\d{2}$/.test(text))) return undefined;
  return makeReading(PARTITIONS, {
    fields: [['partition', text]],
    confidence: 0.8,
    reason: 'the name of a control queue; no time in keys',
  });
}

function readNetherite(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (hint.tableName?.toLowerCase() !== 'durabletaskpartitions') return undefined;
  if (part === 'row' && /^\d{2}$/.test(text)) {
    return makeReading(NETHERITE, {
      fields: [['partition', String(Number(text))]],
      confidence: 0.9,
      reason: 'the number of a partition; no time in keys',
    });
  }
  if (part !== 'partition') return undefined;
  return makeReading(NETHERITE, { fields: [['taskHub', text]], confidence: 0.9, reason: 'the task hub' });
}

/** `ID_EID_<instance>_<execution>`: the execution is the last part. */
function readExecution(scheme: { id: string; title: string }, text: string): KeyReading | undefined {
  const at = text.lastIndexOf('_');
  if (!text.startsWith('ID_EID_') || at <= 'ID_EID_'.length) return undefined;
  return makeReading(scheme, {
    fields: [
      ['instanceId', text.slice('ID_EID_'.length, at)],
      ['executionId', text.slice(at + 1)],
    ],
    confidence: 0.85,
    reason: 'instance and execution of a task, joined by _',
  });
}

function readJumpStart(text: string, part: KeyPart, hint: KeyHint): KeyReading | undefined {
  if (part === 'row') return readExecution(JUMP_START, text);
  if (part !== 'partition' || text.length !== 19 || !isDigits(text)) return undefined;
  const ticks = numberOf(text);
  return makeReading(JUMP_START, {
    ticks,
    confidence: plausibility(ticks) * (isOfTable(/^JumpStart/, hint) ? 0.9 : 0.15),
    reason: 'exact ticks of CreatedTime',
  });
}

function readDtfxHistory(text: string, part: KeyPart): KeyReading | undefined {
  if (part === 'partition') {
    if (text !== 'IS' && !text.startsWith('IH_')) return undefined;
    return makeReading(DTFX_HISTORY, {
      fields: text === 'IS' ? [['kind', 'instances']] : [['instanceId', text.slice(3)]],
      confidence: text === 'IS' ? 0.3 : 0.75,
      reason: 'the history of an instance; no time in keys',
    });
  }
  if (part !== 'row') return undefined;
  const event = /^EID_SEQ_(.+)_(\d{1,18})$/s.exec(text);
  if (event === null) {
    const reading = readExecution(DTFX_HISTORY, text);
    return reading === undefined ? undefined : { ...reading, confidence: reading.confidence * 0.98 };
  }
  return makeReading(DTFX_HISTORY, {
    fields: [
      ['executionId', event[1] as string],
      ['sequence', String(Number(event[2]))],
    ],
    confidence: 0.9,
    reason: 'execution and event number; the number is not padded, so 10 sorts before 2; no time in keys',
  });
}

/** Tables of Durable Task's storage backends. Only the jump start keys hold a time. */
export const durableTaskSchemes: readonly KeyScheme[] = [
  defineScheme({
    ...INSTANCES,
    ...noTime,
    shapes: { partition: INSTANCE_SHAPE, row: hasLength(0) },
    anyPartition: { field: 'instanceId' },
    writer: 'Durable Functions, Azure Storage',
    grammar: { table: '<Hub>Instances', partition: 'instance id, ^ escapes', row: 'empty' },
    tablePattern: INSTANCES_TABLE,
    read: readInstances,
    eventTimeProperties: ['CreatedTime', 'LastUpdatedTime'],
  }),
  defineScheme({
    ...HISTORY,
    ...noTime,
    shapes: {
      partition: INSTANCE_SHAPE,
      row: either(beginsWithOne('s'), every(hasLength(16), holdsOnly(DIGIT + UPPER_HEX))),
    },
    anyPartition: { field: 'instanceId' },
    writer: 'Durable Functions, Azure Storage',
    grammar: { table: '<Hub>History', partition: 'instance id, ^ escapes', row: 'sequence(X16) | sentinel' },
    tablePattern: HISTORY_TABLE,
    read: readHistory,
    eventTimeProperties: ['_Timestamp'],
  }),
  defineScheme({
    ...PARTITIONS,
    ...noTime,
    shapes: { partition: hasLength(0), row: holds(HYPHEN + DIGIT) },
    writer: 'Durable Functions, Azure Storage',
    grammar: { table: '<Hub>Partitions', partition: 'empty', row: 'control queue' },
    tablePattern: PARTITIONS_TABLE,
    read: readPartitions,
  }),
  defineScheme({
    ...NETHERITE,
    ...noTime,
    shapes: {},
    writer: 'DurableTask Netherite',
    // Source: durabletask-netherite: AzureTableLoadPublisher.cs
    grammar: { table: 'DurableTaskPartitions', partition: 'task hub', row: 'partition(D2)' },
    tablePattern: /^DurableTaskPartitions$/i,
    read: readNetherite,
  }),
  defineScheme({
    ...JUMP_START,
    shapes: { partition: isDigitsOf(19), row: beginsWithOne('I', UNDERSCORE) },
    mostConfidence: 0.85,
    writer: 'DurableTask.ServiceBus',
    // Source: durabletask: DurableTask.ServiceBus/Tracking/AzureTableOrchestrationJumpStartEntity.cs
    timeSource: 'partition',
    rounding: 'exact',
    order: 'ascending',
    grammar: { table: 'JumpStart<Hub>', partition: 'ticks(D19)', row: 'ID_EID_instance_execution' },
    tablePattern: /^JumpStart[A-Za-z0-9]*$/,
    read: readJumpStart,
    segments: (text, part) =>
      part === 'partition' && text.length === 19 ? ticksSegments(text, 0, 19, false) : undefined,
    encode: (ticks) => ({ partitionKey: ticksText(ticks, 19, false) }),
    ranges: (window, options) => [
      tableRange({
        ...(options.tableName === undefined ? {} : { tableName: options.tableName }),
        partition: timeSpan(ticksTimeText(1n), window),
      }),
    ],
    homes: () => [tableRange({ partition: { from: '05', to: '07' } })],
    rowTime: (partitionKey, _rowKey, into) => readTicksAt(partitionKey, 0, 19, into),
    groupOf: () => 'all',
  }),
  defineScheme({
    ...DTFX_HISTORY,
    ...noTime,
    shapes: { partition: beginsWithOne('I'), row: beginsWithOne('EI', UNDERSCORE) },
    writer: 'DurableTask.ServiceBus',
    // Source: durabletask: DurableTask.ServiceBus/Tracking
    grammar: {
      table: 'InstanceHistory00<Hub>',
      partition: 'IS | IH_instance',
      row: 'ID_EID_… | EID_SEQ_execution_n',
    },
    tablePattern: /^InstanceHistory00[A-Za-z0-9]*$/,
    read: readDtfxHistory,
    homes: () => [tableRange({ partition: keysBeginningWith('I') })],
  }),
];
