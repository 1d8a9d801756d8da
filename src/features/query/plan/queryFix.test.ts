import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../../../core/time/ticks.ts';
import { planFromForm } from '../../../state/run/planFromForm.ts';
import { EMPTY_FORM, type QueryForm } from '../../../state/run/queryForm.ts';
import { lateNote } from './planWords.ts';
import { type QueryFix, queryFix } from './queryFix.ts';

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
    const { table, filter, pk, select, prefixes, scheme } = { ...FORM, ...fix?.change };
    expect({ table, filter, pk, select, prefixes, scheme }).toEqual({
      table: 'Orders',
      filter: 'Level le 2',
      pk: '',
      select: '',
      prefixes: '',
      scheme: '',
    });
    const all = fixOf({ filter: 'http://127.0.0.1:10002/devstoreaccount1/Orders()', table: 'Logs' });
    expect(all?.label).toBe('Read table Orders');
    expect(all?.change).toMatchObject({ table: 'Orders', filter: '' });
    expect(fixOf({ filter: 'https://a.table.core.windows.net/Orders()', table: 'Orders' })).toBeUndefined();
  });
});
