import fc from 'fast-check';
import { anyCharacter } from '../../core/anyCharacter.fixture.ts';
import { columnId, type GroupChoice, HOUR } from '../run/groupChoice.ts';
import { PREFIX } from '../run/rowListState.ts';
import { describe, expect, it } from 'vitest';
import { isTooLong, leftOut, readHash, strippedAddress, tooLong, writeHash } from './hashAddress.ts';
import { STATISTICS } from '../../core/entities/chart/chartTypes.ts';
import { CHART_KINDS, type ChartChoice } from '../run/chartChoice.ts';
import { EMPTY_FORM, formToParams, paramsToForm, type QueryForm, RESULT_TABS } from '../run/queryForm.ts';
import { holdsSecret, recognise } from '../base/secrets.ts';
import { fakeToken } from '../../tables/sas/accessToken.fixture.ts';

const SECRET = 'sv=2019-02-02&ss=t&sp=rl&sig=a%2Bb%3D';
const TOKEN = fakeToken();

describe('hash address', () => {
  it('reads anything without throwing and keeps what it cannot decode', () => {
    expect(readHash('').view).toBe('');
    expect(readHash('#/query?from=%zz').params.get('from')).toBe('%zz');
    fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => readHash(text).params.size >= 0));
  });

  it.each([
    ['#/query?&&a=1&&b=2&', 'query', 'a=1 b=2'],
    ['#/query?a=1&a=2&b=3', 'query', 'a=1 b=3'],
    ['#/query?a=b=c&d=&e&=f', 'query', 'a=b=c d= e= =f'],
    ['#/a%2Fb?a=1?2', 'a/b', 'a=1?2'],
    ['#query', 'query', ''],
    ['/query', 'query', ''],
    ['query?a=1', 'query', 'a=1'],
    ['##/query', '#/query', ''],
    ['?a=1', '', 'a=1'],
    ['#/query?v=1', 'query', ''],
  ])('reads %s', (hash, view, params) => {
    const found = readHash(hash);
    const read = [...found.params].map((pair) => pair.join('=')).join(' ');
    expect([found.view, read, found.unknownVersion]).toEqual([view, params, undefined]);
  });

  it('percent-encodes what an address must not contain, and keeps colons and commas', () => {
    expect(writeHash('query', [['a b', 'x:y,z/&=?#%\ud800']])).toBe(
      '#/query?v=1&a%20b=x:y,z%2F%26%3D%3F%23%25%EF%BF%BD',
    );
    expect(writeHash('query', [['a', '\u{1f600}\udc00']])).toBe('#/query?v=1&a=%F0%9F%98%80%EF%BF%BD');
  });

  it('does not try to read an address of another version', () => {
    expect(readHash('#/query?v=2&table=Logs')).toEqual({
      view: 'query',
      params: new Map(),
      unknownVersion: '2',
    });
    expect(readHash('#/query?table=Logs').params.get('table')).toBe('Logs');
  });

  it('leaves out empty values and anything that may be a credential', () => {
    expect(
      writeHash('query', [
        ['table', ''],
        ['filter', `x eq '${SECRET}'`],
        ['pk', 'a'],
      ]),
    ).toBe('#/query?v=1&pk=a');
  });
});

