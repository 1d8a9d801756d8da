import { describe, expect, it } from 'vitest';
import { createResultServices } from '../../../state/results/resultServices.ts';
import { timeRange } from '../../../state/run/rowListState.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { createAddressStore } from '../../../state/address/address.ts';
import { historyBar } from '../../../state/address/historyBar.fixture.ts';
import { createStore } from '../../../state/base/store.ts';
import { EMPTY_FORM } from '../../../state/run/queryForm.ts';
import { createQueryStore, type UsedRanges } from '../../../state/run/queryStore.ts';
import { createActivity } from '../../../state/base/activity.ts';
import { rowStorePair } from '../../../workers/rowStorePair.fixture.ts';
import { timeBuckets } from '../../../core/entities/order/timeBuckets.ts';
import { type Side, splitAxis, splitServices } from './splitSides.ts';

const SECOND = 10_000_000n;
const span = (from: number, to: number) => ({ from: BigInt(from) * SECOND, to: BigInt(to) * SECOND });
const RUN = { phase: 'ended', runId: 1 } as unknown as RunState;

function sideOf(letter: 'A' | 'B', address = createAddressStore(historyBar('#/query'))): Side {
  const { client } = rowStorePair();
  const ranges = createStore<UsedRanges>([]);
  const query = createQueryStore(address, EMPTY_FORM, {
    tab: 1,
    isInSight: () => true,
    ranges,
    defaultOf: () => ({}),
  });
  const services = createResultServices(
    query,
    { get: () => RUN, subscribe: () => () => undefined } as never,
    client,
    { activity: createActivity((done) => done()), pause: (run) => run(), address },
  );
  return { id: letter === 'A' ? 1 : 2, letter, name: letter, run: RUN, services };
}

describe('two results on one axis', () => {
  it('lie where they are; if their times do not overlap, from the starts on, apart by whole buckets', () => {
    const spanOf = (axis: ReturnType<typeof splitAxis>) =>
      axis && [axis.window.from / SECOND, axis.window.to / SECOND, axis.shift];
    expect(spanOf(splitAxis(span(10, 20), span(15, 40), 150))).toStrictEqual([10n, 40n, 0n]);
    // If their times do not overlap, both begin at the left.
    const apart = splitAxis(span(100, 200), span(1100, 1150), 150);
    expect(spanOf(apart)).toStrictEqual([100n, 200n, 1000n * SECOND]);
    // The shift is a multiple of the bucket width, so that the bars of both have the same buckets.
    const { bucketTicks } = timeBuckets(span(0, 6000), 150);
    const odd = splitAxis(span(0, 6000), span(6001, 12_001), 150)?.shift ?? -1n;
    expect([odd % bucketTicks, 6001n * SECOND - odd < bucketTicks]).toStrictEqual([0n, true]);
    expect(splitAxis(undefined, span(10, 20), 150)).toBeUndefined();
    // If one result would take only a sliver of a shared axis, each gets its own.
    expect(apart?.isFar).toBe(false);
    expect(splitAxis(span(100, 105), span(1000, 1100), 150)?.isFar).toBe(false);
    const far = splitAxis(span(100, 104), span(1000, 1100), 150);
    expect([far?.isFar, far?.own]).toStrictEqual([true, [span(100, 104), span(1000, 1100)]]);
  });

  it('share no time if each has its own axis, but always the view', () => {
    const [first, second] = [sideOf('A'), sideOf('B')];
    const shown: number[] = [];
    const [one, two] = splitServices(first, second, undefined, (id) => shown.push(id));
    one.rowList.change(1, { filters: [timeRange(1n, 2n)] });
    expect(second.services.rowList.of(1).filters).toStrictEqual([]);
    two.query.change({ tab: 'map' });
    expect([first.services.query.get().tab, shown]).toStrictEqual(['map', [1, 2]]);
  });

  it('share the stretch of time and the instant under the pointer, each at its own times, and nothing else', () => {
    const address = createAddressStore(historyBar('#/query'));
    const [first, second] = [sideOf('A', address), sideOf('B', address)];
    const hour = 3600n * SECOND;
    const shown: number[] = [];
    const [one, two] = splitServices(first, second, hour, (id) => shown.push(id));
    const level = { name: 'Level', kind: 'is', type: 'Edm.Int32', text: '2' } as const;
    const stretch = timeRange(hour, 2n * hour);
    one.rowList.change(1, { filters: [level, stretch] });
    expect(first.services.rowList.of(1).filters).toStrictEqual([level, stretch]);
    expect(second.services.rowList.of(1).filters).toStrictEqual([timeRange(2n * hour, 3n * hour)]);
    // Undo takes back both selections at once.
    const filters = () => [first, second].map(({ services }) => services.rowList.of(1).filters.length);
    expect([address.undo(), filters(), address.undo(), address.redo(), filters()]).toStrictEqual([
      true,
      [0, 0],
      false,
      true,
      [2, 1],
    ]);
    // The order belongs to one list only. Removing the selected time in one also removes it in the other.
    two.rowList.change(1, { order: 'time-desc' });
    expect(first.services.rowList.of(1).order).toBe('time-asc');
    two.rowList.change(1, { filters: [] });
    expect(first.services.rowList.of(1).filters).toStrictEqual([level]);
    // A selected time that only the other result has stays when other filters change here.
    second.services.rowList.change(1, { filters: [stretch] });
    one.rowList.change(1, { filters: [] });
    expect(second.services.rowList.of(1).filters).toStrictEqual([stretch]);
    two.timeCursor.point(3n * hour);
    // A drag in B is one undo step, and selects the earlier times in A.
    for (const hours of [4n, 5n])
      two.rowList.change(1, { filters: [timeRange(3n * hour, hours * hour)] }, hours > 4n);
    expect(first.services.rowList.of(1).filters).toStrictEqual([timeRange(2n * hour, 4n * hour)]);
    expect([address.undo(), filters()]).toStrictEqual([true, [0, 1]]);
    // Each change brought its own tab into sight.
    expect(shown).toStrictEqual([1, 2, 2, 1, 2, 2]);
    expect([one.timeCursor.get(), two.timeCursor.get()]).toStrictEqual([2n * hour, 3n * hour]);
  });
});
