import { describe, expect, it } from 'vitest';
import type { GroupLabel } from '../../../../core/entities/chart/chartTypes.ts';
import { heldPlaces } from './heldColors.ts';

const groups = (texts: string): GroupLabel[] => texts.split('').map((text) => ({ kind: 'value', text }));

describe('the colours of groups', () => {
  it('stay when others appear, the order changes or a group is away for a while', () => {
    const holders: string[] = [];
    expect(heldPlaces(groups('ab'), holders)).toEqual([0, 1]);
    expect(heldPlaces(groups('cba'), holders)).toEqual([2, 1, 0]);
    expect(heldPlaces(groups('cb'), holders)).toEqual([2, 1]);
    expect(heldPlaces(groups('dab'), holders)).toEqual([3, 0, 1]);
  });

  it('go to a new group only from one that is not shown, and never to two', () => {
    const holders: string[] = [];
    heldPlaces(groups('abcdefg'), holders);
    expect(heldPlaces(groups('habcdef'), holders)).toEqual([6, 0, 1, 2, 3, 4, 5]);
    expect(heldPlaces(groups('gbcdefh'), holders)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
