import { describe, expect, it } from 'vitest';
import type { KeyScheme } from '../keys/base/keyScheme.ts';
import { BASIS_KEY } from '../entities/order/timeColumn.ts';
import { keyRanges } from '../keys/keyRanges.ts';
import type { KeyRangeOptions, TableKeyRange } from '../keys/base/scheme.ts';
import { knownScheme } from '../keys/knownScheme.fixture.ts';
import { ticksToIso } from '../time/ticks.ts';
import type { CheckedReceipt } from './rowCheck.ts';
import { schemeStore } from './schemeStore.fixture.ts';
import { WindowCheck } from './windowCheck.ts';
import { MINUTE, SECOND } from '../time/units.fixture.ts';

const NOON = 638452296000000000n;
/** One minute from half a minute past noon on, so it meets the buckets of noon and of the next minute. */
const window = { from: NOON + MINUTE / 2n, to: NOON + MINUTE + MINUTE / 2n };

function checked(minutes: readonly number[], range: TableKeyRange | undefined): CheckedReceipt {
  const { scheme, store, add } = schemeStore('wad');
  const keys = minutes.map((at) => `0000000000000000003___0${NOON + BigInt(at) * MINUTE}`);
  const receipt = add(
    keys.map((PartitionKey) => ({ PartitionKey, RowKey: 'r' })),
    range && { order: 0, range },
  );
  return new WindowCheck(store, scheme, window).checked(receipt, { tableName: 'Rows', range });
}

/** The counts of a page with these keys, received from the first range that is planned for a window. */
function planned(
  schemeId: string,
  to: bigint,
  keys: readonly (readonly [string, string])[],
  options: KeyRangeOptions = {},
) {
  const { scheme, store, add } = schemeStore(schemeId);
  const span = { from: 0n, to };
  const [range] = keyRanges(schemeId, span, options);
  if (range === undefined) throw new Error(`${schemeId} has no such range.`);
  const receipt = add(
    keys.map(([PartitionKey, RowKey]) => ({ PartitionKey, RowKey })),
    { order: 0, range },
  );
  return counts(new WindowCheck(store, scheme, span).checked(receipt, { tableName: 'Rows', range }));
}

/** 2024-03-05T00:00:00Z, 2024-04-04T10:40:00Z */
const MARCH_5 = 638451936000000000n;
const APRIL_4 = 638478240000000000n;

function counts({ anomalies, besideWindow = 0 }: CheckedReceipt): readonly number[] {
  return [anomalies.outside, anomalies.offWindow ?? 0, besideWindow];
}

describe('a row that came, held against the window', () => {
  const all = { partition: { from: '0', to: '1' }, exact: true } as const;

  it('is counted where its whole minute misses the window, and only there', () => {
    expect(counts(checked([-1, 0, 1, 2], all))).toEqual([2, 2, 0]);
    expect(counts(checked([0, 1], all))).toEqual([0, 0, 0]);
  });

  it('is no fault of the service where the range holds more than the window', () => {
    expect(counts(checked([-1, 0, 1, 2, 3], { ...all, exact: false }))).toEqual([0, 0, 3]);
  });

  it('counts once where it lies outside of the keys, too', () => {
    const { anomalies } = checked([-1, 0], {
      partition: { from: `0000000000000000003___0${NOON}` },
      exact: true,
    });
    expect([anomalies.outside, anomalies.offWindow ?? 0]).toEqual([1, 0]);
  });

  it('is counted where no range of keys is known', () => {
    expect(counts(checked([-1, 0, 1, 2], undefined))).toEqual([2, 2, 0]);
    expect(counts(checked([0, 1], undefined))).toEqual([0, 0, 0]);
  });

  it('is judged by the time in its key, whatever time the event had', () => {
    // No other scheme reads these keys: "m-2" is two minutes before noon.
    const scheme: KeyScheme = {
      ...knownScheme('wad'),
      prefixed: false,
      read: () => undefined,
      rowTime: (partitionKey, _rowKey, into) => {
        const ticks = NOON + BigInt(partitionKey.slice(1)) * MINUTE;
        into.seconds = Number(ticks / SECOND);
        into.fraction = Number(ticks % SECOND);
        return true;
      },
    };
    const { store, add } = schemeStore(scheme);
    const rowOf = (minute: number, event: bigint) => ({
      PartitionKey: `m${minute}`,
      'PreciseTimeStamp@odata.type': 'Edm.DateTime',
      PreciseTimeStamp: ticksToIso(NOON + event * MINUTE),
    });
    // The first two keys miss the window, though their events are in it; the third is in it, though its event is an hour later.
    const receipt = add([rowOf(-2, 1n), rowOf(9, 1n), rowOf(1, 60n)]);
    expect([0, 1, 2].map((row) => store.times('event').basisAt(row))).not.toContain(BASIS_KEY);
    const check = new WindowCheck(store, scheme, window);
    expect(counts(check.checked(receipt, { tableName: 'Rows', range: undefined }))).toEqual([2, 2, 0]);
  });
});

