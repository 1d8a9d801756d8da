import { describe, expect, it } from 'vitest';
import type { KeyPart } from '../base/scheme.ts';
import { readKey } from '../readKey.ts';
import { schemeById } from '../schemeRegistry.ts';

/** Keys at the limits of a form, and one step beyond. The expected readings are written by hand. */

const EPOCH_2022 = 637_765_920_000_000_000n;
const EPOCH_2010 = 633_979_008_000_000_000n;
const SECOND = 10_000_000n;
const GUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function read(schemeId: string, text: string, part: KeyPart = 'row', tableName?: string) {
  const hint = tableName === undefined ? { part } : { part, tableName };
  return schemeById(schemeId)?.read(text, part, hint);
}

function fieldsOf(schemeId: string, text: string, part?: KeyPart, tableName?: string): string | undefined {
  const reading = read(schemeId, text, part, tableName);
  return reading && [...reading.fields].map((pair) => pair.join('=')).join(' ');
}

describe('rows of an Orleans membership table', () => {
  it.each([
    ['10.0.0.4-1-5', '10.0.0.4', '1', 5],
    ['10.0.0.4-65535-252460799', '10.0.0.4', '65535', 252_460_799],
    ['10.0.0.4-00080-0000000007', '10.0.0.4', '80', 7],
    ['fe80::1-11111-9', 'fe80::1', '11111', 9],
    ['::%2-11111-9', '::%2', '11111', 9],
    ['::ffff:10.0.0.4-11111-9', '::ffff:10.0.0.4', '11111', 9],
    ['64:ff9b::10.0.0.4-11111-9', '64:ff9b::10.0.0.4', '11111', 9],
  ])('%s', (text, address, port, seconds) => {
    const reading = read('orleans-membership', text);
    const ticks = EPOCH_2022 + BigInt(seconds) * SECOND;
    expect([reading?.ticks, reading?.window]).toEqual([ticks, { from: ticks, to: ticks + SECOND }]);
    expect(fieldsOf('orleans-membership', text)).toBe(
      `address=${address} port=${port} generation=${seconds} epoch=2022-01-01`,
    );
  });

  it('count from 2010 where the count would be after 2029 otherwise', () => {
    const reading = read('orleans-membership', '10.0.0.4-1-252460800');
    expect(reading?.ticks).toBe(EPOCH_2010 + 252_460_800n * SECOND);
    expect(reading?.fields.get('epoch')).toBe('2010-01-01');
    expect(reading?.reason).toContain('since 2010-01-01');
  });

  it.each([
    '10.0.0.4-65536-5',
    '10.0.0.4-100000-5',
    '10.0.0.4-1-12345678901',
    '10.0.0.4-1x-5',
    '10.0.0.4-1-5x',
    '10.0.0.4--5',
    '10.0.0.4-1-',
    '-1-5',
    '1-5',
    '10.0.0-1-5',
    '10.0.0.4.5-1-5',
    '1000.0.0.4-1-5',
    'host-1-5',
    'fe80::g-1-5',
    ':10.0.0.4-1-5',
    '::ffff:10.0.0-1-5',
  ])('are not %s', (text) => {
    expect(read('orleans-membership', text)).toBeUndefined();
  });

  it('are no keys whose parts only look like an address, a port and a start', () => {
    const times = (text: string) =>
      readKey(text)
        .filter(({ schemeId, confidence }) => schemeId === 'orleans-membership' && confidence >= 0.25)
        .map(({ ticks }) => ticks);
    for (const text of [
      '0:2030-12-04',
      'fe80::1.04-12-2030',
      'a:b-17-20240305',
      '10.0.0.4-12-2030',
      '10.0.0.4-80-17',
      '192.168.1.20-443-001234',
    ])
      expect([text, times(text)]).toEqual([text, []]);
    expect(times('10.0.0.4-11111-68000000')).toHaveLength(1);
    expect(times('2001:db8::8a2e:370:7334-11111-130000000')).toHaveLength(1);
  });

  it('in its own table the address may be a name, with hyphens, and the table has marks', () => {
    const own = (text: string, part?: KeyPart) =>
      fieldsOf('orleans-membership', text, part, 'orleansSiloInstances');
    expect(own('my-host-1-5')).toBe('address=my-host port=1 generation=5 epoch=2022-01-01');
    expect([own('VersionRow'), own('!Start'), own('~End'), own('~end')]).toEqual([
      'versionRow=true',
      'mark=!Start',
      'mark=~End',
      undefined,
    ]);
    expect([
      own('any', 'partition'),
      own('any', 'table'),
      fieldsOf('orleans-membership', 'any', 'partition'),
    ]).toEqual(['clusterId=any', undefined, undefined]);
    expect(
      schemeById('orleans-membership')
        ?.segments('my-host-1-5', 'row')
        ?.map(({ kind, text }) => `${kind} ${text}`),
    ).toEqual(['identity my-host', 'separator -', 'index 1', 'separator -', 'date 5']);
    expect(schemeById('orleans-membership')?.segments('my-host-1-5', 'partition')).toBeUndefined();
  });
});

