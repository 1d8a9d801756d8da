// What a probe may cost until a person asks for more, counted at the service: 50 requests, and some thousand rows, whatever the size of the
// table.
import { describe, expect, it } from 'vitest';
import { budgetTable } from './probeBudgetTables.ts';
import { startProbe } from './probeRuns.ts';

/** One table of each size, which includes at least one of each family of keys. */
const TABLES = 16;

describe('the budget of a probe', () => {
  it.each(Array.from({ length: TABLES }, (_, at) => budgetTable(at)))(
    'holds in requests and in rows: $name',
    async ({ source, sas, rows }) => {
      const rig = startProbe({ source, ...(sas === undefined ? {} : { sas }) });
      await rig.settle();
      const { phase, pause, fault } = rig.state();
      expect({ phase, pause }).toEqual({ phase: 'done', pause: undefined });
      // If a table has fewer than two rows, nothing shows whether tokens are readable, which is reported as a fault.
      expect(fault === undefined).toBe(rows > 1);
      expect(rig.layer.log.all().length).toBeLessThanOrEqual(50);
      // A table of a few pages is read completely, after a search for its groups.
      expect(rig.served()).toBeLessThanOrEqual(Math.min(1.3 * rows + 1, 10_000));
    },
  );
});
