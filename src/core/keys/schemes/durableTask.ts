import { entriesWith, key, type KeyFormEntry, ownKey, type SchemeEntry } from '../base/keyScheme.ts';
import { keysBeginningWith } from '../base/keySpan.ts';
import { tableRange } from '../base/schemeSpec.ts';

const AZURE_STORAGE =
  'durabletask: DurableTask.AzureStorage KeySanitation.cs, AzureTableTrackingStore.cs, TablePartitionLease.cs';
const SERVICE_BUS = 'durabletask: DurableTask.ServiceBus/Tracking';
const INSTANCE = 'an instance id with ^ escapes; the time is in properties (CreatedTime)';

/**
 * An instance id, in which ^ escapes what keys may not contain. `@name@key` is the instance of an entity. `share`: a factor for the
 * confidence.
 */
function instanceForms(share: number): readonly KeyFormEntry[] {
  return [
    key('{instanceId~durabletask-caret/@[^@]+@.*/@}', 0.6 * share, INSTANCE, { own: 0.9 * share }),
    key('{instanceId~durabletask-caret/(?=.*\\^[0-3^]).+/^}', 0.5 * share, INSTANCE, { own: 0.9 * share }),
    ownKey('{instanceId~durabletask-caret/.+/}', 0.9 * share, INSTANCE, { isGuess: true }),
  ];
}

/** Adds the name and the key of an entity, if the instance is one. */
const withEntity: SchemeEntry['refine'] = (reading) => {
  const [, name, own] = /^@([^@]*)@(.*)$/s.exec(reading.fields.get('instanceId') ?? '') ?? [];
  if (name === undefined || own === undefined) return reading;
  const fields = new Map(reading.fields);
  fields.set('entity', `${name}___${own}`).set('entity.name', name).set('entity.key', own);
  return { ...reading, fields };
};

const EXECUTION = 'ID_EID_{instanceId/.+/}_{executionId/[^_]*/}';
const EXECUTION_WORDS = 'instance and execution of a task, joined by _';

const HISTORY = 'the history of an instance';
const QUEUE = 'the name of a control queue';

/** Tables of Durable Task's storage backends. Only the jump start table has a time in its keys. */
export const DURABLE_ENTRIES: readonly SchemeEntry[] = [
  ...entriesWith({ writer: 'Durable Functions, Azure Storage', family: 'framework', source: AZURE_STORAGE }, [
    {
      id: 'durable-instances',
      title: 'Durable Functions instances',
      tables: /^(?!Orleans)[A-Za-z][A-Za-z0-9]*Instances$/,
      partition: instanceForms(1),
      row: key('', 0.3, 'the RowKey of an instance is the empty string', { own: 0.9 }),
      refine: withEntity,
      exactTime: ['CreatedTime', 'LastUpdatedTime'],
      example: { partition: 'order^042', row: '' },
    },
    {
      id: 'durable-history',
      title: 'Durable Functions history',
      tables: /^(?!InstanceHistory)[A-Za-z][A-Za-z0-9]*History$/,
      partition: instanceForms(0.9),
      row: [
        key('sentinel{sentinel=true}', 0.8, 'the row that guards the history of an instance'),
        key(
          '{sequence:X16#}',
          (text) => (text.startsWith('00000000') ? 0.85 : 0.15),
          '16 hexadecimal digits: the number of an event in its instance',
          { most: 0.85 },
        ),
      ],
      refine: withEntity,
      exactTime: ['_Timestamp'],
      example: { partition: 'order^042', row: '000000000000002A' },
    },
    {
      id: 'durable-partitions',
      title: 'Durable Functions partitions',
      tables: /^(?!DurableTask)[A-Za-z][A-Za-z0-9]*Partitions$/,
      partition: key('', 0.2, 'the PartitionKey of control queues is the empty string', { own: 0.9 }),
      row: [key('{partition/.*-control-\\d{2}/-0}', 0.8, QUEUE), ownKey('{partition:any}', 0.8, QUEUE)],
      example: { partition: '', row: 'hub-control-03' },
    },
  ]),
  {
    id: 'netherite',
    title: 'Netherite partitions',
    writer: 'DurableTask Netherite',
    family: 'framework',
    source: 'durabletask-netherite: AzureTableLoadPublisher.cs',
    tables: /^DurableTaskPartitions$/i,
    partition: ownKey('{taskHub:any}', 0.9, 'the task hub'),
    row: ownKey('{partition:D2}', 0.9, 'the number of a partition'),
    example: { table: 'DurableTaskPartitions', partition: 'hub', row: '07' },
  },
  {
    id: 'dtfx-servicebus-jumpstart',
    title: 'DTFx Service Bus jump start',
    writer: 'DurableTask.ServiceBus',
    family: 'framework',
    source: `${SERVICE_BUS}/AzureTableOrchestrationJumpStartEntity.cs`,
    tables: /^JumpStart[A-Za-z0-9]*$/,
    partition: key('{Ticks}', 0.15, 'exact ticks of CreatedTime', { own: 0.9 }),
    row: key(EXECUTION, 0.85, EXECUTION_WORDS),
    example: {
      partition: '0638452306621234567',
      row: 'ID_EID_order_7f',
      time: '2024-03-05T10:17:42.1234567Z',
    },
  },
  {
    id: 'dtfx-servicebus-history',
    title: 'DTFx Service Bus history',
    writer: 'DurableTask.ServiceBus',
    family: 'framework',
    source: SERVICE_BUS,
    tables: /^InstanceHistory00[A-Za-z0-9]*$/,
    partition: [key('IS{kind=instances}', 0.3, HISTORY), key('IH_{instanceId:any}', 0.75, HISTORY)],
    row: [
      key(
        'EID_SEQ_{executionId/.+/}_{sequence:n1-18}',
        0.9,
        'execution and event number; the number is not padded, so 10 sorts before 2',
      ),
      key(EXECUTION, 0.833, EXECUTION_WORDS),
    ],
    code: { homes: () => [tableRange({ partition: keysBeginningWith('I') })] },
    example: { partition: 'IH_order', row: 'EID_SEQ_7f_12' },
  },
];
