// What a probe may cost, counted at the service: at most a tenth of the requests of a read, but at least 50, and never more
// rows than the table holds, until a person asks for more.
import { describe, expect, it } from 'vitest';
import { budgetTable } from './probeBudgetTables.ts';
import { startProbe } from './probeRuns.ts';

const TABLES = Number(process.env['BUDGET_TABLES'] ?? 48);
const FIRST = Number(process.env['BUDGET_FIRST'] ?? 0);
const IN_ONE_TEST = 12;
/** From table to table: every family and size is among them. */
const STEP = 11;

describe('the budget of a probe', () => {
  const starts = Array.from({ length: Math.ceil(TABLES / IN_ONE_TEST) }, (_, at) => FIRST + at * IN_ONE_TEST);
  it.each(starts)(
    'holds in requests and in rows, tables from %i on',
    async (start) => {
      for (let seed = start; seed < start + IN_ONE_TEST * STEP; seed += STEP) {
        const table = budgetTable(seed);
        const rig = startProbe({
          source: table.source,
          ...(table.sas === undefined ? {} : { sas: table.sas }),
        });
        await rig.settle();
        const { phase, pause, fault } = rig.state();
        const most = Math.max(50, Math.floor(table.readRequests / 10));
        const requests = rig.layer.log.all().length;
        const rows = rig.served();
        const { name } = table;
        if (process.env['BUDGET_SHOW'] !== undefined)
          process.stdout.write(`${name}: read ${table.readRequests}, requests ${requests}, rows ${rows}\n`);
        expect({ name, phase, pause }).toEqual({ name, phase: 'done', pause: undefined });
        // Of a table with fewer than two rows nothing shows whether tokens can be read.
        expect({ name, isProven: fault === undefined }).toEqual({ name, isProven: table.rows > 1 });
        expect({ name, isMore: requests > most, requests, most }).toMatchObject({ name, isMore: false });
        expect({ name, isMore: rows > table.rows, rows }).toMatchObject({ name, isMore: false });
      }
    },
    60_000,
  );
});
