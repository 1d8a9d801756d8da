import { expect, it } from 'vitest';
import { ok } from '../../core/result.ts';
import type { SinkReceipt } from '../progress/runTypes.ts';
import { createRunRig } from './runRig.fixture.ts';

const NONE = { outOfOrder: 0, repeated: 0, outside: 0 };

/** A run of one query with three pages, whose rows the sink found to be like this. */
async function progressAfter(receipts: readonly Partial<SinkReceipt>[]) {
  const rig = createRunRig({ queries: 1, rowsEach: 30 });
  let page = 0;
  const outcome = await rig.run({
    sink: () => {
      page += 1;
      const lastKey = { partitionKey: 'prefix 0', rowKey: String(page * 10 - 1).padStart(6, '0') };
      return Promise.resolve(ok({ rows: 10, lastKey, ...receipts[page - 1] }));
    },
  });
  return outcome.queries[0];
}

it('adds up what was odd on each page of a query, and names only what was', async () => {
  const odd = await progressAfter([
    { anomalies: { outOfOrder: 1, repeated: 2, outside: 4, offFilter: 3 } },
    { anomalies: NONE },
    { anomalies: { outOfOrder: 10, repeated: 20, outside: 40, offFilter: 30 } },
  ]);
  expect(odd?.anomalies).toStrictEqual({ outOfOrder: 11, repeated: 22, outside: 44, offFilter: 33 });
  const late = await progressAfter([
    {},
    { anomalies: { ...NONE, outside: 5, offWindow: 2 } },
    { anomalies: { ...NONE, outside: 1, offWindow: 1 } },
  ]);
  expect(late?.anomalies).toStrictEqual({ ...NONE, outside: 6, offWindow: 3 });
  expect((await progressAfter([{ anomalies: NONE }]))?.anomalies).toBeUndefined();
  for (const kind of ['outOfOrder', 'repeated', 'outside'] as const)
    expect((await progressAfter([{ anomalies: { ...NONE, [kind]: 1 } }]))?.anomalies?.[kind]).toBe(1);
});

it('adds up the rows that nobody could judge, and those beside the window', async () => {
  expect(await progressAfter([{ unjudged: 1 }, {}, { unjudged: 4, besideWindow: 1 }])).toMatchObject({
    unjudged: 5,
    besideWindow: 1,
  });
  const plain = await progressAfter([]);
  expect([plain?.unjudged, plain?.besideWindow]).toEqual([undefined, undefined]);
});
