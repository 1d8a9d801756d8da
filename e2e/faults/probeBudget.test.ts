// What a probe may cost, counted at the service, until a person asks for more: 50 requests, and some thousand rows of a table
// of any size.
import { describe, expect, it } from 'vitest';
import { budgetTable } from './probeBudgetTables.ts';
import { startProbe } from './probeRuns.ts';

/** One table of each size, and of each family at least two. */
const TABLES = 24;

describe('the budget of a probe', () => {
  it.each(Array.from({ length: TABLES }, (_, at) => budgetTable(at)))(
    'holds in requests and in rows: $name',
    async ({ source, sas, rows }) => {
      const rig = startProbe({ source, ...(sas === undefined ? {} : { sas }) });
      await rig.settle();
      const { phase, pause, fault } = rig.state();
      expect({ phase, pause }).toEqual({ phase: 'done', pause: undefined });
      // Of a table with fewer than two rows nothing shows whether tokens can be read.
      expect(fault === undefined).toBe(rows > 1);
      expect(rig.layer.log.all().length).toBeLessThanOrEqual(50);
      // A table of a few pages is read, after a look for its groups.
      expect(rig.served()).toBeLessThanOrEqual(Math.min(1.3 * rows + 1, 10_000));
    },
  );
});
