import { expect, it } from 'vitest';
import { DEFAULT_SERVICE, serviceModel } from '../core/stress/serviceModel.ts';
import { simulateLoad } from '../core/stress/simulateLoad.ts';
import { verdictOf } from '../core/stress/verdict.ts';
import { DEFAULT_FORM, soundPlan } from './labForm.ts';
import { reportData, reportHtml, reportJson } from './report.ts';

it('a report says what a load proved, as a page without scripts and as JSON', () => {
  const sound = soundPlan(
    {
      ...DEFAULT_FORM,
      keys: 'templates',
      pk: '<img src=x>{Writer mod 2}',
      rk: '{Ticks}',
      shape: 'steady',
      rate: '3000',
      seconds: '4',
    },
    Date.UTC(2026, 10, 21),
  );
  if (!sound.ok) throw new Error(sound.error.message);
  const { plan, keysOf } = sound.value;
  const steps = simulateLoad(plan, keysOf, serviceModel(DEFAULT_SERVICE, 1));
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const record = step.value;
  const verdict = verdictOf(record, plan);
  const result = {
    plan,
    record,
    elapsedMs: record.endedMs,
    sent: { requests: 7, preflights: 1 },
    isEmulator: false,
  };
  const data = reportData(result, verdict);
  const html = reportHtml(data);
  expect(html).toContain(`<h1>${verdict.sentence}</h1>`);
  expect(html).toContain('&lt;img src=x&gt;');
  expect(html).not.toMatch(/<script|<img|\son\w+=/iu);
  const read: unknown = JSON.parse(reportJson(data));
  expect(read).toMatchObject({
    kind: 'keyscope-stress',
    version: 1,
    madeAt: '2026-11-21T00:00:00.000Z',
    verdict: { kind: 'throttled' },
    totals: { throttled: record.totals.throttled },
  });
});
