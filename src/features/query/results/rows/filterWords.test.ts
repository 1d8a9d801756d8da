import { describe, expect, it } from 'vitest';
import { cellFilter, filterWords } from './filterWords.ts';

describe('filters in words', () => {
  it('name the property, the condition and the value', () => {
    const level = { type: 'Edm.Int32', text: '2' };
    expect(filterWords(cellFilter('Level', level, false))).toBe('Level is 2');
    expect(filterWords(cellFilter('Level', level, true))).toBe('Level is not 2');
    expect(filterWords(cellFilter('Level', { type: 'Edm.String', text: '2' }, false))).toBe('Level is "2"');
    expect(filterWords(cellFilter('Level', { type: 'Null', text: 'null' }, true))).toBe('Level is not null');
    expect(filterWords(cellFilter('Level', undefined, false))).toBe('Level is absent');
    expect(filterWords(cellFilter('Level', undefined, true))).toBe('Level is present');
    expect(filterWords(cellFilter('', { type: 'Edm.String', text: '' }, false))).toBe('(no name) is empty');
    expect(filterWords({ name: 'Message', kind: 'contains', text: 'time out' })).toBe(
      'Message contains "time out"',
    );
  });

  it('shorten long values', () => {
    expect(
      filterWords(cellFilter('M', { type: 'Edm.String', text: 'x'.repeat(1e5) }, false)).length,
    ).toBeLessThan(60);
  });
});
