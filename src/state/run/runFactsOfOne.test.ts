import { describe, expect, it } from 'vitest';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { SasKeys } from '../../core/plan/sasReach.ts';
import { runFacts } from './runFacts.ts';

const QUERY = {
  index: 0,
  label: 'q',
  tableName: 'T',
  range: { partition: { from: 'd', to: 'g' }, exact: true },
};
const GUARD = {
  index: 0,
  label: 'g',
  tableName: 'T',
  range: { partition: { from: 'm', to: 'p' } },
  position: 'above',
};
const PLAN = {
  request: { tableName: 'T', schemeId: 'none', volume: 1, unprefixed: false },
  queries: [QUERY],
  guards: [GUARD],
  notes: [],
} as unknown as QueryPlan;
const FAULT = { kind: 'auth', message: 'It is refused.', nextStep: 'Ask.' };

/** What a run says of its one query and its one coverage check. */
function factsOf(query: object, guard: object = {}, sasKeys?: SasKeys) {
  const progress = {
    index: 0,
    label: 'q',
    tableName: 'T',
    state: 'done',
    rows: 5,
    headersExposed: true,
    ...query,
  };
  const check = { index: 0, label: 'g', state: 'clear', headersExposed: true, ...guard };
  return runFacts(PLAN, {
    progress: [progress],
    guards: [check],
    end: { kind: 'crashed', words: 'x' },
    startedAtUnixMs: 9,
    ...(sasKeys !== undefined && { sasKeys }),
  } as never);
}

const queryOf = (query: object, sasKeys?: SasKeys) => factsOf(query, {}, sasKeys).queries[0];
const guardOf = (guard: object, sasKeys?: SasKeys) => factsOf({}, guard, sasKeys).guards[0];

describe('what a run says of one query', () => {
  const plain = { label: 'q', tableName: 'T', state: 'done' };

  it('is all that makes it less than complete, and nothing else', () => {
    expect(queryOf({})).toStrictEqual(plain);
    const odd = { outOfOrder: 0, repeated: 0, outside: 1 };
    for (const [query, more] of [
      [
        { state: 'failed', fault: FAULT },
        { state: 'failed', failure: 'It is refused. Ask.' },
      ],
      [{ headersExposed: false }, { isUnproven: true }],
      [{ anomalies: odd }, { isOdd: true }],
      [{ isReplaced: true }, { replacedTable: 'T' }],
      [{ isAbsent: true }, { absentTable: 'T' }],
      [{ readsSecondary: true }, { readsSecondary: true, secondarySyncMs: 0 }],
      [
        { readsSecondary: true, secondarySyncMs: 7 },
        { readsSecondary: true, secondarySyncMs: 7 },
      ],
      [{ readsSecondary: false, secondarySyncMs: 7 }, {}],
    ] as const)
      expect([query, queryOf(query)]).toStrictEqual([query, { ...plain, ...more }]);
  });

  it('is that the SAS does not reach its keys, or only some of them, whatever was answered', () => {
    expect(queryOf({}, { fromPartition: 'a', toPartition: 'z' })).toStrictEqual(plain);
    expect(queryOf({}, { fromPartition: 'e', toPartition: 'z' })).toStrictEqual({
      ...plain,
      isCutBySas: true,
    });
    expect(queryOf({}, { fromPartition: 'x', toPartition: 'z' })).toStrictEqual({
      ...plain,
      state: 'outside',
    });
  });
});

describe('what a run says of one coverage check', () => {
  const clear = { label: 'g', state: 'clear' };

  it('is what it found, or why it is not known', () => {
    expect(guardOf({})).toStrictEqual(clear);
    for (const [guard, more] of [
      [{ headersExposed: false }, { isUnproven: true }],
      [
        { state: 'hit', key: { partitionKey: 'n', rowKey: 'r' } },
        { state: 'hit', foundKey: 'n' },
      ],
      [
        { state: 'failed', fault: FAULT },
        { state: 'failed', failure: 'It is refused. Ask.' },
      ],
      [
        { state: 'failed', fault: { ...FAULT, kind: 'input' } },
        { state: 'failed', failure: 'It is refused. Ask.', isFinal: true },
      ],
    ] as const)
      expect([guard, guardOf(guard)]).toStrictEqual([guard, { ...clear, ...more }]);
  });

  it('is no answer if the SAS does not reach all of its keys, though nothing was found', () => {
    const unknown = {
      label: 'g',
      state: 'waiting',
      failure: 'the SAS does not reach all of these keys.',
      isOutOfReach: true,
    };
    expect(guardOf({}, { fromPartition: 'a', toPartition: 'z' })).toStrictEqual(clear);
    for (const keys of [
      { fromPartition: 'n', toPartition: 'z' },
      { fromPartition: 'a', toPartition: 'c' },
    ])
      expect(guardOf({}, keys)).toStrictEqual(unknown);
    expect(guardOf({ headersExposed: false }, { fromPartition: 'n' })).toStrictEqual({
      ...unknown,
      isUnproven: true,
    });
    // A row that was found is one, however far the SAS reaches.
    expect(guardOf({ state: 'hit' }, { fromPartition: 'n' })).toMatchObject({ state: 'hit' });
  });
});