describe('credentials in an address', () => {
  const forms = [
    SECRET,
    encodeURIComponent(SECRET),
    encodeURIComponent(encodeURIComponent(SECRET)),
    'TableEndpoint=https://a.table.core.windows.net;SharedAccessSignature=x',
    'AccountName=a;AccountKey=abc==',
    'SIG%3dabc',
    TOKEN,
    `Authorization: Bearer ${TOKEN}`,
    JSON.stringify({ accessToken: TOKEN.replaceAll('.', '\\u002e') }),
    encodeURIComponent(btoa(TOKEN)),
    TOKEN.slice(0, TOKEN.lastIndexOf('.')),
  ];
  it.each(forms)('recognises %s', (text) => {
    expect(holdsSecret(text)).toBe(true);
  });

  it.each(['design=1', "Signal eq 'x'", 'config', 'sign%3D1'])('does not mistake %s for one', (text) => {
    expect(holdsSecret(text)).toBe(false);
  });

  it.each(forms)('strips %s from a hash and keeps the rest', (text) => {
    const clean = strippedAddress('', `#/query?v=1&table=Logs&filter=${encodeURIComponent(text)}`);
    expect(clean).toEqual({ search: '', hash: '#/query?v=1&table=Logs' });
  });

  it.each([SECRET, TOKEN])('strips a bare one in hash or search: %s', (secret) => {
    expect(strippedAddress('', `#${secret}`)).toEqual({ search: '', hash: '' });
    expect(strippedAddress('', `#/${secret}`)).toEqual({ search: '', hash: '' });
    expect(strippedAddress(`?${secret}`, '#/decode?v=1')).toEqual({ search: '', hash: '#/decode?v=1' });
  });

  it.each([
    ['as the name of a parameter', '&sig=abc'],
    ['as a name in capitals, encoded', '&%53IG=abc'],
    ['as a name, alone', '&accountkey'],
    ['behind a name that is there twice', '&pk=a&pk=sig%3Dabc'],
    ['in an address of another version', '&v=2&pk=sig%3Dabc'],
    ['as a bare signature', '&pk=K7%2b%2fKeyscopeCanaryOfTheTests0042Search%2b%2f99w%3d'],
    ['as JSON', '&pk=%7B%22sig%22:%22abc%22%7D'],
    ['encoded three times', '&pk=sig%25253Dabc'],
  ])('strips one %s', (_where, part) => {
    const clean = strippedAddress('', `#/query?v=1&table=Logs${part}`);
    expect(clean?.hash).toMatch(/^#\/query\?v=1(?:&table=Logs)?(?:&pk=a)?$/);
  });

  it('leaves no secret in what it wrote or stripped, whatever fields, names and order', () => {
    const secret = fc.constantFrom(...forms, 'K7+/KeyscopeCanaryOfTheTests0042Search+/99w=', '"sig" : "abc"');
    const plain = fc.constantFrom('', 'a', 'Logs', '0-9,37', 'Level le 2', '2024-03-05T10:00:00Z');
    const pair = fc.tuple(
      fc.constantFrom('table', 'pk', 'filter', 'sig', 'x', 'SIG'),
      fc.oneof(secret, plain),
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), fc.boolean(), (pairs, isRaw) => {
        const raw = `#/query?v=1&${pairs.map(([name, value]) => `${name}=${isRaw ? value : encodeURIComponent(value)}`).join('&')}`;
        for (const hash of [writeHash('query', pairs), strippedAddress('', raw)?.hash ?? raw]) {
          expect(hash).not.toMatch(/sig(?:=|%3d|%22)|sharedaccess|accountkey|canary|eyj/i);
          expect(strippedAddress('', hash)).toBeUndefined();
        }
      }),
    );
  });

  it('a signature in use is left out in every encoding, until it is forgotten', () => {
    let held: string | undefined = 'K7+/Keysc0pe';
    recognise((text) => (held === undefined ? undefined : text.includes(held)));
    for (const value of ['K7+/Keysc0pe', 'K7%2B%2fKeysc0pe', `x ${btoa('K7+/Keysc0pe of a connection')}`]) {
      expect(writeHash('query', [['pk', value]])).toBe('#/query?v=1');
      expect(
        leftOut([
          ['pk', value],
          ['rk', 'a'],
        ]),
      ).toEqual(['pk']);
    }
    held = undefined;
    expect(leftOut([['pk', 'K7+/Keysc0pe']])).toEqual([]);
  });

  it('is bounded: what is too long to check is dropped without decoding', () => {
    let looked = 0;
    recognise((text) => {
      looked += text.length;
      return false;
    });
    for (const piece of ['%2525', 'A', '&a=%25', 'x&', '\\\\u0041', '\u{fdfa}']) {
      for (const length of [9000, 2_000_000]) {
        const clean = strippedAddress('', `#/query?v=1&table=Logs&pk=${piece.repeat(length / piece.length)}`);
        expect(clean).toEqual({ search: '', hash: '#/query?v=1' });
        expect(
          writeHash('query', [
            ['table', 'Logs'],
            ['pk', piece.repeat(length / piece.length)],
          ]),
        ).toBe('#/query?v=1&table=Logs');
      }
    }
    expect(looked).toBeLessThan(20_000);
    looked = 0;
    strippedAddress('', `#/query?${'a=%2525&'.repeat(1000)}`);
    expect(looked).toBeLessThan(16 * 2 * 8192);
    // Whatever is written can be opened again.
    const pairs = Array.from({ length: 300 }, (_, at) => [`p${at}`, `\u4e2d ${'b'.repeat(at)}`] as const);
    const hash = writeHash('query', pairs);
    expect(strippedAddress('', hash)).toBeUndefined();
    expect(readHash(hash).params.size + tooLong(pairs).length).toBe(300);
    expect(leftOut(pairs)).toEqual(tooLong(pairs));
  });

  it.each(['AccountKeyRotations', 'AccountKeyName', 'Sig', 'Sig,AccountKey,Level', 'Sig > 5'])(
    'keeps names of tables and columns: %s',
    (name) => {
      expect(
        readHash(
          writeHash('query', [
            ['table', name],
            ['select', name],
          ]),
        ).params.size,
      ).toBe(2);
    },
  );

  it('leaves clean addresses alone, and drops the search part of one that is stripped', () => {
    expect(strippedAddress('', '#/query?v=1&table=Logs')).toBeUndefined();
    expect(strippedAddress('?a=1', '#/query?v=1&table=Logs')).toBeUndefined();
    expect(strippedAddress('?a=1', '#/query?v=1&table=Logs&pk=sig%3Dabc')).toEqual({
      search: '?a=1',
      hash: '#/query?v=1&table=Logs',
    });
    expect(strippedAddress(`?${SECRET}`, `#/query?v=1&table=A&pk=${encodeURIComponent(SECRET)}`)).toEqual({
      search: '',
      hash: '#/query?v=1&table=A',
    });
  });

  it('checks up to 8,192 characters and 100 parameters, and drops the values of longer addresses', () => {
    const hashOf = (length: number) => '#/query?v=1&table='.padEnd(length, 'T ');
    const long = [hashOf(8192), hashOf(8193)];
    expect(long.map((hash) => isTooLong('', hash))).toEqual([false, true]);
    expect(long.map((hash) => strippedAddress('', hash)?.hash)).toEqual([undefined, '#/query?v=1']);
    // A secret in the search part is the more serious reason.
    expect(isTooLong(`?${SECRET}`, hashOf(8193))).toBe(false);
    const many = (count: number) =>
      `#/query?${Array.from({ length: count }, (_, at) => `p${at}=a`).join('&')}`;
    expect([100, 101].map((count) => isTooLong('', many(count)))).toEqual([false, true]);
    expect([100, 101].map((count) => strippedAddress('', many(count))?.hash)).toEqual([
      undefined,
      '#/query?v=1',
    ]);
    // The view of a long address is kept if the view itself is short.
    expect(strippedAddress('', `#/${'v'.repeat(97)}?${'a=b&'.repeat(200)}`)?.hash).toBe(
      `#/${'v'.repeat(97)}?v=1`,
    );
    expect(strippedAddress('', `#/${'v'.repeat(98)}?${'a=b&'.repeat(200)}`)?.hash).toBe(
      `#/${'v'.repeat(97)}?v=1`,
    );
  });

  it('writes 99 parameters besides the version, and names those left out for each reason', () => {
    const pairs = Array.from({ length: 101 }, (_, at) => [`p${at}`, 'a'] as const);
    expect(readHash(writeHash('query', pairs)).params.size).toBe(99);
    expect([tooLong(pairs), leftOut(pairs)]).toEqual([
      ['p99', 'p100'],
      ['p99', 'p100'],
    ]);
    expect(tooLong(pairs.slice(0, 99))).toEqual([]);
    const mixed = [
      ['table', 'A'],
      ['pk', SECRET],
      ['rk', ''],
      ['filter', 'x '.repeat(5000)],
      ['select', 'B'],
    ] as const;
    expect(writeHash('query', mixed)).toBe('#/query?v=1&table=A&select=B');
    expect([tooLong(mixed), leftOut(mixed)]).toEqual([['filter'], ['pk', 'filter']]);
    // Text that becomes longer when encoded.
    expect(tooLong([['filter', '\u4e2d'.repeat(1000)]])).toEqual(['filter']);
    expect(tooLong([['filter', '\u4e2d'.repeat(800)]])).toEqual([]);
  });
});

