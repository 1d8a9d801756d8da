import { describe, expect, it } from 'vitest';
import { judgePlan, type PlanVerdict } from '../../../core/design/query/planVerdict.ts';
import type { QueryPlan } from '../../../core/plan/queryPlan.ts';
import { planOf, windowOf } from '../../../core/plan/planRequest.fixture.ts';
import { isoToTicks } from '../../../core/time/ticks.ts';
import { resumeWords } from './PlanDialog.tsx';
import { planNotes, planWords, lateNote, type QueryFix, queryFix } from './PlanLine.tsx';
import { planFromForm } from '../../../state/run/planFromForm.ts';
import { EMPTY_FORM, type QueryForm } from '../../../state/run/queryForm.ts';

const EXACT = { schemeId: 'ticks19', volume: 1 } as const;

function verdictOf(plan: QueryPlan): PlanVerdict {
  const verdict = judgePlan(plan);
  if (verdict === undefined) throw new Error('The plan has no queries.');
  return verdict;
}

function line(plan: QueryPlan, timeZone?: string): string {
  return planWords(plan, verdictOf(plan), { timeZone, costsPreflight: false });
}

describe('a plan in one line', () => {
  it('counts its queries and says which time they read', () => {
    const window = {
      from: isoToTicks('2026-11-21T23:45:00Z'),
      to: isoToTicks('2026-11-22T01:45:00.0000001Z'),
    };
    const plan = planOf({ ...EXACT, window });
    expect(line(plan)).toBe(
      '1 partition range query, 23:45:00 \u2264 time < 01:45:00.0000001, \u2265 1 partition, \u2265 3 requests',
    );
    expect(planWords(plan, verdictOf(plan), { timeZone: undefined, costsPreflight: true })).toMatch(
      /, \u2265 3 requests, each with a preflight$/,
    );
    expect(line(plan, 'Asia/Tokyo')).toContain('08:45:00 \u2264 time < 10:45:00.0000001');
    expect(planNotes(plan, undefined)).toEqual([]);
  });

  it('says the time that is read, and why it is more than the window', () => {
    const window = windowOf('2026-11-21T02:24:31Z', '2026-11-21T02:39:02Z');
    const plan = planOf({ window, volume: 100 });
    expect(line(plan)).toBe(
      '100 partition range queries, 02:24:00 \u2264 time < 02:40:00, \u2265 100 partitions, \u2265 201 requests',
    );
    expect(planNotes(plan, verdictOf(plan))).toEqual([
      'Keys hold whole minutes, so this reads 2026-11-21T02:24:00Z to 2026-11-21T02:40:00Z.',
    ]);
  });

  it('warns of a scan', () => {
    const plan = planOf({ schemeId: 'none' });
    expect(line(plan)).toBe('1 table scan query, \u2265 1 partition, \u2265 1 request');
    const notes = planNotes(plan, verdictOf(plan));
    expect(notes[0]).toBe('The service reads every row of the table: no condition limits the PartitionKey.');
    expect(notes[1]).toMatch(/^Type a PartitionKey, or choose the key scheme/);
  });
});

const NOW = isoToTicks('2026-11-22T12:00:00Z');
const FORM: QueryForm = { ...EMPTY_FORM, table: 'Logs', scheme: 'ticks19', windowGiven: true };
const YESTERDAY =
  "Timestamp ge datetime'2026-11-21T08:00:00Z' and Timestamp lt datetime'2026-11-21T09:00:00Z' and Level le 2";

function fixOf(part: Partial<QueryForm>): QueryFix | undefined {
  const form = { ...FORM, ...part };
  return queryFix(form, planFromForm(form, NOW));
}

function noteOf(part: Partial<QueryForm>): string | undefined {
  const plan = planFromForm({ ...FORM, ...part }, NOW);
  if (!plan.ok) throw new Error(plan.error.message);
  return lateNote(plan.value);
}

