import { describe, expect, it } from 'vitest';
import { EMPTY_FORM } from '../../../state/run/queryForm.ts';
import { faultPart, fieldFault, partFault, planFaultWords } from './fieldFaults.ts';

const filterFault = { field: 'filter', message: 'A quote is open.', nextStep: 'Close it.' } as const;
const tableFault = { field: 'table', message: 'No table is chosen.' } as const;
const typed = { ...EMPTY_FORM, filter: "Level eq '" };

describe('the fault of a plan', () => {
  it('stands at its field, and the plan line then only points there', () => {
    expect(fieldFault([filterFault], 'filter', typed)).toBe(filterFault);
    expect(fieldFault([filterFault], 'pk', typed)).toBeUndefined();
    expect(planFaultWords(filterFault, typed)).toBe('Correct "Filter" to run this query.');
  });

  it('of an empty field is said by the plan line alone', () => {
    expect(fieldFault([tableFault], 'table', EMPTY_FORM)).toBeUndefined();
    expect(planFaultWords(tableFault, EMPTY_FORM)).toBe('No table is chosen.');
    expect(planFaultWords(filterFault, EMPTY_FORM)).toBe('A quote is open. Close it.');
  });

  it('of an end of the window stands there, also where it is left open', () => {
    const fault = { field: 'to', message: 'To lies before From.' } as const;
    expect(fieldFault([fault], 'to', { ...EMPTY_FORM, to: '' })).toBe(fault);
  });

  it('inside a part that is closed is shown by its button', () => {
    const fault = { field: 'pk', message: 'A key holds no slash.' } as const;
    const typedKey = { ...EMPTY_FORM, pk: 'a/b' };
    expect(partFault([fault], 'pk', typedKey)).toBe('PartitionKey: A key holds no slash.');
    expect(partFault([fault], 'rk', typedKey)).toBeUndefined();
    // An empty field shows no fault.
    expect(partFault([fault], 'pk', EMPTY_FORM)).toBeUndefined();
    expect(
      partFault(
        [
          { field: 'from', message: 'x.' },
          { field: 'to', message: 'y.' },
        ],
        'time',
        EMPTY_FORM,
      ),
    ).toBe('From: x. To: y.');
    expect(partFault([filterFault], 'time', typed)).toBeUndefined();
    expect(faultPart(filterFault)).toBeUndefined();
  });
});
