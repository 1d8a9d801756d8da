import { describe, expect, it } from 'vitest';
import { createAddressStore } from '../address/address.ts';
import { type HistoryBar, historyBar as bar } from '../address/historyBar.fixture.ts';
import { createQueryStore, formInAddress, type QueryStore, type UsedRanges } from './queryStore.ts';
import { proposalFields } from './proposedFields.ts';
import { createStore } from '../base/store.ts';

/** The form of the only tab. */
function queryOf(history: HistoryBar): QueryStore {
  const address = createAddressStore(history);
  const place = {
    tab: 1,
    isInSight: () => true,
    ranges: createStore<UsedRanges>([]),
    defaultOf: (table: string) => (table === 'WithDefault' ? { scheme: 'wad', filter: 'Level le 2' } : {}),
  };
  const query = createQueryStore(address, formInAddress(address), place);
  address.onNavigate(query.follow);
  return query;
}

describe('query store', () => {
  const proposal = {
    schemeId: 'mds-prefixed',
    volume: 100,
    unprefixed: false,
    roundingTicks: 3_000_000_000n,
    confidence: 1,
    reason: '',
  } as const;

  it('restores the form from the address and writes every change back', () => {
    const address = bar('#/query?v=1&table=Logs&scheme=wad&volume=medium&from=now-1h&to=now');
    const query = queryOf(address);
    expect(query.get()).toMatchObject({ table: 'Logs', scheme: 'wad', volume: 10, from: 'now-1h' });
    query.change({ filter: 'Level le 2' });
    expect(address.read().hash).toContain('filter=Level%20le%202');
  });

  it('distinguishes a query set by a link from one that the user has adopted', () => {
    const address = bar('#/query?v=1&table=A&endpoint=demo');
    const query = queryOf(address);
    const acts: readonly (() => void)[] = [
      () => query.adopt(),
      () => query.change({ filter: 'x' }),
      () => query.chooseTable(query.get().table),
      () => query.useAccount('demo', undefined),
    ];
    expect(query.isLinked.get()).toBe(false);
    for (const [at, act] of acts.entries()) {
      address.visit(`#/query?v=1&table=T${at}&endpoint=demo`);
      expect(query.isLinked.get()).toBe(true);
      // Automatic changes do not count as a user action.
      query.propose(`T${at}`, proposalFields(proposal));
      query.commit();
      query.useAccount('another', undefined);
      address.visit('#/decode?v=1');
      address.visit('#/query');
      expect([query.get().scheme, query.isLinked.get()]).toEqual(['mds-prefixed', true]);
      act();
      expect(query.isLinked.get()).toBe(false);
    }
  });

  it('makes one undo step of each change, and of typing in one field', () => {
    const address = bar('#/query?v=1&table=A');
    const query = queryOf(address);
    query.change({ filter: 'L' });
    query.change({ filter: 'Level' });
    query.change({ tab: 'rows' });
    expect(address.hashes()).toHaveLength(2);
    query.change({ volume: 10 });
    query.change({ volume: 100 });
    query.change({ from: 'now-2h' });
    query.change({ to: 'now-1h' });
    query.change({ from: 'now-6h', to: 'now' });
    expect(address.hashes()).toHaveLength(6);
    const seen: unknown[] = [];
    while (query.undo()) {
      const { filter, volume, from } = query.get();
      seen.push([filter, volume, from]);
    }
    expect(seen).toStrictEqual([
      ['Level', 100, 'now-2h'],
      ['Level', 100, 'now-1h'],
      ['Level', 10, 'now-1h'],
      ['Level', 1, 'now-1h'],
      ['', 1, 'now-1h'],
    ]);
  });

  it('can redo what was undone, until something else changes', () => {
    const address = bar('#/query?v=1&table=A');
    const query = queryOf(address);
    expect([query.undo(), query.redo()]).toStrictEqual([false, false]);
    query.change({ table: 'B' });
    query.change({ table: 'C' });
    query.undo();
    query.undo();
    expect(query.get().table).toBe('A');
    query.redo();
    expect(query.get().table).toBe('B');
    query.change({ table: 'D' });
    expect(query.redo()).toBe(false);
    query.undo();
    expect(query.get().table).toBe('B');
  });

  it('undoes only changes of the form by the user, not navigation or automatic changes', () => {
    const address = bar('#/decode');
    const query = queryOf(address);
    query.open();
    query.useAccount('demo', undefined);
    query.proposeTable('A');
    query.propose('A', proposalFields(proposal));
    expect(query.undo()).toBe(false);
    query.change({ rounding: '60' });
    address.visit('#/decode');
    expect(query.undo()).toBe(false);
    address.go(-1);
    // The next history entry was another view.
    expect(query.redo()).toBe(false);
    expect(query.undo()).toBe(true);
    expect(query.get()).toMatchObject({ table: 'A', rounding: '300' });
    expect(query.undo()).toBe(false);
  });

  it('goes back and forward through the time ranges of earlier queries', () => {
    const query = queryOf(bar('#/query?v=1&table=A'));
    for (const from of ['now-1h', 'now-2h', 'now-3h', 'now-2h']) {
      query.change({ from, to: 'now' });
      query.remember();
    }
    expect(query.ranges.get().map(({ from }) => from)).toStrictEqual(['now-1h', 'now-2h', 'now-3h']);
    const to = (direction: 'back' | 'forward'): string => {
      query.toRange(direction);
      return query.get().from;
    };
    expect([to('back'), to('back'), to('forward'), to('forward'), to('forward')]).toStrictEqual([
      'now-1h',
      'now-1h',
      'now-2h',
      'now-3h',
      'now-3h',
    ]);
    query.change({ from: 'now-9h', to: 'now' });
    expect(to('back')).toBe('now-3h');
  });

  it('keeps the form while another view is open, without touching its address', () => {
    const address = bar('#/query?v=1&table=A');
    const query = queryOf(address);
    address.visit('#/decode?v=1&text=0634925952000000000');
    query.change({ table: 'B' });
    expect(address.read().hash).toBe('#/decode?v=1&text=0634925952000000000');
    expect(query.get().table).toBe('B');
  });

  it('resets what was set about the keys of another table', () => {
    const query = queryOf(
      bar('#/query?v=1&table=A&scheme=wad&volume=large&pk=x&filter=a%20eq%201&from=now-6h'),
    );
    query.chooseTable('B');
    expect(query.get()).toMatchObject({
      table: 'B',
      scheme: '',
      volume: 1,
      pk: '',
      filter: '',
      from: 'now-6h',
    });
    query.chooseTable('WithDefault');
    expect(query.get()).toMatchObject({ scheme: 'wad', filter: 'Level le 2', pk: '', from: 'now-6h' });
  });

  it('accepts a proposal only for the chosen table, and only while no scheme is chosen', () => {
    const query = queryOf(bar('#/query?v=1&table=A'));
    query.propose('B', proposalFields(proposal));
    expect(query.get().scheme).toBe('');
    query.propose('A', proposalFields(proposal));
    expect(query.get()).toMatchObject({ scheme: 'mds-prefixed', volume: 100, rounding: '300' });
    query.propose('A', proposalFields({ ...proposal, schemeId: 'none' }));
    expect(query.get().scheme).toBe('mds-prefixed');
  });

  it('uses the text before the time as the beginning of the PartitionKey, unless one is typed', () => {
    const behind = { ...proposal, schemeId: 'text-ticks19', textBefore: 'device7_' } as const;
    const query = queryOf(bar('#/query?v=1&table=A'));
    query.propose('A', proposalFields(behind));
    expect(query.get()).toMatchObject({ scheme: 'text-ticks19', pk: 'device7_', pkMatch: 'begins' });
    query.chooseTable('B');
    expect(query.get()).toMatchObject({ pk: '', pkMatch: 'is' });
    const typed = queryOf(bar('#/query?v=1&table=A&pk=x'));
    typed.propose('A', proposalFields(behind));
    expect(typed.get()).toMatchObject({ scheme: 'text-ticks19', pk: 'x', pkMatch: 'is' });
    const inRow = queryOf(bar('#/query?v=1&table=A'));
    inRow.propose('A', proposalFields({ ...behind, schemeId: 'text-ticks19-row' }));
    expect(inRow.get()).toMatchObject({ pk: '', rk: '' });
  });

  it('keeps the form when the bare view is opened, and restores it in the address', () => {
    const address = bar('#/query?v=1&table=A&from=now-6h&to=now');
    const query = queryOf(address);
    address.visit('#/decode');
    address.visit('#/query');
    expect(query.get()).toMatchObject({ table: 'A', from: 'now-6h' });
    expect(address.read().hash).toContain('table=A');
    address.visit('#/decode');
    query.open();
    expect(address.read().hash).toContain('#/query?v=1&table=A');
  });

  it('keeps a text in the form that must not enter the address', () => {
    const address = bar('#/query?v=1&table=A');
    const query = queryOf(address);
    query.change({ filter: "Message eq 'sig=x'" });
    query.change({ from: 'now-6h' });
    expect(query.get().filter).toBe("Message eq 'sig=x'");
    expect(address.read().hash).not.toContain('sig');
  });

  it('remembers that the user set a window, by either end', () => {
    const query = queryOf(bar('#/query?v=1&table=A'));
    expect(query.get().windowGiven).toBe(false);
    query.change({ filter: 'A' });
    expect(query.get().windowGiven).toBe(false);
    query.change({ to: 'now' });
    query.change({ filter: 'B' });
    expect(query.get().windowGiven).toBe(true);
    const other = queryOf(bar('#/query?v=1&table=A'));
    other.change({ from: 'now-2h' });
    expect(other.get().windowGiven).toBe(true);
  });

  it('does not let another account take over a link until the user agrees', () => {
    const link = '#/query?v=1&endpoint=https:%2F%2Fcontoso.example&table=A&from=now-6h';
    const query = queryOf(bar(link));
    query.useAccount('demo', { from: 'x', to: 'y' });
    expect(query.get()).toMatchObject({ endpoint: 'https://contoso.example', from: 'now-6h' });
    query.change({ endpoint: 'demo' });
    query.useAccount('demo', undefined);
    expect(query.get().endpoint).toBe('demo');
  });

  it("takes the account's window only if none was typed", () => {
    const window = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const untouched = queryOf(bar('#/query'));
    untouched.useAccount('demo', window);
    expect(untouched.get()).toMatchObject({ endpoint: 'demo', ...window });
    const typed = queryOf(bar('#/query?v=1&from=now-6h&to=now'));
    typed.useAccount('demo', window);
    const explicit = queryOf(bar('#/query?v=1&from=now-1h&to=now'));
    explicit.useAccount('demo', window);
    expect(explicit.get()).toMatchObject({ from: 'now-1h', to: 'now' });
    expect(typed.get()).toMatchObject({ endpoint: 'demo', from: 'now-6h', to: 'now' });
  });
});