describe('a change that one click makes', () => {
  it('sets the time range to the keys of a Timestamp condition, and then says which rows are missed', () => {
    const fix = fixOf({ filter: YESTERDAY });
    expect(fix?.change).toEqual({
      from: '2026-11-21T07:45:00.0000000Z',
      to: '2026-11-21T09:15:00.0000000Z',
      windowGiven: true,
    });
    expect(noteOf({ filter: YESTERDAY })).toBe(
      'The time range excludes keys that this Timestamp condition needs.',
    );
    const fixed = { filter: YESTERDAY, ...fix?.change };
    expect(fixOf(fixed)).toBeUndefined();
    expect(noteOf(fixed)).toMatch(/^Rows written more than 15 min after their key time are not read\./);
    const narrower = { ...fixed, to: '2026-11-21T09:05:00Z' };
    expect(noteOf(narrower)).toMatch(/^Rows written more than 5 min after/);
    expect(fixOf(narrower)?.label).toBe('Read by key');
  });

  it('leaves an end open that the condition leaves open', () => {
    const filter = "Timestamp ge datetime'2026-11-21T08:00:00Z'";
    expect(fixOf({ filter })?.change).toMatchObject({ from: '2026-11-21T07:45:00.0000000Z', to: '' });
    expect(fixOf({ filter, from: '2026-11-21T07:00:00Z', to: '' })).toBeUndefined();
  });

  it('offers nothing where keys hold no time, or the Timestamp is not limited', () => {
    expect(fixOf({ filter: YESTERDAY, scheme: 'none' })).toBeUndefined();
    expect(fixOf({ filter: 'Level le 2' })).toBeUndefined();
    expect(fixOf({ filter: `Level le 2 or ${YESTERDAY}` })).toBeUndefined();
  });

  it('writes a pasted address as a filter', () => {
    expect(fixOf({ filter: "where Role == 'x' and Level >= 2" }), 'it is read as it is').toBeUndefined();
    const url = 'https://a.table.core.windows.net/Orders()?$filter=Level%20le%202&sig=secret';
    expect(fixOf({ filter: url, table: 'orders' })?.change).toEqual({ filter: 'Level le 2' });
    expect(fixOf({ filter: 'Level foo 2' })).toBeUndefined();
  });

  it('chooses the table of a pasted address, with nothing kept that was typed for another', () => {
    const url = 'https://a.table.core.windows.net/Orders()?$filter=Level%20le%202&sig=secret';
    const fix = fixOf({ filter: url, table: 'Logs', pk: 'x', select: 'Level', prefixes: '3' });
    expect(fix?.label).toBe('Write as $filter of table Orders');
    expect(JSON.stringify(fix)).not.toContain('secret');
    const none = { pk: '', select: '', prefixes: '', scheme: '' };
    expect({ ...FORM, ...fix?.change }).toMatchObject({ table: 'Orders', filter: 'Level le 2', ...none });
    const all = fixOf({ filter: 'http://127.0.0.1:10002/devstoreaccount1/Orders()', table: 'Logs' });
    expect(all?.label).toBe('Read table Orders');
    expect(all?.change).toMatchObject({ table: 'Orders', filter: '' });
    expect(fixOf({ filter: 'https://a.table.core.windows.net/Orders()', table: 'Orders' })).toBeUndefined();
  });
});

describe('what Continue can do', () => {
  it('is said with what helps where it cannot', () => {
    const failed = { why: 'failed', resumable: true } as const;
    expect(resumeWords([failed, failed])).toBe('Continue reads them all.');
    expect(resumeWords([failed, { why: 'outside-sas', resumable: false }])).toBe(
      'Continue reads 1 of 2. The others: outside the SAS range (connect with a SAS for these keys).',
    );
    expect(resumeWords([{ why: 'stopped', resumable: false }])).toBe(
      'Continue cannot read it: not read (run again).',
    );
  });
});
