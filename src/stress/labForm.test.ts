import { describe, expect, it } from 'vitest';
import { FAKE_SIGNATURE } from '../tables/wire/scriptedFetch.fixture.ts';
import { costOf } from './RunDialog.tsx';
import { isSameLoad } from '../core/stress/stressPlan.ts';
import { DEFAULT_FORM, formOfParams, keysInDesign, paramsOfForm, soundPlan } from './labForm.ts';

const NOW_MS = Date.UTC(2026, 10, 21);

describe('the plan of a test', () => {
  it('comes back from its link, and a link of Design names its templates only', () => {
    const form = {
      ...DEFAULT_FORM,
      groups: '10',
      shape: 'burst',
      target: 'spread',
      policy: 'fixed',
      rate: '250',
      insert: '20',
      'point read': '5',
    } as const;
    expect(formOfParams(new Map(paramsOfForm(form)))).toEqual(form);
    // The user typed templates and then chose a scheme again.
    const again = { ...DEFAULT_FORM, keys: 'scheme', pk: '{Sensor}', rk: '{Guid}' } as const;
    expect(formOfParams(new Map(paramsOfForm(again)))).toEqual(again);
    expect(paramsOfForm(DEFAULT_FORM)).toEqual([]);
    const ofDesign = formOfParams(
      new Map([
        ['pk', '{Sensor}'],
        ['rk', '{Ticks:D19}'],
      ]),
    );
    expect(ofDesign).toEqual({ ...DEFAULT_FORM, keys: 'templates', pk: '{Sensor}', rk: '{Ticks:D19}' });
    expect(
      formOfParams(
        new Map([
          ['shape', 'flood'],
          ['groups', '5000'],
        ]),
      ),
    ).toEqual(DEFAULT_FORM);
  });

  it('says which field is wrong, and never exceeds the bounds', () => {
    const faultOf = (change: Partial<typeof DEFAULT_FORM>) => {
      const plan = soundPlan({ ...DEFAULT_FORM, ...change }, NOW_MS);
      return plan.ok ? undefined : plan.error;
    };
    expect(faultOf({})).toBeUndefined();
    const sound = soundPlan(DEFAULT_FORM, NOW_MS);
    expect(sound.ok && sound.value.plan.limits).toEqual({ seconds: 660, rows: 1e5, bytes: 1e8, lanes: 6 });
    expect(faultOf({ rows: '2000000' })?.fields).toEqual(['rows']);
    expect(faultOf({ shape: 'steady', seconds: '601' })?.fields).toEqual(['seconds']);
    // Seconds are not a field of this plan, so the user could not correct them.
    expect(faultOf({ shape: 'steps', seconds: '601' })).toBeUndefined();
    expect(faultOf({ most: '50' })).toEqual({
      fields: ['most'],
      message: 'The last step must be at least 100.',
    });
    expect(faultOf({ keys: 'templates', pk: '{Sensor', rk: '' })?.fields).toContain('pk');
    // The templates become part of the report and of the keys in the table.
    expect(faultOf({ keys: 'templates', pk: `sv=2022-11-02&sig=${FAKE_SIGNATURE}`, rk: '{Guid}' })).toEqual({
      fields: ['pk', 'rk'],
      message: 'This looks like a SAS or a token: take it out of the templates.',
    });
    const reads = {
      transaction: '0',
      insert: '1',
      'point read': '1000',
      shape: 'steady',
      seconds: '600',
    } as const;
    expect(faultOf({ ...reads, rate: '400' })).toBeUndefined();
    expect(faultOf({ ...reads, rate: '1000' })).toEqual({
      fields: ['rate', 'seconds', 'most'],
      message: 'A load may have 300,000 operations at most: use a lower rate or a shorter time.',
    });
    expect(faultOf({ transaction: '0' })?.message).toContain('at least one');
    expect(faultOf({ transaction: '0', 'point read': '1' })?.message).toContain('Reads need rows');
    expect(faultOf({ batch: '64', bytes: '65536' })).toBeUndefined();
    expect(faultOf({ batch: '65', bytes: '65536' })?.message).toContain('4 MiB');
  });

  it('has its cost before anything is created: all requests, with retries and preflights', () => {
    const cost = (change: Partial<typeof DEFAULT_FORM>, prices = { per10k: 1, perGbMonth: 0 }) => {
      const sound = soundPlan(
        { ...DEFAULT_FORM, shape: 'steady', rate: '100', seconds: '10', ...change },
        NOW_MS,
      );
      if (!sound.ok) throw new Error(sound.error.message);
      return costOf(sound.value.plan, prices);
    };
    // 1,000 rows in transactions of 50, and 6 requests for the table.
    expect(cost({})).toMatchObject({ requests: 20 + 6, rows: 1000, bytes: 500_000, isCut: false });
    expect(cost({}).dollars).toBeCloseTo(26 / 10_000, 9);
    expect(cost({ policy: 'fixed' }).requests).toBe(20 * 4 + 6);
    expect(cost({ transaction: '0', upsert: '1' }).requests).toBe(2000 + 6);
    expect(cost({ transaction: '0', insert: '1' }).requests).toBe(1000 + 6);
    expect(cost({ rows: '500' })).toMatchObject({ rows: 500, isCut: true });
    expect(cost({ bytes: '5000', megabytes: '1' })).toMatchObject({ rows: 200, bytes: 1e6, isCut: true });
    // Half a megabyte for one day.
    expect(cost({}, { per10k: 0, perGbMonth: 30 }).dollars).toBeCloseTo(0.0005, 9);
  });

  it('stays with its result: the model and Design get the load that ran, not what is typed since', () => {
    const planAt = (nowMs: number, change: Partial<typeof DEFAULT_FORM> = {}) => {
      const sound = soundPlan({ ...DEFAULT_FORM, ...change }, nowMs);
      if (!sound.ok) throw new Error(sound.error.message);
      return sound.value.plan;
    };
    expect(isSameLoad(planAt(NOW_MS), planAt(NOW_MS + 60_000))).toBe(true);
    expect(isSameLoad(planAt(NOW_MS), planAt(NOW_MS, { rate: '200' }))).toBe(false);
    expect(keysInDesign(planAt(NOW_MS, { groups: '10' }).keys, '#/design')).toEqual({
      design: '',
      partition: '{Writer mod 10:D19}___{Ticks/60s}',
      row: '{Guid}',
    });
  });
});
