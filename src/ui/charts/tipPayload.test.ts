import { describe, expect, it } from 'vitest';
import { tipPayload } from './tipPayload.ts';

describe('tipPayload', () => {
  it('is the datum of the first entry', () => {
    const datum = { label: 'prefix 37' };
    expect(tipPayload([{ payload: datum }, { payload: {} }])).toBe(datum);
  });

  it('is undefined if there is no entry, or one of an unexpected form', () => {
    for (const entries of [undefined, null, [], [undefined], [null], [{}], 'text'])
      expect(tipPayload(entries)).toBeUndefined();
  });
});
