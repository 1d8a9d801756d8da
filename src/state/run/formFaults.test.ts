import { describe, expect, it } from 'vitest';
import { ticksFromUnixMs } from '../../core/time/ticks.ts';
import { formFaults } from './formFaults.ts';
import { planFromForm } from './planFromForm.ts';
import { EMPTY_FORM, type QueryForm } from './queryForm.ts';

const NOW = ticksFromUnixMs(Date.UTC(2026, 10, 22));
const FORM: QueryForm = { ...EMPTY_FORM, table: 'Logs', scheme: 'mds-prefixed', volume: 10 };

function fields(change: Partial<QueryForm>): readonly string[] {
  return formFaults({ ...FORM, ...change }, NOW)
    .map(({ field }) => field)
    .sort();
}

describe('the errors of a form', () => {
  it('are empty for a form that can be run', () => {
    expect(fields({})).toEqual([]);
  });

  it('are all reported, each once', () => {
    expect(fields({ filter: 'Level le', pk: 'a/b', from: 'yesterday', prefixes: '0-99' })).toEqual([
      'filter',
      'from',
      'pk',
      'prefixes',
    ]);
    expect(
      fields({ table: '', from: 'x', to: 'y', filter: '(', pk: '/', rk: '#', select: '1 2', prefixes: '-' }),
    ).toEqual(['filter', 'from', 'pk', 'prefixes', 'rk', 'select', 'table', 'to']);
    expect(fields({ from: 'now', to: 'now-1h' })).toEqual(['to']);
  });

  it('are in the order in which planning finds them', () => {
    const wrong = { table: '', from: 'x', filter: '(', pk: '/', select: '1 2', prefixes: '-' };
    const sound = { table: 'Logs', from: '', filter: '', pk: '', select: '', prefixes: '' };
    const faults = formFaults({ ...FORM, ...wrong }, NOW);
    expect(faults).toHaveLength(6);
    let form = { ...FORM, ...wrong };
    for (const { field, message } of faults) {
      const plan = planFromForm(form, NOW);
      expect(plan).toMatchObject({ ok: false, error: { field, message } });
      form = { ...form, [field]: sound[field as keyof typeof sound] };
    }
    expect(planFromForm(form, NOW).ok).toBe(true);
  });

  it('include a missing scheme and whatever does not depend on it', () => {
    expect(fields({ scheme: '', filter: '(' })).toEqual(['filter', 'scheme']);
    expect(fields({ scheme: 'no-such', table: 'no-table' })).toEqual(['scheme', 'table']);
  });
});
