import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PrefixCell, stripSummary } from './PrefixStrip.tsx';

function cells(...states: readonly (PrefixCell['state'] | 'done-empty')[]): readonly PrefixCell[] {
  return states.map((state, at) => ({
    label: `prefix ${at}`,
    ...(state === 'done-empty' ? { state: 'done', isEmpty: true } : { state }),
  }));
}

describe('stripSummary', () => {
  it('counts every state that occurs, "done" first', () => {
    expect(stripSummary(cells('failed', 'done', 'done-empty', 'done'))).toBe(
      '2 done; 1 done, no rows; 1 failed',
    );
    expect(stripSummary(cells('waiting', 'reading', 'stopped'))).toBe(
      '1 not queried yet; 1 stopped, not read to the end; 1 reading',
    );
    expect(stripSummary([])).toBe('');
  });

  it('counts every cell', () => {
    const state = fc.constantFrom<PrefixCell['state'] | 'done-empty'>(
      'waiting',
      'reading',
      'done',
      'done-empty',
      'unverified',
      'failed',
      'stopped',
      'outside',
    );
    fc.assert(
      fc.property(fc.array(state), (states) => {
        const counted = [...stripSummary(cells(...states)).matchAll(/\d+/g)].map(([digits]) =>
          Number(digits),
        );
        expect(counted.reduce((sum, count) => sum + count, 0)).toBe(states.length);
      }),
    );
  });
});
