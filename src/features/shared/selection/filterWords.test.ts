import { describe, expect, it } from 'vitest';
import { cellFilter, filterWords, uncomparedWords } from './filterWords.ts';

describe('filters in words', () => {
  it('name the property, the condition and the value', () => {
    const level = { type: 'Edm.Int32', text: '2' };
    expect(filterWords(cellFilter({ name: 'Level' }, level, false))).toBe('Level is 2');
    expect(filterWords(cellFilter({ name: 'Level' }, level, true))).toBe('Level is not 2');
    expect(filterWords(cellFilter({ name: 'Level' }, { type: 'Edm.String', text: '2' }, false))).toBe(
      'Level is "2"',
    );
    expect(filterWords(cellFilter({ name: 'Level' }, { type: 'Null', text: 'null' }, true))).toBe(
      'Level is not null',
    );
    expect(filterWords(cellFilter({ name: 'Level' }, undefined, false))).toBe('Level is absent');
    expect(filterWords(cellFilter({ name: 'Level' }, undefined, true))).toBe('Level is present');
    expect(filterWords(cellFilter({ name: '' }, { type: 'Edm.String', text: '' }, false))).toBe(
      '(no name) is empty text',
    );
    expect(filterWords(cellFilter({ name: 'A' }, { type: 'Edm.Binary', text: '' }, true))).toBe(
      'A is not empty',
    );
    expect(filterWords(cellFilter({ name: 'A' }, { type: 'Edm.String', text: 'empty text' }, false))).toBe(
      'A is "empty text"',
    );
    // The word "empty" is a value, unlike an empty text, and so are spaces.
    expect(filterWords(cellFilter({ name: 'A' }, { type: 'Edm.String', text: 'empty' }, false))).toBe(
      'A is "empty"',
    );
    expect(filterWords(cellFilter({ name: 'A' }, { type: 'Edm.String', text: '  ' }, false))).toBe(
      'A is "  "',
    );
    const like = { name: 'M', fact: 'template' } as const;
    expect(filterWords(cellFilter(like, { type: 'Edm.String', text: 'took <n> ms' }, false))).toBe(
      'M is like "took <n> ms"',
    );
    expect(filterWords({ name: 'Message', kind: 'contains', text: 'time out' })).toBe(
      'Message contains "time out"',
    );
    expect(filterWords(cellFilter({ name: 'A' }, 'twice', false))).toBe('A occurs twice');
    expect(filterWords(cellFilter({ name: 'A' }, 'twice', true))).toBe('A does not occur twice');
  });

  it('say which bounds of a range count, and what was not compared', () => {
    const range = { name: 'N', kind: 'range', from: '1', to: '5' } as const;
    expect(filterWords({ ...range, as: 'number' as const })).toBe('1 <= N <= 5');
    expect(filterWords({ ...range, as: 'number' as const, isBelow: true })).toBe('1 <= N < 5');
    expect(filterWords({ ...range, as: 'number' as const, to: '1' })).toBe('N is 1');
    expect(filterWords({ ...range, as: 'instant' as const, from: '' })).toBe('N < 5');
    expect(filterWords({ ...range, as: 'text' as const, to: '' })).toBe('1 <= N');
    expect(
      uncomparedWords([
        { type: 'Edm.String', rows: 1234 },
        { type: 'Json', rows: 1 },
        { type: undefined, rows: 2 },
      ]),
    ).toBe('not compared: 1,234 rows with String, 1 row with Json, 2 rows with two values');
  });

  it('shorten long values', () => {
    expect(
      filterWords(cellFilter({ name: 'M' }, { type: 'Edm.String', text: 'x'.repeat(1e5) }, false)).length,
    ).toBeLessThan(60);
  });
});