describe('other tables of Orleans', () => {
  it.each([
    ['orleans-grainstate', 'svc_grain_1', 'partition', 'OrleansGrainState', 'serviceId=svc grainId=grain_1'],
    ['orleans-grainstate', 'grain', 'partition', 'OrleansGrainState', 'serviceId= grainId=grain'],
    ['orleans-grainstate', '_grain', 'partition', 'OrleansGrainState', 'serviceId= grainId=grain'],
    ['orleans-grainstate', 'Type_x', 'row', 'OrleansGrainState', 'grainType=Type_x'],
    ['orleans-grainstate', 'Type_x', 'row', 'Other', undefined],
    ['orleans-grainstate', 'Type_x', 'table', 'OrleansGrainState', undefined],
    ['orleans-journal', '0aF-000000000012', 'row', undefined, 'generation=0aF sequence=12'],
    ['orleans-journal', '0aF-00000000012', 'row', undefined, undefined],
    ['orleans-journal', '$header', 'row', undefined, 'header=true'],
    ['orleans-journal', 'a%2Fb', 'partition', undefined, 'journalId=a/b'],
    ['orleans-journal', 'a%2fb', 'partition', undefined, undefined],
    ['orleans-journal', 'a%E0', 'partition', undefined, 'journalId=a%E0'],
    ['orleans-journal', 'plain', 'partition', 'MyJournal', 'journalId=plain'],
    ['orleans-directory', 'a%2fb+c', 'row', undefined, 'grainId=a/b c'],
    ['orleans-directory', 'a%2Fb', 'row', undefined, undefined],
    ['orleans-directory', 'c1', 'partition', 'GrainDirectory', 'clusterId=c1'],
    ['orleans-directory', 'c1', 'partition', 'Other', undefined],
    ['orleans-transaction', 's_00000000000000ff', 'row', undefined, 'sequence=255'],
    ['orleans-transaction', 's_0000000000000ff', 'row', undefined, undefined],
    ['orleans-transaction', 'k', 'row', undefined, 'kind=key'],
    ['orleans-transaction', 'k', 'partition', undefined, undefined],
    ['orleans-transaction', 'a_b_c', 'partition', 'TransactionalState', 'names=a_b_c'],
    ['orleans-checkpoint', 'partition_007', 'row', undefined, 'partition=7'],
    ['orleans-checkpoint', 'partition_1234567890', 'row', undefined, undefined],
    ['orleans-checkpoint', 'a_b', 'partition', 'Checkpoint', 'names=a_b'],
    [
      'orleans-reminder',
      'svc_1_0000ABCD',
      'partition',
      undefined,
      'serviceId=svc_1 hash=0000ABCD hashUInt32=43981',
    ],
    ['orleans-reminder', 'svc_0000abcd', 'partition', undefined, undefined],
    ['orleans-reminder', 'grain_x-wake', 'row', undefined, 'grainId=grain_x reminder=wake'],
    ['orleans-reminder', 'Grain-wake', 'row', undefined, undefined],
    ['orleans-reminder', 'Grain-wake', 'row', 'OrleansReminders', 'grainId=Grain reminder=wake'],
    ['orleans-reminder', '-wake', 'row', 'OrleansReminders', undefined],
  ] as const)('%s %s as %s of %s', (schemeId, text, part, tableName, fields) => {
    expect(fieldsOf(schemeId, text, part, tableName)).toBe(fields);
  });
});

describe('rows of old Serilog', () => {
  it.each([
    ['serilog-v3', 'Error|x|1', 'level=Error messageTemplate=x index=1'],
    ['serilog-v3', 'Error|x|y|0015', 'level=Error messageTemplate=x|y index=15'],
    ['serilog-v3', `Error|x|${GUID}`, undefined],
    ['serilog-v3', 'Error|x', undefined],
    ['serilog-v3', 'Fail|x|1', undefined],
    ['serilog-v3', 'Error|x|1234567890123456', undefined],
    ['serilog-v3', 'Error|x|123456789012345', 'level=Error messageTemplate=x index=123456789012345'],
    ['serilog-v3-properties', `Error|x|${GUID}`, `level=Error messageTemplate=x guid=${GUID}`],
    [
      'serilog-v3-properties',
      `Error|x|y|post|${GUID}`,
      `level=Error messageTemplate=x|y postfix=post guid=${GUID}`,
    ],
    ['serilog-v3-properties', 'Error|x|1', undefined],
    ['serilog-v4-7', 'Error|x|1', 'level=Error messageTemplate=x index=1'],
    ['serilog-v4-7', `Error|x|p|${GUID}`, `level=Error messageTemplate=x postfix=p guid=${GUID}`],
    ['serilog-v4-7', 'Error|x|y', undefined],
  ] as const)('%s %s', (schemeId, text, fields) => {
    expect(fieldsOf(schemeId, text)).toBe(fields);
  });
});