describe('query form in an address', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((value) => !holdsSecret(value));
  const instant = fc.oneof(
    fc.constantFrom('key', 'event', 'arrival').map((kind) => ({ kind }) as const),
    text.map((name) => ({ kind: 'property' as const, name })),
  );
  const charts: fc.Arbitrary<ChartChoice> = fc.record({
    kind: fc.constantFrom(...CHART_KINDS),
    value: fc.oneof(
      fc.constantFrom('rows', 'bytes').map((kind) => ({ kind }) as const),
      text.map((name) => ({ kind: 'property' as const, name })),
      fc.record({ kind: fc.constant('duration' as const), from: instant, to: instant }),
    ),
    statistic: fc.constantFrom(...STATISTICS),
    bucketSeconds: fc.integer({ min: 0, max: 86_400 }),
    split: fc.oneof(
      fc.constantFrom('prefix', 'partition', 'identity').map((by) => ({ by }) as const),
      text.map((name) => ({ by: 'property' as const, name })),
      fc.constant(undefined),
    ),
    measure: fc.option(
      fc.record({ name: fc.oneof(text, fc.constant('hour')), statistic: fc.constantFrom('p95', 'distinct') }),
      { nil: undefined },
    ),
    isLog: fc.boolean(),
    zoom: fc.constantFrom({ from: '2026-11-20T21:00:00.0000001Z', to: '2026-11-20T21:01:00Z' }, undefined),
    hidden: fc.array(text, { maxLength: 3 }),
  });
  const column = fc.oneof(
    fc.constantFrom(PREFIX, HOUR),
    text.map((name) => ({ name })),
  );
  const groups: fc.Arbitrary<GroupChoice> = fc.record({
    by: fc.uniqueArray(column, { maxLength: 2, selector: columnId }),
    measure: fc.oneof(
      fc.constant(undefined),
      fc.record({ name: text, statistic: fc.constantFrom('count', 'sum', 'p95', 'distinct' as const) }),
    ),
  });
  const forms: fc.Arbitrary<QueryForm> = fc.record({
    groups,
    endpoint: text,
    table: text,
    scheme: text,
    volume: fc.constantFrom(1, 10, 100),
    unprefixed: fc.boolean(),
    prefixes: text,
    pk: text,
    pkMatch: fc.constantFrom('is', 'begins'),
    rk: text,
    rkMatch: fc.constantFrom('is', 'begins'),
    from: text,
    to: text,
    windowGiven: fc.boolean(),
    filter: text,
    select: text,
    rounding: text,
    sql: text,
    tab: fc.constantFrom(...RESULT_TABS),
    chart: charts,
    view: fc.subarray(['order', 'only', 'find', 'columns']).chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          fc.tuple(
            fc.constant(name),
            text.filter((value) => value !== ''),
          ),
        ),
      ),
    ),
  });

  it('round-trips every form', () => {
    fc.assert(
      fc.property(forms, (form) => {
        const back = paramsToForm(readHash(writeHash('query', formToParams(form))).params);
        // A window that the user did not set is not in the address.
        const { from, to } = form.windowGiven ? form : EMPTY_FORM;
        expect(back).toEqual({ ...form, from, to });
      }),
    );
  });
});