describe('a row that the chosen scheme cannot read', () => {
  const plain = `0${APRIL_4}`;
  const prefixed = `${'3'.padStart(19, '0')}___${plain}`;

  it.each([
    ['ticks19', prefixed, 'r'],
    ['ticks20', prefixed, 'r'],
    ['date-yyyyMMdd', plain, 'r'],
    ['ticks19', '001', plain],
    ['date-yyyyMMdd', '001', '2024-03-07T10:00:00Z'],
    ['date-yyyyMMdd', '1709909999', 'r'],
    ['date-yyyyMMdd', '018e2222-5678-7abc-8def-0123456789ab', 'r'],
  ])('%s: is off where %s / %s says a later time', (schemeId, partitionKey, rowKey) => {
    expect(planned(schemeId, MARCH_5, [[partitionKey, rowKey]])).toEqual([1, 1, 0]);
  });

  it.each([
    ['a time in the window', `${'3'.padStart(19, '0')}___0${MARCH_5 - MINUTE}`, 'r'],
    ['a minute that begins in the window', `${'3'.padStart(19, '0')}___0${MARCH_5 - 1n}`, 'r'],
    ['no time', '001', '17'],
    ['an id that only may be a time', '001', '1214567890123456789'],
    ['the end of all time', '001', '3155378975999999999'],
    ['a later time beside one in the window', prefixed, `0${MARCH_5 - MINUTE}`],
  ])('is not accused where it says %s', (_what, partitionKey, rowKey) => {
    expect(planned('ticks19', MARCH_5, [[partitionKey, rowKey]])).toEqual([0, 0, 0]);
  });

  it('is counted exactly in a page of rows that each have two keys of their own', () => {
    const keys = Array.from(
      { length: 1000 },
      (_, at) =>
        [`${String(at % 100).padStart(19, '0')}___0${APRIL_4 + BigInt(at) * MINUTE}`, `r${at}`] as const,
    );
    expect(planned('ticks19', MARCH_5, keys)).toEqual([1000, 1000, 0]);
  });

  it('says nothing by the PartitionKey that was typed', () => {
    const keys = [['2024-04-04', '01summary']] as const;
    expect(planned('ticks19-row', MARCH_5, keys, { partitionKey: '2024-04-04' })).toEqual([0, 0, 0]);
    expect(planned('ticks19-row', MARCH_5, keys)).toEqual([0, 0, 1]);
  });

  it('is off where the chosen scheme reads its prefix as a time of a window that begins with the year 1', () => {
    // 20 million ticks are two seconds of the year 1. Another scheme is sure of a later time after the prefix.
    const key = `${'20000000'.padStart(19, '0')}___${plain}`;
    expect(planned('ticks19', MARCH_5, [[key, 'r']])).toEqual([1, 1, 0]);
    const inside = `${'20000000'.padStart(19, '0')}___0${MARCH_5 - MINUTE}`;
    expect(
      planned('ticks19', MARCH_5, [
        [inside, 'r'],
        [key, 'r'],
        [inside, 's'],
        [key, 's'],
      ]),
    ).toEqual([2, 2, 0]);
  });
});
