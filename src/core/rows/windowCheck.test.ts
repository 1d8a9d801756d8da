import { describe, expect, it } from 'vitest';
import { EntityStore } from '../entities/store/entityStore.ts';
import { completenessState } from '../plan/completeness.ts';
import { completenessText } from '../plan/completenessText.ts';
import type { TableKeyRange } from '../keys/base/scheme.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import type { CheckedReceipt } from './rowCheck.ts';
import { WindowCheck } from './windowCheck.ts';

const NOON = 638452296000000000n;
const MINUTE = 600_000_000n;
/** From half a minute past noon, for one minute: the buckets of noon and of the next minute. */
const window = { from: NOON + MINUTE / 2n, to: NOON + MINUTE + MINUTE / 2n };

function checked(minutes: readonly number[], range: TableKeyRange | undefined): CheckedReceipt {
  const scheme = schemeById('wad');
  if (scheme === undefined) throw new Error('There is no scheme "wad".');
  const store = new EntityStore(scheme);
  const rows = minutes.map(
    (at) => `{"PartitionKey":"0000000000000000003___0${NOON + BigInt(at) * MINUTE}","RowKey":"r"}`,
  );
  const place = range === undefined ? undefined : { order: 0, range };
  const receipt = store.appendBody(new TextEncoder().encode(`{"value":[${rows.join(',')}]}`), 0, place);
  if (!receipt.ok) throw new Error(receipt.error.message);
  return new WindowCheck(store, scheme, window).checked(receipt.value, { tableName: 'Rows', range });
}

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

  it('is named by the result, which is then not Complete', () => {
    const facts = {
      phase: 'ended',
      rows: 4,
      queries: [{ label: 'unprefixed', state: 'done', isOdd: true }],
      guards: [],
      unread: [],
      headersExposed: true,
      readAtMs: 0,
    } as const;
    const { anomalies } = checked([-1, 0, 1, 2], all);
    expect(completenessText(completenessState({ ...facts, anomalies }))).toMatch(
      /^Unverifiable: 4 rows from 1 of 1 prefixes\. The service sent 2 rows with a time outside the window \(kept\)/,
    );
    expect(completenessText(completenessState({ ...facts, rowsBesideWindow: 1 }))).toBe(
      'Complete: 4 rows from 1 of 1 prefixes. 1 row of these has a time outside the window: these keys cannot be asked for it alone.',
    );
  });
});
