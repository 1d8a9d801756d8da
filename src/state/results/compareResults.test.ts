import { describe, expect, it } from 'vitest';
import type { RunState } from '../run/runState.ts';
import { entityAt, page, rowStorePair, TEST_SCHEME_ID } from '../../workers/rowStorePair.fixture.ts';
import { type ComparedSide, compareResults, usualIdentity } from './compareResults.ts';

const BASE = 63_930_729_600;
const SECOND = 10_000_000n;

function planOf(window?: readonly [from: number, to: number]): Pick<RunState, 'plan'> {
  const span = window && { from: BigInt(window[0]) * SECOND, to: BigInt(window[1]) * SECOND };
  return { plan: { request: { tableName: 'T', ...(span && { window: span }) } } } as unknown as RunState;
}

async function side(
  window: readonly [number, number] | undefined,
  ...entities: object[]
): Promise<ComparedSide> {
  const { client } = rowStorePair();
  await client.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries: [{ index: 0, label: 'all' }] });
  await client.append(1, 0, page(...entities));
  return { run: planOf(window), rows: client };
}

const keysOf = (rows: readonly { rowKey: string }[]): readonly string[] => rows.map(({ rowKey }) => rowKey);

describe('two results', () => {
  it('are compared in the worker of the second, with examples from both, over the time from their starts', async () => {
    const window = [BASE, BASE + 10] as const;
    const first = await side(window, entityAt('0', BASE + 1, 'same'), entityAt('1', BASE + 2, 'gone'));
    const second = await side(
      window,
      entityAt('0', BASE + 1, 'same'),
      entityAt('0', BASE + 5, 'new'),
      entityAt('1', BASE + 50, 'late'),
    );
    const compared = await compareResults(first, second, 'key');
    expect(compared).toMatchObject({ both: 1, onlyFirst: 1, onlySecond: 2 });
    expect(keysOf(compared.examplesFirst)).toEqual(['gone']);
    expect(keysOf(compared.examplesSecond)).toEqual(['new', 'late']);
    expect([compared.first.uncounted, compared.second.uncounted]).toEqual([0, 1]);
    const total = (counts: Uint32Array): number => counts.reduce((sum, count) => sum + count, 0);
    expect([total(compared.first.counts), total(compared.second.counts)]).toEqual([2, 2]);
  });

  it('without a window, are laid over the time that their rows take', async () => {
    const first = await side(undefined, entityAt('0', BASE, 'a'));
    const second = await side([BASE, BASE + 10], entityAt('0', BASE + 3600, 'b'));
    const { axis, first: one, second: two } = await compareResults(first, second, 'key');
    expect(axis.first).toEqual(axis.second);
    expect([one.uncounted, two.uncounted]).toEqual([0, 0]);
    const empty = await compareResults(await side(undefined), await side(undefined), 'key');
    expect(empty).toMatchObject({
      both: 0,
      onlyFirst: 0,
      onlySecond: 0,
      axis: { first: { bucketCount: 0 } },
    });
  });

  it('of times apart, are compared without the time in keys unless somebody chooses', () => {
    expect(usualIdentity(planOf([0, 10]), planOf([10, 20]))).toBe('key');
    expect(usualIdentity(planOf([5, 10]), planOf([10, 20]))).toBe('timeless');
    expect(usualIdentity(planOf([10, 20]), planOf([5, 10]))).toBe('timeless');
    expect(usualIdentity(planOf([5, 11]), planOf([10, 20]))).toBe('key');
    expect(usualIdentity(planOf(), planOf([10, 20]))).toBe('key');
  });
});
