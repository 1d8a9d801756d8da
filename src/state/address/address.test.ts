import { describe, expect, it } from 'vitest';
import { createAddressStore } from './address.ts';
import type { AddressBar } from './historyEntries.ts';
import { historyBar } from './historyBar.fixture.ts';

const SECRET = 'sig%3Dabc';

/** An address bar that records each write, with whether it replaced an entry or added one. */
function noted(hash: string) {
  const bar = historyBar(hash);
  const writes: string[] = [];
  const noting: AddressBar = {
    ...bar,
    write: (address, how) => {
      writes.push(`${how} ${address.step} ${address.search}${address.hash}`);
      bar.write(address, how);
    },
  };
  const address = createAddressStore(noting);
  // Drop the write by which the page numbered its first entry.
  writes.length = 0;
  return { bar, writes, address };
}

describe('the address of the page', () => {
  it('is written in place, as another entry, or as a step that can be undone', () => {
    const { bar, writes, address } = noted('#/query?v=1&table=A');
    const table = (name: string, how: 'replace' | 'push' | 'step') =>
      address.write('query', [['table', name]], how);
    table('A', 'step');
    expect(writes).toEqual([]);
    table('B', 'step');
    table('C', 'step');
    table('D', 'replace');
    expect(writes).toEqual([
      'push 1 #/query?v=1&table=B',
      'push 2 #/query?v=1&table=C',
      'replace 2 #/query?v=1&table=D',
    ]);
    expect(address.get().params.get('table')).toBe('D');
    expect([address.redo(), address.undo(), address.get().params.get('table')]).toEqual([false, true, 'B']);
    expect([address.undo(), address.undo(), address.get().params.get('table')]).toEqual([true, false, 'A']);
    expect([address.redo(), address.redo(), address.redo(), address.get().params.get('table')]).toEqual([
      true,
      true,
      false,
      'D',
    ]);
    // A pushed entry that is no step starts counting at 0 again.
    table('E', 'push');
    expect([writes.at(-1), address.undo(), address.redo()]).toEqual([
      'push 0 #/query?v=1&table=E',
      false,
      false,
    ]);
    bar.go(-1);
    expect([address.get().params.get('table'), address.redo()]).toEqual(['D', false]);
  });

  it('walks through changes that it does not say and those that it says in one line', () => {
    const { bar, address } = noted('#/query?v=1&table=A');
    let selected = '';
    const select = (to: string): void => {
      const before = selected;
      selected = to;
      address.step({ undo: () => (selected = before), redo: () => (selected = to), isGone: () => false });
    };
    const seen = () => [address.get().params.get('table'), selected].join(' ');
    select('one');
    address.write('query', [['table', 'B']], 'step');
    select('two');
    const states = ['B two', 'B one', 'A one', 'A '];
    const undone = states.map(() => {
      const now = seen();
      address.undo();
      return now;
    });
    expect(undone).toEqual(states);
    const redone = states.map(() => {
      const now = seen();
      address.redo();
      return now;
    });
    expect(redone).toEqual(states.toReversed());
    // A new change replaces those that were undone, so they cannot be redone.
    address.undo();
    select('three');
    // A joined change belongs to the same step, and is undone before the change that it joined.
    address.step({ undo: () => (selected = 'joined'), redo: () => undefined, isGone: () => false }, true);
    address.undo();
    expect([seen(), address.redo(), seen(), address.redo()]).toEqual(['B one', true, 'B three', false]);
    // Following a link is not a step of its own, but Back from it still takes back the changes before it.
    bar.visit('#/query?v=1&table=C');
    expect(seen()).toBe('C three');
    bar.go(-1);
    bar.go(-1);
    expect(seen()).toBe('B one');
  });

  it('takes an address that is typed for one of the tab in sight', () => {
    const { bar, address } = noted('#/query?v=1&table=A');
    address.write('query', [['table', 'B']], 'push', 2);
    bar.visit('#/query?v=1&table=C');
    expect(bar.read().tab).toBe(2);
    address.write('query', [['table', 'D']], 'push', 1);
    bar.go(-1);
    bar.visit('#/query?v=1&table=E');
    expect(bar.read().tab).toBe(2);
    const { at = 0 } = bar.read();
    bar.visit(`#/query?v=1&table=F&pk=${SECRET}`);
    expect(bar.read()).toMatchObject({ hash: '#/query?v=1&table=F', tab: 2, at: at + 1 });
  });

  it('reports navigation by the user, after stripping, but not what the page writes itself', () => {
    const { bar, address, writes } = noted('#/query?v=1&table=A');
    const seen: (string | undefined)[] = [];
    address.onNavigate(() => void seen.push(address.get().params.get('table')));
    address.onNavigate(() => void seen.push('second'));
    address.write('query', [['table', 'B']], 'push');
    expect(seen).toEqual([]);
    bar.visit(`#/query?v=1&table=C&pk=${SECRET}`);
    expect([seen, bar.read().hash, address.stripped.get(), address.strippedLong()]).toEqual([
      ['C', 'second'],
      '#/query?v=1&table=C',
      true,
      false,
    ]);
    expect(writes.at(-1)).toBe('replace 0 #/query?v=1&table=C');
    address.dismissStripped();
    expect(address.stripped.get()).toBe(false);
    bar.visit('#/query?v=1&table=D');
    expect(address.stripped.get()).toBe(false);
    bar.visit('#/query?v=1&table='.padEnd(9000, 'x'));
    expect([address.stripped.get(), address.strippedLong(), address.get().params.size]).toEqual([
      true,
      true,
      0,
    ]);
    bar.visit(`#/query?v=1&pk=${SECRET}`);
    expect(address.strippedLong()).toBe(false);
  });

  it('forgets what could be redone once another view was opened', () => {
    const { bar, address } = noted('#/query?v=1&table=A');
    address.write('query', [['table', 'B']], 'step');
    expect(address.undo()).toBe(true);
    bar.visit('#/decode?v=1');
    bar.go(-1);
    expect([address.get().view, address.redo()]).toEqual(['query', false]);
  });
});
