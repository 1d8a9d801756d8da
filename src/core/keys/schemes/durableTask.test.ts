import { describe, expect, it } from 'vitest';
import type { KeyPart } from '../base/scheme.ts';
import { schemeById } from '../schemeRegistry.ts';

/* What is read from the keys of each table of Durable Task's backends, and from keys that nearly look like them. */

type Said = readonly [confidence: number, fields?: string];

const TICKS = '0638452306621234567';

const READINGS: readonly (readonly [
  id: string,
  part: KeyPart,
  text: string,
  said: Said | undefined,
  tableName?: string,
])[] = [
  ['durable-instances', 'partition', 'abc', [0.9, 'instanceId=abc'], 'HubInstances'],
  ['durable-instances', 'partition', 'abc', undefined],
  ['durable-instances', 'partition', '', undefined, 'HubInstances'],
  ['durable-instances', 'partition', 'a^0b', [0.5, 'instanceId=a/b']],
  ['durable-instances', 'partition', 'a^9b', undefined, 'HubInstances'],
  [
    'durable-instances',
    'partition',
    '@n@k@2',
    [0.6, 'instanceId=@n@k@2 entity=n___k@2 entity.name=n entity.key=k@2'],
  ],
  ['durable-instances', 'partition', '@@k', undefined],
  ['durable-instances', 'row', '', [0.3]],
  ['durable-instances', 'row', '', [0.9], 'HubInstances'],
  ['durable-instances', 'row', 'x', undefined, 'HubInstances'],
  ['durable-instances', 'table', '', undefined],
  ['durable-history', 'partition', 'abc', [0.81, 'instanceId=abc'], 'HubHistory'],
  ['durable-history', 'partition', 'a^1b', [0.45, 'instanceId=a\\b']],
  ['durable-history', 'row', 'sentinel', [0.8, 'sentinel=true']],
  ['durable-history', 'row', '000000000000001F', [0.85, 'sequence=31']],
  ['durable-history', 'row', '100000000000001F', [0.15, 'sequence=1152921504606847007']],
  ['durable-history', 'row', '000000000000001f', undefined],
  ['durable-history', 'row', '00000000000001F', undefined],
  ['durable-history', 'table', 'sentinel', undefined],
  ['durable-partitions', 'partition', '', [0.2]],
  ['durable-partitions', 'partition', '', [0.9], 'HubPartitions'],
  ['durable-partitions', 'partition', 'x', undefined, 'HubPartitions'],
  ['durable-partitions', 'row', 'hub-control-03', [0.8, 'partition=hub-control-03']],
  ['durable-partitions', 'row', 'hub-control-3', undefined],
  ['durable-partitions', 'row', 'other', [0.8, 'partition=other'], 'HubPartitions'],
  ['durable-partitions', 'row', 'other', undefined, 'DurableTaskPartitions'],
  ['netherite', 'row', '07', [0.9, 'partition=7'], 'DurableTaskPartitions'],
  ['netherite', 'row', '07', [0.9, 'partition=7'], 'durabletaskpartitions'],
  ['netherite', 'row', '007', undefined, 'DurableTaskPartitions'],
  ['netherite', 'row', '07', undefined],
  ['netherite', 'partition', 'hub', [0.9, 'taskHub=hub'], 'DurableTaskPartitions'],
  ['netherite', 'partition', 'hub', undefined, 'HubPartitions'],
  ['netherite', 'table', 'hub', undefined, 'DurableTaskPartitions'],
  ['dtfx-servicebus-jumpstart', 'partition', TICKS, [0.15, '']],
  ['dtfx-servicebus-jumpstart', 'partition', TICKS, [0.9, ''], 'JumpStartHub'],
  ['dtfx-servicebus-jumpstart', 'partition', TICKS.slice(1), undefined, 'JumpStartHub'],
  ['dtfx-servicebus-jumpstart', 'partition', `${TICKS.slice(1)}x`, undefined, 'JumpStartHub'],
  ['dtfx-servicebus-jumpstart', 'row', 'ID_EID_i_1_e', [0.85, 'instanceId=i_1 executionId=e']],
  ['dtfx-servicebus-jumpstart', 'row', 'ID_EID_i_', [0.85, 'instanceId=i executionId=']],
  ['dtfx-servicebus-jumpstart', 'row', 'ID_EID__e', undefined],
  ['dtfx-servicebus-jumpstart', 'row', 'ID_EID_e', undefined],
  ['dtfx-servicebus-jumpstart', 'table', TICKS, undefined],
  ['dtfx-servicebus-history', 'partition', 'IS', [0.3, 'kind=instances']],
  ['dtfx-servicebus-history', 'partition', 'IH_a_b', [0.75, 'instanceId=a_b']],
  ['dtfx-servicebus-history', 'partition', 'IHa', undefined],
  ['dtfx-servicebus-history', 'row', 'ID_EID_i_e', [0.833, 'instanceId=i executionId=e']],
  ['dtfx-servicebus-history', 'row', 'EID_SEQ_a_b_012', [0.9, 'executionId=a_b sequence=12']],
  ['dtfx-servicebus-history', 'row', `EID_SEQ_a_${'1'.repeat(19)}`, undefined],
  ['dtfx-servicebus-history', 'row', 'EID_SEQ__1', undefined],
  ['dtfx-servicebus-history', 'table', 'IS', undefined],
];

describe("the tables of Durable Task's backends", () => {
  it.each(READINGS.map(([id, part, text, said, tableName]) => ({ id, part, text, said, tableName })))(
    '$id, $part $text',
    ({ id, part, text, said, tableName }) => {
      const reading = schemeById(id)?.read(text, part, tableName === undefined ? {} : { tableName });
      const fields = [...(reading?.fields ?? [])].map((field) => field.join('=')).join(' ');
      const [confidence, expected = ''] = said ?? [];
      expect(reading && [Number(reading.confidence.toFixed(4)), fields]).toEqual(
        said && [confidence, expected],
      );
    },
  );
});
