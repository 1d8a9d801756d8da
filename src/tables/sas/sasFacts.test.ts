import { describe, expect, it } from 'vitest';
import { readSasFacts, readSasTime, type SasFacts } from './sasFacts.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;

function facts(query: string): SasFacts {
  return readSasFacts(new Map(new URLSearchParams(query)), NOW_MS);
}

function noted(notes: SasFacts['problems']): string[] {
  return notes.map((note) => note.parameter);
}

const GOOD_ACCOUNT = 'sv=2022-11-02&ss=t&srt=sco&sp=rl&spr=https&se=2026-11-21T08:00:00Z';
const GOOD_TABLE = 'sv=2019-02-02&tn=Orders&sp=r&spr=https&se=2026-11-21T08:00:00Z';

describe('what a SAS allows', () => {
  it('account SAS', () => {
    expect(facts(GOOD_ACCOUNT)).toMatchObject({
      kind: 'account',
      permissions: ['read', 'list'],
      services: ['table'],
      resourceTypes: ['service', 'container', 'object'],
      expiresAtMs: NOW_MS + 8 * HOUR_MS,
      expiryText: 'expires 2026-11-21T08:00:00Z',
      protocol: 'https',
      version: '2022-11-02',
      canQuery: true,
      canListTables: true,
      problems: [],
    });
  });

  it('an account SAS without services or resource types allows nothing', () => {
    for (const missing of ['&ss=t', '&srt=sco'])
      expect(facts(GOOD_ACCOUNT.replace(missing, ''))).toMatchObject({
        canQuery: false,
        canListTables: false,
      });
  });

  it('lives too long by the clock of the service, not by one that is ahead of it', () => {
    const query = GOOD_TABLE.replace('2026-11-21T08', '2026-11-21T23');
    const warned = (clockAheadMs: number): string[] =>
      noted(readSasFacts(new Map(new URLSearchParams(query)), NOW_MS, clockAheadMs).warnings);
    expect(warned(0)).toEqual([]);
    expect(warned(2 * HOUR_MS)).toEqual(['se']);
    expect(warned(-2 * HOUR_MS)).toEqual([]);
  });

  it('table SAS with a key range and an address range', () => {
    const found = facts(`${GOOD_TABLE}&spk=a&srk=1&epk=b&erk=2&sip=10.0.0.1-10.0.0.9`);
    expect(found).toMatchObject({
      kind: 'table',
      tableName: 'Orders',
      keyRange: { fromPartition: 'a', fromRow: '1', toPartition: 'b', toRow: '2' },
      ipRange: '10.0.0.1-10.0.0.9',
      canQuery: true,
      canListTables: false,
      problems: [],
      warnings: [],
    });
    expect(facts(GOOD_TABLE).keyRange).toBeUndefined();
    expect(facts(`${GOOD_TABLE}&spk=`).keyRange).toEqual({ fromPartition: '' });
  });

  it('a stored policy holds what the SAS does not say', () => {
    const found = facts('sv=2019-02-02&tn=Orders&si=readers&spr=https');
    expect(found).toMatchObject({
      policyId: 'readers',
      expiryText: 'expiry held by policy readers',
      canQuery: true,
      problems: [],
    });
    expect(found.expiresAtMs).toBeUndefined();
  });

  it('user delegation: the key may end before the SAS', () => {
    const base = `${GOOD_TABLE}&skoid=a&sktid=b&skt=2026-11-20T00:00:00Z&ske=2026-11-21T02:00:00Z&sks=t&skv=2022-11-02`;
    expect(facts(base)).toMatchObject({
      kind: 'user-delegation',
      canQuery: true,
      expiresAtMs: NOW_MS + 2 * HOUR_MS,
    });
    expect(noted(facts(`${base}&sduoid=x`).problems)).toEqual(['sduoid']);
  });
});

describe('why a SAS cannot query', () => {
  const cases = [
    [GOOD_ACCOUNT.replace('ss=t', 'ss=bqf'), 'ss'],
    [GOOD_ACCOUNT.replace('srt=sco', 'srt=sc'), 'srt'],
    [GOOD_ACCOUNT.replace('sp=rl', 'sp=l'), 'sp'],
    [GOOD_TABLE.replace('sp=r', 'sp=a'), 'sp'],
    [GOOD_TABLE.replace('se=2026-11-21T08', 'se=2026-11-20T08'), 'se'],
    [GOOD_TABLE.replace('se=2026-11-21T08:00:00Z', 'se=2026-11-21'), 'se'],
    [GOOD_TABLE.replace('se=2026', 'se=soon'), 'se'],
    [`${GOOD_TABLE}&st=2026-11-21T00:00:01Z`, 'st'],
  ] as const;
  for (const [query, parameter] of cases) {
    it(`${parameter}: ${query}`, () => {
      const found = facts(query);
      expect(found.canQuery).toBe(false);
      expect(noted(found.problems)).toEqual([parameter]);
      expect(found.problems[0]?.nextStep).not.toBe('');
    });
  }

  it('what is not about entities or time leaves the table list alone', () => {
    expect(facts(GOOD_ACCOUNT.replace('srt=sco', 'srt=c')).canListTables).toBe(true);
    expect(facts(GOOD_ACCOUNT.replace('sp=rl', 'sp=r')).canListTables).toBe(false);
    expect(facts(GOOD_ACCOUNT.replace('se=2026', 'se=2025')).canListTables).toBe(false);
  });
});

describe('what is more than reading needs', () => {
  it('is warned about, once each', () => {
    const wide = facts('sv=2022-11-02&ss=bqtf&srt=sco&sp=rwdlacu&se=2027-11-21');
    expect(wide.canQuery).toBe(true);
    expect(noted(wide.warnings)).toEqual(['sp', 'spr', 'se', 'ss', 'srt']);
    expect(wide.warnings[0]?.message).toContain('write, delete, add, create, update');
    expect(wide.warnings[2]?.message).toContain('365');
    expect(noted(facts(GOOD_TABLE.replace('spr=https', 'spr=https,http')).warnings)).toEqual(['spr']);
    expect(wide.warnings[3]?.message).toBe('The SAS reaches more than tables: blob, queue, file.');
    expect(noted(facts(GOOD_ACCOUNT).warnings)).toEqual(['srt']);
    expect(noted(facts(GOOD_ACCOUNT.replace('sco', 'co')).warnings)).toEqual([]);
  });
});

describe('times of a SAS', () => {
  it('reads every form that the service takes', () => {
    const cases = [
      ['2026-11-21', NOW_MS],
      ['2026-11-21T01:00Z', NOW_MS + HOUR_MS],
      ['2026-11-21T01:00:01Z', NOW_MS + HOUR_MS + 1000],
      ['2026-11-21T01:00:00.1239999Z', NOW_MS + HOUR_MS + 123],
      ['2026-11-21T01:00:00+02:00', NOW_MS - HOUR_MS],
      ['2026-11-20T23:30:00-00:30', NOW_MS],
    ] as const;
    for (const [text, atMs] of cases) expect(readSasTime(text)).toBe(atMs);
  });

  it('refuses everything else', () => {
    for (const text of [
      '',
      'now',
      '2026-02-30',
      '2026-13-01',
      '2026-11-21T24:00Z',
      '2026-11-21 01:00',
      '2026-11-21T01:00',
    ]) {
      expect(readSasTime(text)).toBeUndefined();
    }
  });
});
