import { describe, expect, it } from 'vitest';
import { cleanGrid, inputOf, NEW_YEAR } from './clean.fixture.ts';
import { burst } from './burst.ts';
import { diagnose } from './diagnose.ts';
import type { DiagnosisView } from './finding.ts';

const COLUMNS = 240;
const MINUTE = 600_000_000n;

describe('a burst', () => {
  it('is seen up to the last column with rows', () => {
    const grid = cleanGrid({
      rows: 20,
      columns: COLUMNS,
      cellSeconds: 60,
      mean: 20,
      spread: 0.3,
      night: 0.5,
      seed: 11,
    });
    for (const at of grid.counts.keys())
      if (at % COLUMNS >= COLUMNS - 1) grid.counts[at] = 15 * (grid.counts[at] ?? 0);
    const [found] = diagnose(inputOf(grid)).filter(({ id }) => id === 'burst');
    const [cells] = found?.cells ?? [];
    expect([cells?.from, cells?.to]).toEqual([
      NEW_YEAR + BigInt(COLUMNS - 1) * MINUTE,
      NEW_YEAR + BigInt(COLUMNS) * MINUTE,
    ]);
  });

  it('is looked for in sixteen columns with rows or more, wherever they begin', () => {
    const isBlind = (from: number, to: number) =>
      burst.isBlind?.({ active: { from, to } } as unknown as DiagnosisView);
    expect([isBlind(0, 15), isBlind(100, 115), isBlind(0, 16), isBlind(100, 116)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
