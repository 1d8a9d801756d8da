import { describe, expect, it } from 'vitest';
import type { SchemeProposal } from '../../../core/keys/detectScheme.ts';
import { KEY_SCHEMES, schemeById } from '../../../core/keys/schemeRegistry.ts';
import { EMPTY_FORM, type QueryForm } from '../../../state/run/queryForm.ts';
import {
  areKeyOptionsChanged,
  columnsText,
  defaultKeyOptions,
  defaultRounding,
  keyMatchText,
  keyOptionsText,
  prefixWords,
  roundingWords,
  faultPart,
  fieldFault,
  partFault,
  planFaultWords,
} from './chipWords.ts';

const PROPOSAL: SchemeProposal = {
  schemeId: 'mds-prefixed',
  volume: 100,
  unprefixed: false,
  roundingTicks: 3_000_000_000n,
  confidence: 1,
  reason: '',
};
const FORM: QueryForm = { ...EMPTY_FORM, scheme: 'mds-prefixed', volume: 100 };

function keyText(form: Partial<QueryForm>): string {
  const all = { ...FORM, ...form };
  return keyOptionsText(all, schemeById(all.scheme));
}

describe('the chips of the form', () => {
  it('say how the table is keyed', () => {
    expect(keyText({})).toBe('Prefixed ticks, 100 prefixes');
    expect(keyText({ volume: 1 })).toBe('Prefixed ticks, 1 prefix');
    expect(keyText({ prefixes: ' 0-9,37 ', unprefixed: true })).toBe(
      'Prefixed ticks, only prefixes 0-9,37, keys without a prefix',
    );
    expect(keyText({ scheme: '' })).toBe('no key scheme');
    expect(keyText({ scheme: 'no-such' })).toBe('no-such');
    expect(keyText({ scheme: 'none' })).toBe(schemeById('none')?.title);
  });

  it('say which prefixes a link reads, in the words of the chip', () => {
    const all = { volume: 100, unprefixed: false } as const;
    expect(prefixWords(all)).toBe('100 prefixes');
    expect(prefixWords({ ...all, volume: 1 })).toBe('1 prefix');
    const half = Array.from({ length: 50 }, (_, prefix) => prefix);
    expect(prefixWords({ ...all, prefixes: [...half, 62], unprefixed: true })).toBe(
      'only prefixes 0-49,62, and keys without a prefix',
    );
    expect(prefixWords({ ...all, prefixes: [7] })).toBe('only prefix 7');
    const even = Array.from({ length: 60 }, (_, at) => 2 * at);
    expect(prefixWords({ ...all, prefixes: even })).toBe(
      '60 of 100 prefixes: 0,2,4,6,8,10,12,14,16,18,20,22 and more',
    );
  });

  it('say how keys are rounded, if they hold a time', () => {
    const said = (form: Partial<QueryForm>) => {
      const all = { ...FORM, ...form };
      return roundingWords(all, schemeById(all.scheme));
    };
    expect(said({})).toBe('rounding automatic');
    expect(said({ rounding: '300' })).toBe('rounding 5 min');
    expect(said({ rounding: 'x"y' })).toBe('rounding "x"y"');
    expect(said({ scheme: 'none' })).toBeUndefined();
  });

  it('tells schemes apart', () => {
    const titles = KEY_SCHEMES.map((scheme) => keyOptionsText({ ...FORM, scheme: scheme.id }, scheme));
    expect(new Set(titles).size).toBe(KEY_SCHEMES.length);
  });

  it('are lit where the key options differ from what the sample says, and go back to that', () => {
    const asProposed = { ...FORM, ...defaultKeyOptions(PROPOSAL) };
    expect(asProposed).toMatchObject({ scheme: 'mds-prefixed', volume: 100 });
    expect([defaultRounding(PROPOSAL), defaultRounding(undefined)]).toEqual(['300', '']);
    expect(areKeyOptionsChanged(asProposed, PROPOSAL)).toBe(false);
    for (const change of [{ volume: 10 }, { unprefixed: true }, { prefixes: '3' }] as const)
      expect(areKeyOptionsChanged({ ...asProposed, ...change }, PROPOSAL)).toBe(true);
    // Rounding has its own chip.
    expect(areKeyOptionsChanged({ ...asProposed, rounding: '60' }, PROPOSAL)).toBe(false);
    // Without a sample nothing contradicts the form, but a list of prefixes is never the default.
    expect(areKeyOptionsChanged(FORM, undefined)).toBe(false);
    expect(areKeyOptionsChanged({ ...FORM, prefixes: '3' }, undefined)).toBe(true);
    expect(defaultKeyOptions(undefined)).toMatchObject({ scheme: '', prefixes: '' });
  });

  it('say what keys and columns are read', () => {
    expect(keyMatchText('PartitionKey', '', 'begins')).toBe('any PartitionKey');
    expect(keyMatchText('RowKey', 'a b', 'is')).toBe('RowKey is a b');
    expect(keyMatchText('PartitionKey', '00', 'begins')).toBe('PartitionKey begins with 00');
    expect(columnsText(' ')).toBe('all columns');
    expect(columnsText('Level, Message ')).toBe('Level, Message');
  });
});

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
    const ends = (['from', 'to'] as const).map((end) => ({ field: end, message: `${end}.` }));
    expect(partFault(ends, 'time', EMPTY_FORM)).toBe('From: from. To: to.');
    expect(partFault([filterFault], 'time', typed)).toBeUndefined();
    expect(faultPart(filterFault)).toBeUndefined();
  });
});
