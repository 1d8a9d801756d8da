import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ColumnChoice,
  moved,
  NO_CHOICE,
  orderedIds,
  pinnedIds,
  shownIds,
  stepped,
  withFormat,
  withHidden,
  withPinned,
  withShown,
  withWidths,
} from './columnChoice.ts';

const IDS = ['time', 'property:A', 'property:__proto__', 'property:constructor', 'rowKey'];
const id = fc.constantFrom(...IDS);
const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), id, to: fc.option(id, { nil: undefined }) }),
  fc.record({ kind: fc.constant('step' as const), id, by: fc.constantFrom(-1 as const, 1 as const) }),
  fc.record({ kind: fc.constant('hide' as const), id, isOn: fc.boolean() }),
  fc.record({ kind: fc.constant('pin' as const), id, isOn: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function after(choice: ColumnChoice, each: Step): ColumnChoice {
  switch (each.kind) {
    case 'move':
      return moved(IDS, choice, each.id, each.to);
    case 'step':
      return stepped(IDS, choice, each.id, each.by);
    case 'hide':
      return withHidden(choice, [each.id], each.isOn);
    case 'pin':
      return withPinned(choice, each.id, each.isOn);
  }
}

describe('the columns that a person chose', () => {
  it('are always all of them, each once, the pinned ones first, whatever is done', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const choice = steps.reduce(after, NO_CHOICE);
        const all = orderedIds(IDS, choice);
        expect(all.toSorted()).toEqual(IDS.toSorted());
        const { ids, pinned } = shownIds(IDS, choice);
        expect(ids.length).toBeGreaterThan(0);
        const pins = new Set(pinnedIds(choice));
        expect(ids.map((each) => pins.has(each))).toEqual(ids.map((_, at) => at < pinned));
        expect(ids.filter((each) => choice.hidden.includes(each)).length).toBe(
          choice.hidden.length === IDS.length ? 1 : 0,
        );
      }),
    );
  });

  it('are pinned in the order of pinning, until they are let go', () => {
    const both = withPinned(withPinned(NO_CHOICE, 'rowKey', true), 'time', true);
    expect(pinnedIds(both)).toEqual(['rowKey', 'time']);
    expect(pinnedIds(withPinned(both, 'rowKey', false))).toEqual(['time']);
    expect(pinnedIds(withPinned(both, 'property:A', false))).toEqual(['rowKey', 'time']);
  });

  it('are pinned among pinned ones, and no more behind them', () => {
    const two = withPinned(NO_CHOICE, 'rowKey', true);
    expect(shownIds(IDS, two)).toMatchObject({ pinned: 2 });
    expect(shownIds(IDS, two).ids.slice(0, 2)).toEqual(['time', 'rowKey']);
    expect(shownIds(IDS, moved(IDS, NO_CHOICE, 'rowKey', 'time'))).toMatchObject({ pinned: 2 });
    expect(shownIds(IDS, moved(IDS, two, 'rowKey', undefined))).toMatchObject({ pinned: 1 });
    // Before the first column that scrolls, it is still among the pinned ones.
    const last = shownIds(IDS, moved(IDS, two, 'time', 'property:A'));
    expect(last.pinned).toBe(2);
    expect(last.ids.slice(0, 2)).toEqual(['rowKey', 'time']);
  });

  it('keep their places when new ones arrive', () => {
    const choice = moved(IDS, NO_CHOICE, 'rowKey', 'property:A');
    expect(orderedIds([...IDS, 'property:late'], choice).at(-1)).toBe('property:late');
    expect(orderedIds(['rowKey', 'property:A'], choice)).toEqual(['rowKey', 'property:A']);
  });

  it('are nothing but the time in front at first', () => {
    expect(pinnedIds(NO_CHOICE)).toEqual(['time']);
    expect(shownIds(['a', 'time', 'b'], NO_CHOICE)).toEqual({ ids: ['time', 'a', 'b'], pinned: 1 });
  });

  it('are hidden and shown again by name, but one stays', () => {
    const hidden = withHidden(NO_CHOICE, ['rowKey', 'time'], true);
    expect(shownIds(['time', 'a', 'rowKey'], hidden)).toEqual({ ids: ['a'], pinned: 0 });
    expect(withHidden(hidden, ['time'], false).hidden).toEqual(['rowKey']);
    const none = withHidden(NO_CHOICE, ['a', 'b', 'time'], true);
    expect(shownIds(['b', 'a'], none)).toEqual({ ids: ['b'], pinned: 0 });
    expect(shownIds(['b', 'time'], none)).toEqual({ ids: ['time'], pinned: 1 });
    expect(shownIds([], none)).toEqual({ ids: [], pinned: 0 });
  });

  it('move one step, and not beyond the ends', () => {
    const ids = ['a', 'b', 'c', 'd'];
    const after = (id: string, by: -1 | 1): string =>
      orderedIds(ids, stepped(ids, NO_CHOICE, id, by)).join('');
    expect(ids.map((id) => after(id, -1))).toEqual(['abcd', 'bacd', 'acbd', 'abdc']);
    expect(ids.map((id) => after(id, 1))).toEqual(['bacd', 'acbd', 'abdc', 'abcd']);
    for (const [id, by] of [
      ['a', -1],
      ['d', 1],
      ['x', -1],
      ['x', 1],
    ] as const)
      expect(stepped(ids, NO_CHOICE, id, by)).toBe(NO_CHOICE);
    expect(moved(ids, NO_CHOICE, 'b', 'b')).toBe(NO_CHOICE);
    expect(moved(ids, NO_CHOICE, 'b', 'x')).toBe(NO_CHOICE);
    expect(orderedIds(ids, moved(ids, NO_CHOICE, 'd', 'a')).join('')).toBe('dabc');
    expect(orderedIds(ids, moved(ids, NO_CHOICE, 'a', undefined)).join('')).toBe('bcda');
    // A column that scrolls becomes pinned only if it is put before a pinned one.
    const pins = withPinned(withPinned(NO_CHOICE, 'a', true), 'time', false);
    expect(pinnedIds(moved(ids, pins, 'd', 'a'))).toEqual(['a', 'd']);
    expect(pinnedIds(moved(ids, pins, 'd', 'b'))).toEqual(['a']);
    expect(pinnedIds(moved(ids, pins, 'a', 'c'))).toEqual([]);
    expect(pinnedIds(moved(ids, pins, 'a', 'b'))).toEqual(['a']);
  });

  it('keep widths and formats by name, and a folded one that is shown', () => {
    const wide = withWidths(
      withWidths(NO_CHOICE, [
        ['a', 50],
        ['b', 60],
      ]),
      [['b', 70]],
    );
    expect(wide).toEqual({
      ...NO_CHOICE,
      widths: new Map([
        ['a', 50],
        ['b', 70],
      ]),
    });
    expect(withFormat(wide, 'a', 'hex')).toEqual({ ...wide, formats: new Map([['a', 'hex']]) });
    expect(withFormat(wide, 'a', 'hex', 90)).toEqual({
      ...wide,
      formats: new Map([['a', 'hex']]),
      widths: new Map([
        ['a', 90],
        ['b', 70],
      ]),
    });
    const shown = withShown(withShown(withShown(NO_CHOICE, 'a', true), 'b', true), 'a', true);
    expect(shown).toEqual({ ...NO_CHOICE, shown: ['b', 'a'] });
    expect(withShown(shown, 'b', false)).toEqual({ ...NO_CHOICE, shown: ['a'] });
  });
});
