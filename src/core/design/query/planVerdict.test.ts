import { describe, expect, it } from 'vitest';
import { planOf, windowOf } from '../../plan/planRequest.fixture.ts';
import { judgePlan, type PlanVerdict } from './planVerdict.ts';
import { planFacts, planLineText } from './verdictWords.ts';

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
