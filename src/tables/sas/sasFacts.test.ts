import { describe, expect, it } from 'vitest';
import type { ClockReading } from '../base/serviceClock.ts';
import type { CredentialFacts } from './credentialFacts.ts';
import { readSasFacts, readSasTime } from './sasFacts.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;

const ofPage = (aheadMs: number): ClockReading => ({ aheadMs, of: 'the server of this page' });

function facts(query: string): CredentialFacts {
  return readSasFacts(new Map(new URLSearchParams(query)), NOW_MS);
}

function noted(notes: CredentialFacts['problems']): string[] {
  return notes.map((note) => note.parameter);
}

const GOOD_ACCOUNT = 'sv=2022-11-02&ss=t&srt=sco&sp=rl&spr=https&se=2026-11-21T08:00:00Z';
const GOOD_TABLE = 'sv=2019-02-02&tn=Orders&sp=r&spr=https&se=2026-11-21T08:00:00Z';

describe('what a SAS allows', () => {
  it('account SAS', () => {
    expect(facts(GOOD_ACCOUNT)).toMatchObject({
      kind: 'account',
      permissions: ['read', 'list'],
      expiresAtMs: NOW_MS + 8 * HOUR_MS,
      expiryText: 'expires 2026-11-21T08:00:00Z',
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
      noted(readSasFacts(new Map(new URLSearchParams(query)), NOW_MS, ofPage(clockAheadMs)).warnings);
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
});

describe('the words of its letters', () => {
  // Source for sp, ss and srt: learn.microsoft.com/rest/api/storageservices/create-account-sas.
  it('are those of the storage reference', () => {
    expect(facts('sp=raudlwcpxytfi').permissions).toEqual(
      'read, add, update, delete, list, write, create, process, delete version, permanent delete, tags, filter by tags, immutability'.split(
        ', ',
      ),
    );
    expect(facts('sp=rz').permissions).toEqual(['read', 'unknown (z)']);
  });

  it('name what a SAS for something else is for', () => {
    const said = (query: string): readonly string[] => facts(query).problems.map(({ message }) => message);
    expect(said(GOOD_ACCOUNT.replace('ss=t', 'ss=bq'))).toEqual([
      'The SAS is for blob, queue, not for tables (ss has no t).',
    ]);
    expect(said(GOOD_ACCOUNT.replace('&ss=t', ''))).toEqual([
      'The SAS is for no service, not for tables (ss has no t).',
    ]);
  });
});

describe('the instant at which a SAS begins or ends', () => {
  const MINUTE_MS = 60_000;
  const at = (query: string, aheadMs: number, clockAheadMs = 0): readonly string[] =>
    readSasFacts(new Map(new URLSearchParams(query)), NOW_MS + aheadMs, ofPage(clockAheadMs)).problems.map(
      ({ parameter, message }) => `${parameter}: ${message}`,
    );

  it('is itself the end, and the begin', () => {
    const both = 'tn=T&sp=r&st=2026-11-21T00:00:00Z&se=2026-11-21T00:10:00Z';
    expect(at(both, -1)).toEqual([
      "st: The SAS is valid from 2026-11-21T00:00:00Z only, by this computer's clock.",
    ]);
    expect([at(both, 0), at(both, 10 * MINUTE_MS - 1)]).toEqual([[], []]);
    expect(at(both, 10 * MINUTE_MS)).toEqual([
      "se: The SAS expired at 2026-11-21T00:10:00Z, by this computer's clock.",
    ]);
  });

  it('is that of the service, where its clock is known', () => {
    const ends = new Map(new URLSearchParams('tn=T&sp=r&se=2026-11-21T00:00:00Z'));
    const clock = { aheadMs: 3 * HOUR_MS, of: 'the table service' } as const;
    expect(readSasFacts(ends, NOW_MS - 1, clock).problems).toEqual([]);
    expect(readSasFacts(ends, NOW_MS, clock).problems.map(({ message }) => message)).toEqual([
      "The SAS expired at 2026-11-21T00:00:00Z, by the table service's clock.",
    ]);
  });

  it('has passed only if it has by both clocks', () => {
    const ends = 'tn=T&sp=r&se=2026-11-21T00:00:00Z';
    const begins = 'tn=T&sp=r&st=2026-11-21T00:00:00Z';
    const whose = "by this computer's clock and that of this page's server";
    // This computer's clock is five minutes ahead, so the other clock reaches the end later.
    expect([at(ends, 5 * MINUTE_MS - 1, 5 * MINUTE_MS), at(ends, 5 * MINUTE_MS, 5 * MINUTE_MS)]).toEqual([
      [],
      [`se: The SAS expired at 2026-11-21T00:00:00Z, ${whose}.`],
    ]);
    // This computer's clock is behind, so it reaches the end last itself.
    expect([at(ends, -1, -5 * MINUTE_MS), at(ends, 0, -5 * MINUTE_MS).length]).toEqual([[], 1]);
    expect([at(begins, -5 * MINUTE_MS, -5 * MINUTE_MS), at(begins, 0, 5 * MINUTE_MS)]).toEqual([[], []]);
    expect([at(begins, -1, 5 * MINUTE_MS), at(begins, -5 * MINUTE_MS - 1, -5 * MINUTE_MS)]).toEqual([
      [`st: The SAS is valid from 2026-11-21T00:00:00Z only, ${whose}.`],
      [`st: The SAS is valid from 2026-11-21T00:00:00Z only, ${whose}.`],
    ]);
  });

  it('of a user delegation SAS is the later begin and the earlier end, and one that is no time is named', () => {
    const delegated = facts(
      'tn=T&sp=r&skoid=a&st=2026-11-20T10:00:00Z&skt=2026-11-20T11:00:00Z&se=2026-11-21T05:00:00Z&ske=2026-11-21T04:00:00Z',
    );
    expect(delegated).toMatchObject({ startsAtMs: NOW_MS - 13 * HOUR_MS, expiresAtMs: NOW_MS + 4 * HOUR_MS });
    for (const name of ['st', 'se', 'skt', 'ske']) {
      const found = facts(`ss=t&srt=co&sp=rl&${name}=soon`);
      expect([found.problems.map(({ message }) => message), found.canListTables]).toEqual([
        [`${name} is not a time: soon`],
        false,
      ]);
    }
    expect(facts('tn=T&sp=r').expiryText).toBe('expiry not stated');
  });

  it('more than 24 h ahead is warned about, counted from its begin', () => {
    const warned = (times: string) =>
      facts(`tn=T&sp=r&spr=https${times}`).warnings.map(({ message }) => message);
    expect(warned('&se=2026-11-22T00:00:00Z')).toEqual([]);
    expect(warned('&se=2026-11-22T00:00:01Z')).toEqual(['The SAS lives for one more day.']);
    expect(warned('&se=2026-11-23T12:00:00Z')).toEqual(['The SAS lives for 3 more days.']);
    expect(warned('&se=2032-05-13T00:00:00Z')).toEqual(['The SAS lives for 2,000 more days.']);
    expect(warned('&st=2026-11-21T12:00:00Z&se=2026-11-22T12:00:00Z')).toEqual([]);
    expect(warned('&st=2026-11-20T12:00:00Z&se=2026-11-22T12:00:00Z')).toEqual([
      'The SAS lives for 2 more days.',
    ]);
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
      ['2026-11-21T23:59:59Z', NOW_MS + 24 * HOUR_MS - 1000],
      ['2026-11-21T05:45:00+05:45', NOW_MS],
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
      '2026-11-21T23:60Z',
      '2026-11-21T23:59:60Z',
      '2026-11-21T23:59:59.12345678Z',
      'x2026-11-21',
      '2026-11-21x',
    ]) {
      expect(readSasTime(text)).toBeUndefined();
    }
  });
});
