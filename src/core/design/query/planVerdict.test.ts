import { describe, expect, it } from 'vitest';
import { planOf, windowOf } from '../../plan/planRequest.fixture.ts';
import { judgePlan, type PlanVerdict } from './planVerdict.ts';
import { planFacts, planLineText } from './verdictWords.ts';
import { measuredRows, rowsPerRowText } from './measuredRows.ts';

const WINDOW = windowOf('2026-11-21T02:24:00Z', '2026-11-21T02:40:00Z');

function verdictOf(part: Parameters<typeof planOf>[0]): PlanVerdict {
  const verdict = judgePlan(planOf(part));
  if (verdict === undefined) throw new Error('The plan has no queries.');
  return verdict;
}

function factOf(verdict: PlanVerdict, name: string): string | undefined {
  return planFacts(verdict).find((fact) => fact.name === name)?.value;
}

describe('judgePlan', () => {
  it('adds up the queries of all prefixes, and their coverage checks', () => {
    const verdict = verdictOf({ window: WINDOW, volume: 10 });
    const { guards } = planOf({ window: WINDOW, volume: 10 });
    expect(guards.length).toBeGreaterThan(0);
    expect(verdict).toMatchObject({ queries: 10, checks: guards.length, partitions: { least: 10 } });
    expect(verdict.requests).toEqual({ least: 10 + guards.length });
    expect(factOf(verdict, 'Requests')).toContain(`, including ${guards.length} coverage checks`);
  });

  it('gives a maximum only if each answer is a single row', () => {
    const verdict = verdictOf({
      partitionKey: { kind: 'is', text: 'p' },
      rowKey: { kind: 'is', text: 'r' },
    });
    expect(verdict.requests).toEqual({ least: 1, most: 1 });
    expect(planLineText(verdict)).toBe('1 point query, 1 partition, 1 request');
  });

  it('judges the filter together with the typed keys', () => {
    const union = verdictOf({
      schemeId: 'none',
      volume: 1,
      filter: "PartitionKey eq 'a' or PartitionKey eq 'b'",
    });
    expect(planLineText(union)).toBe('2 partition range queries, 2 partitions, \u2265 2 requests');
    const none = verdictOf({
      schemeId: 'none',
      volume: 1,
      filter: "PartitionKey lt 'a' and PartitionKey gt 'b'",
    });
    expect(planLineText(none)).toMatch(/^No row can match, 0 partitions/);
    const one = verdictOf({ schemeId: 'none', volume: 1, filter: "PartitionKey eq 'a'" });
    expect(planLineText(one)).toMatch(/^1 partition range query, 1 partition, /);
  });

  it('counts a partition once even if several queries read it', () => {
    const plan = planOf({ partitionKey: { kind: 'is', text: 'p' }, rowKey: { kind: 'is', text: 'r' } });
    const twice = { ...plan, queries: [...plan.queries, ...plan.queries] };
    expect(judgePlan(twice)).toMatchObject({ queries: 2, partitions: { least: 1, most: 1 } });
  });
});

const window = windowOf('2026-11-21T02:24:00Z', '2026-11-21T02:40:00Z');
const all = { plan: planOf({ window }), rows: 21_509, requests: 204 };
const some = { plan: planOf({ window, filter: 'Level le 2' }), rows: 1512, requests: 30 };
const elsewhere = { plan: planOf({ window, volume: 100 }), rows: 7, requests: 7 };

describe('rows read per row returned', () => {
  it('is measured from a read of the same keys without the filter, and one with it', () => {
    const measured = measuredRows(some.plan, [elsewhere, all, some]);
    expect(measured).toEqual({ inRanges: 21_509, last: { rows: 1512, requests: 30 } });
    expect(rowsPerRowText(measured)).toBe('14.2, measured: 21,509 rows in these keys, 1,512 rows returned');
  });

  it('states what is known so far, and nothing more', () => {
    expect(rowsPerRowText(measuredRows(some.plan, [all]))).toBe(
      'measured once it has run; 21,509 rows in these keys',
    );
    expect(rowsPerRowText(measuredRows(some.plan, [elsewhere, some]))).toBeUndefined();
    expect(rowsPerRowText(measuredRows(some.plan, [all, { ...some, rows: 0 }]))).toBe(
      '21,509 rows in these keys, none returned',
    );
    expect(
      rowsPerRowText(
        measuredRows(some.plan, [
          { ...all, rows: 0 },
          { ...some, rows: 0 },
        ]),
      ),
    ).toBe('no rows in these keys');
  });

  it('is among the figures, next to the requests of the last run', () => {
    const verdict = judgePlan(some.plan);
    if (verdict === undefined) throw new Error('The plan has no queries.');
    const facts = new Map(
      planFacts(verdict, measuredRows(some.plan, [all, some])).map(({ name, value }) => [name, value]),
    );
    expect(facts.get('Rows read per row returned')).toMatch(/^14\.2, measured/);
    expect(facts.get('Requests')).toMatch(/; 30 in its last run$/);
    expect(planFacts(verdict).find(({ name }) => name === 'Requests')?.value).not.toContain('last run');
  });
});
