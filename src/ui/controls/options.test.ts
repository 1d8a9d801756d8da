import { describe, expect, it } from 'vitest';
import { groupOptions, type Option } from './options.tsx';

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
