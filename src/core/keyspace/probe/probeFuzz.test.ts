import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TICKS } from '../../time/ticks.ts';
import { Probe } from './probe.ts';
import type { ProbeRow } from './probeTypes.ts';
import { drive } from './sortedTable.fixture.ts';

const SECOND = 10_000_000n;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const pad = (value: bigint | number, width = 19) => String(value).padStart(width, '0');

interface SmallGroup {
  readonly kind: 'prefix' | 'tail' | 'source';
  readonly number: number;
  /** Seconds after New Year. */
  readonly seconds: readonly number[];
}

function keysOf({ kind, number, seconds }: SmallGroup): readonly ProbeRow[] {
  // Ticks alone as RowKey: no two rows of one time.
  return [...(kind === 'source' ? new Set(seconds) : seconds)].map((second, row) => {
    const ticks = NEW_YEAR + BigInt(second) * SECOND;
    if (kind === 'prefix') return { partitionKey: `${pad(number)}___${pad(ticks)}`, rowKey: pad(row) };
    if (kind === 'tail')
      return { partitionKey: `svc-${pad(number, 3)}`, rowKey: `${pad(MAX_TICKS - ticks)}_${pad(row)}` };
    return { partitionKey: `src-${pad(number, 3)}`, rowKey: pad(ticks) };
  });
}

const groups = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom<SmallGroup['kind']>('prefix', 'tail', 'source'),
    number: fc.nat(99),
    seconds: fc.array(fc.oneof(fc.nat(600), fc.nat(40_000_000)), { minLength: 1, maxLength: 120 }),
  }),
  { selector: ({ kind, number }) => `${kind} ${number}`, minLength: 1, maxLength: 8 },
);

describe('Probe on any small table', () => {
  it('finds every group, its first and last time, also where answers end early', () => {
    fc.assert(
      fc.property(groups, fc.constantFrom(2, 3, 7, Number.POSITIVE_INFINITY), (list, cut) => {
        const text = ({ partitionKey, rowKey }: ProbeRow) => `${partitionKey}\u0000${rowKey}`;
        const rows = list.flatMap(keysOf).toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
        const probe = new Probe({ tableName: '', nowTicks: NEW_YEAR + 30_000_000n * SECOND });
        const sent = drive(probe, { count: rows.length, keyAt: (row) => rows[row] as ProbeRow }, cut);
        const found = probe
          .picture()
          .groups.map(({ label, first, last }) => [label, first?.ticks, last?.ticks]);
        const names = { prefix: '', tail: 'svc-', source: 'src-' };
        const expected = list.map(({ kind, number, seconds }) => [
          kind === 'prefix' ? String(number) : names[kind] + pad(number, 3),
          NEW_YEAR + BigInt(Math.min(...seconds)) * SECOND,
          NEW_YEAR + BigInt(Math.max(...seconds)) * SECOND,
        ]);
        const byLabel = (a: readonly unknown[], b: readonly unknown[]) =>
          String(a[0]) < String(b[0]) ? -1 : 1;
        expect(found.toSorted(byLabel)).toEqual(expected.toSorted(byLabel));
        expect(sent.get('find prefix')).toBeLessThanOrEqual(list.length + 1);
      }),
      { numRuns: 40 },
    );
  });
});
