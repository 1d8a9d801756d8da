import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../base/memoryStorage.fixture.ts';
import { EMPTY_FORM, type QueryForm } from './queryForm.ts';
import { createRecentQueries, formOfAddress } from './recentQueries.ts';

const FORM: QueryForm = { ...EMPTY_FORM, table: 'Logs', scheme: 'wad', endpoint: 'demo' };

function setUp(stored?: string) {
  const { storage, kept } = memoryStorage(stored);
  return { storage, recent: createRecentQueries(storage), kept };
}

const tablesOf = (addresses: readonly string[]): readonly (string | undefined)[] =>
  addresses.map((address) => formOfAddress(address)?.table);

describe('createRecentQueries', () => {
  it('keeps the last 50, newest first, one entry per query, and restores them', () => {
    const { recent, storage } = setUp();
    for (let at = 0; at < 55; at += 1) recent.add({ ...FORM, table: `T${at}` });
    recent.add({ ...FORM, table: 'T10', tab: 'chart' });
    expect(tablesOf(recent.get()).slice(0, 3)).toEqual(['T10', 'T54', 'T53']);
    expect(recent.get()).toHaveLength(50);
    expect(new Set(recent.get()).size).toBe(50);
    expect(createRecentQueries(storage).get()).toEqual(recent.get());
  });

  it('restores the whole form', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9 ']{0,12}$/u), fc.boolean(), (text, unprefixed) => {
        const { recent } = setUp();
        const form: QueryForm = {
          ...FORM,
          volume: 100,
          unprefixed,
          prefixes: '0-9,37',
          filter: text,
          pk: text,
          pkMatch: text === '' ? 'is' : 'begins',
          from: 'now-2h',
          to: '2026-11-22T01:45:00.1234567Z',
          windowGiven: true,
          select: 'Level,Message',
        };
        recent.add(form);
        expect(formOfAddress(recent.get()[0] ?? '')).toEqual(form);
      }),
    );
  });

  it('can forget one, or all', () => {
    const { recent, kept } = setUp();
    for (const table of ['A', 'B', 'C']) recent.add({ ...FORM, table });
    recent.forget(recent.get()[1] ?? '');
    expect(tablesOf(recent.get())).toEqual(['C', 'A']);
    expect(kept()).not.toContain('table=B');
    recent.forgetAll();
    expect(recent.get()).toEqual([]);
    expect(kept()).toBe('[]');
  });

  it('keeps no query with a secret in any field, not even without that field', () => {
    const { recent, kept } = setUp();
    const bare = 'K7+/KeyscopeCanaryOfTheTests0042Search+/99w=';
    const secrets = ['sv=2024-01-01&sig=abcdefgh', 'AccountKey=abc', bare, encodeURIComponent(bare)];
    for (const secret of secrets) {
      for (const field of ['table', 'filter', 'pk', 'rk', 'select', 'from', 'prefixes', 'endpoint']) {
        recent.add({ ...FORM, windowGiven: true, [field]: secret });
      }
    }
    expect(recent.get()).toEqual([]);
    expect(kept()).toBe('');
  });

  it('reads from storage only what it would have written', () => {
    const good = '#/query?v=1&table=Logs&filter=Level%20le%202';
    const stored = [
      good,
      good,
      '#/query?v=1&table=Logs&filter=sig%3Dabcdef',
      'https://evil.example/#/query?v=1&table=Logs',
      'javascript:alert(1)',
      '#/decode?v=1&text=x',
      '#/query',
      7,
      null,
      `#/query?v=1&table=${'x'.repeat(5000)}`,
    ];
    const { recent } = setUp(JSON.stringify(stored));
    expect(tablesOf(recent.get())).toEqual(['Logs']);
    expect(recent.get()[0]).toMatch(/^#\/query\?v=1&/);
    for (const text of ['{}', 'not json', '"x"', `[${'"a",'.repeat(100_000)}"a"]`]) {
      expect(setUp(text).recent.get()).toEqual([]);
    }
  });

  it('keeps no query without a table or too long for an address, and does not keep how it was shown', () => {
    const { recent, kept } = setUp();
    recent.add({ ...FORM, table: '' });
    const bare = '#/query?v=1&endpoint=demo&table=Logs&scheme=wad&volume=small&filter=&tab=rows';
    const filterOf = (length: number) => 'x'.repeat(length - bare.length);
    recent.add({ ...FORM, filter: filterOf(4097) });
    expect([recent.get(), kept()]).toEqual([[], '']);
    recent.add({ ...FORM, filter: filterOf(4096), tab: 'map' });
    expect(recent.get().map(({ length }) => length)).toEqual([4096]);
    recent.add({ ...FORM, tab: 'chart', chart: { ...EMPTY_FORM.chart, isLog: true } });
    expect(recent.get()[0]).toBe('#/query?v=1&endpoint=demo&table=Logs&scheme=wad&volume=small&tab=rows');
  });
});
