import { describe, expect, it } from 'vitest';
import { groupOptions, type Option, SHOWN_OPTIONS, shownOptions } from './options.tsx';

function option(id: string, section?: string): Option {
  return { id, label: id.toUpperCase(), section };
}

describe('groupOptions', () => {
  it('puts sections in order of first appearance, options in the order given', () => {
    const groups = groupOptions([
      option('a', 'x'),
      option('b'),
      option('c', 'y'),
      option('d', 'x'),
      option('e'),
    ]);
    expect(groups.map(({ name, options }) => [name, options.map(({ id }) => id).join('')])).toEqual([
      ['x', 'ad'],
      [undefined, 'be'],
      ['y', 'c'],
    ]);
  });

  it('accepts any name for a section', () => {
    expect(groupOptions([option('a', '__proto__'), option('b', '')]).map(({ name }) => name)).toEqual([
      '__proto__',
      '',
    ]);
    expect(groupOptions([])).toEqual([]);
  });
});

const ALL = Array.from({ length: 20_000 }, (_, at) => ({ id: `T${at}`, label: `Table${at}` }));

describe('shownOptions', () => {
  it('draws few of many, and says how many more there are', () => {
    const { options, more } = shownOptions(ALL, '', SHOWN_OPTIONS, undefined);
    expect([options.length, more]).toEqual([SHOWN_OPTIONS, 20_000 - SHOWN_OPTIONS]);
    expect(shownOptions(ALL, '', 2 * SHOWN_OPTIONS, undefined).options).toHaveLength(2 * SHOWN_OPTIONS);
  });

  it('finds every option by its name, ignoring case', () => {
    expect(shownOptions(ALL, ' tABLE19999', SHOWN_OPTIONS, undefined)).toEqual({
      options: [ALL[19_999]],
      more: 0,
    });
    expect(shownOptions(ALL, 'nothing', SHOWN_OPTIONS, undefined)).toEqual({ options: [], more: 0 });
  });

  it('always includes the chosen option', () => {
    const { options, more } = shownOptions(ALL, '', 10, 'T777');
    expect(options.map(({ id }) => id)).toEqual([...ALL.slice(0, 10).map(({ id }) => id), 'T777']);
    expect(more).toBe(19_989);
  });
});
