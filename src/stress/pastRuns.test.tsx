import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DEFAULT_SERVICE, serviceModel } from '../core/stress/serviceModel.ts';
import { simulatedLoad } from '../core/stress/stress.fixture.ts';
import { DEFAULT_FORM, type LabForm, soundPlan } from './labForm.ts';
import { PastRuns } from './PastRuns.tsx';
import type { TestResult } from './testRun.ts';

/** Runs the test of a form on a model of a service that is soon overloaded. */
function testOf(change: Partial<LabForm>, atMs: number): TestResult {
  const form = {
    ...DEFAULT_FORM,
    shape: 'burst',
    rate: '100',
    seconds: '8',
    batch: '10',
    ...change,
  } as const;
  const sound = soundPlan(form, atMs);
  if (!sound.ok) throw new Error(sound.error.message);
  const { plan, keysOf } = sound.value;
  const service = serviceModel({ ...DEFAULT_SERVICE, partitionPerSecond: 120, jitterMs: 0 }, 1);
  const record = simulatedLoad(plan, keysOf, service);
  return { plan, record, elapsedMs: 0, sent: { requests: 0, preflights: 0 }, isEmulator: false };
}

const START_MS = Date.UTC(2026, 10, 27, 19);

/** The text above the table, and the cells of each row. */
function read(past: readonly TestResult[]) {
  const html = renderToStaticMarkup(<PastRuns past={past} />);
  const texts = (part: string, tags: string) =>
    Array.from(part.matchAll(new RegExp(`<(${tags})\\b[^>]*>(.*?)</\\1>`, 'gu')), ([, , text = '']) => text);
  return { common: texts(html, 'p')[0], rows: texts(html, 'tr').map((row) => texts(row, 'th|td')) };
}

it('compares two tests: what differs and what it costs, with the numbers of the right test', () => {
  const [none, fixed] = [testOf({}, START_MS), testOf({ policy: 'fixed' }, START_MS + 60_000)];
  const { common, rows } = read([fixed, none]);
  const [head = [], ...tests] = rows;
  const cell = (test: number, name: string) => tests[test]?.[head.indexOf(name)];
  expect(common).toBe(
    'The same in all tests: Prefixed ticks (Geneva / MDS), 1 prefix, one partition. Burst of 500/s over 100/s in 8 s: transaction of 10, rows of 500 bytes.',
  );
  expect(tests.map(([name]) => name)).toEqual([
    '19:01:00 UTC. Fixed: every 2 s, 3 retries',
    '19:00:00 UTC. No retries',
  ]);
  expect([cell(0, 'Result'), cell(1, 'Result')]).toEqual(['throttled', 'throttled']);
  expect(cell(1, 'Per operation')).toBe('1');
  expect(Number(cell(0, 'Per operation'))).toBeGreaterThan(1);
  const { operations, served } = none.record.totals;
  expect(operations - served).toBeGreaterThan(10);
  expect(cell(1, 'Not served')).toBe(String(operations - served));
  expect(Number(cell(0, 'Not served'))).toBeLessThan(operations - served);
  expect(cell(0, 'Longest wait')).toMatch(/^\d+(?:\.\d+)? s$/);
});

it('names what differs between loads that look alike, and compares nothing with itself', () => {
  const { rows } = read([testOf({ batch: '20' }, START_MS + 60_000), testOf({}, START_MS)]);
  expect(rows.slice(1).map(([name]) => /transaction of \d+/u.exec(name ?? '')?.[0])).toEqual([
    'transaction of 20',
    'transaction of 10',
  ]);
  expect(read([testOf({}, START_MS)]).rows).toEqual([]);
});
