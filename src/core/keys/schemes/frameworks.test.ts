import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timePlaces } from '../dates/timePlaces.ts';
import { keyRanges } from '../keyRanges.ts';
import { readKey } from '../readKey.ts';
import { schemeById } from '../schemeRegistry.ts';
import { bulkTicks } from '../knownScheme.fixture.ts';

/** 2024-03-05T10:00:00Z in ticks. */
const TEN = 638_452_296_000_000_000n;
const SECOND = 10_000_000n;

describe('keys of frameworks', () => {
  it('of the index of a saga say the saga, the property and its value', () => {
    const reading = readKey('Index_OrderSaga_OrderId_"4_2"', { part: 'partition' })[0];
    expect([...(reading?.fields ?? [])]).toEqual([
      ['saga', 'OrderSaga'],
      ['property', 'OrderId'],
      ['value', '"4_2"'],
    ]);
  });

  it('of a subscription say the type of the message, and the address that Base64 hides', () => {
    const read = (text: string, part: 'row' | 'partition', tableName = 'Subscription') =>
      readKey(text, { part, tableName }).find(({ schemeId }) => schemeId === 'nservicebus-subscription');
    const type = 'Shop.Messages.OrderPlaced, Version=1.0.0.0';
    const address = 'sales@büro-1';
    const encoded = Buffer.from(address, 'utf8').toString('base64');
    expect([...(read(type, 'partition')?.fields ?? [])]).toEqual([['messageType', type]]);
    expect([...(read(encoded, 'row')?.fields ?? [])]).toEqual([['address', address]]);
    expect(read(encoded, 'row')?.reason).toContain('Base64');
    // The first RowKey is not Base64; the second is in another table.
    expect(read('sales@1', 'row')).toBeUndefined();
    expect(read(encoded, 'row', 'Orders')).toBeUndefined();
    const own = schemeById('nservicebus-subscription');
    for (const tableName of ['Subscription', 'Subscriptions', 'Orders'])
      expect(own?.read(type, 'partition', { tableName }) !== undefined).toBe(tableName !== 'Orders');
  });

  it('of ASP.NET Identity are told by their letter', () => {
    const hash = '9f86d081884c7d65';
    const kinds = ['U', 'C', 'R', 'L', 'E', 'T'].map((letter) => {
      const found = readKey(`${letter}_${hash}`).find(({ schemeId }) => schemeId === 'aspnet-identity');
      return found?.fields.get('kind');
    });
    expect(kinds).toEqual(['user', 'claim', 'role', 'login', 'email', 'token']);
  });

  it('of a container say its name and the salt, if the name is empty as well', () => {
    const fieldsOf = (text: string) => {
      const fields = schemeById('webjobs-instancecount')?.read(text, 'row', {})?.fields;
      return [fields?.get('container'), fields?.get('salt')];
    };
    const time = '00638452296000000000';
    expect(fieldsOf(`${time}-c1-5`)).toEqual(['c1', '5']);
    expect(fieldsOf(`${time}-c1--5`)).toEqual(['c1', '-5']);
    expect(fieldsOf(`${time}--5`)).toEqual(['', '5']);
    expect(fieldsOf(`${time}-c1-`)).toEqual(['c1', undefined]);
    expect(fieldsOf(`${time}-c1`)).toEqual(['c1', undefined]);
  });

  it('of an event stream say whether they are its head, an event or an id', () => {
    const fieldOf = (text: string) => {
      const found = readKey(text, { part: 'row' }).find(({ reason }) => reason.includes('event stream'));
      return [...(found?.fields ?? [])][0];
    };
    expect(['SS-HEAD', 'SS-SE-0000000012', 'SS-UID-a-1', 'SS-X'].map(fieldOf)).toEqual([
      ['head', 'true'],
      ['version', '12'],
      ['eventId', 'a-1'],
      undefined,
    ]);
  });

  it.each([
    ['AzureWebJobsHostLogscommon', 'AzureWebJobsHostLogs202403'],
    ['AzureWebJobsHostLogs202401', 'AzureWebJobsHostLogs202403'],
    ['AzureFunctionsLogsCOMMON', 'AzureFunctionsLogs202403'],
    ['OwnName', 'OwnName202403'],
  ])('of WebJobs logs are read from the month of the window, beside %s', (tableName, month) => {
    const ranges = keyRanges('webjobs-timeline', { from: TEN, to: TEN + SECOND }, { tableName });
    expect(ranges.map((range) => range.tableName)).toEqual([month]);
  });
});

describe('keys of loggers and agents', () => {
  it('of log4net that are the hour, inverted, say the hour', () => {
    const text = String(3155378975999999999n - TEN + 1n);
    const reading = schemeById('log4net')?.read(text, 'partition', {});
    expect([reading?.ticks, reading?.window]).toEqual([TEN, { from: TEN, to: TEN + 3600n * SECOND }]);
    expect(schemeById('log4net')?.read(String(BigInt(text) - 1n), 'partition', {})).toBeUndefined();
  });

  it('of a function are sure where they hold an escape', () => {
    const sure = (text: string) => schemeById('webjobs-escape')?.read(text, 'row', {})?.confidence ?? 0;
    expect(sure('my:2Dhost-func')).toBeGreaterThan(0.5);
    expect(sure('myhost-func')).toBeLessThan(0.3);
  });
});

describe('a UUID of version 1', () => {
  it('holds its time lowest part first, in the reading and in the bulk path', () => {
    const scheme = schemeById('uuidv1');
    const times = fc.bigInt({ min: 0n, max: 2n ** 60n - 1n });
    fc.assert(
      fc.property(times, (count) => {
        const digits = count.toString(16).padStart(15, '0');
        const text = `${digits.slice(7)}-${digits.slice(3, 7)}-1${digits.slice(0, 3)}-8000-0123456789ab`;
        // 1582-10-15 in ticks.
        const ticks = 499_163_040_000_000_000n + count;
        expect(scheme?.read(text, 'partition', {})?.ticks).toBe(ticks);
        expect(bulkTicks(scheme, text, text)).toBe(ticks);
      }),
    );
    for (const text of ['zz', '0123456-0123-1123-8000-0123456789ab', '0123456g-0123-1123-8000-0123456789ab'])
      expect(bulkTicks(scheme, text, text)).toBeUndefined();
  });
});

describe('a UUID that holds its time highest part first', () => {
  it('has no time if a digit of the time is none', () => {
    for (const [schemeId, whole, digits] of [
      ['uuidv7', '018e0d3c-7b5a-7000-8000-000000000000', 12],
      ['uuidv6', '1eedaf1c-7b5a-6abc-8000-000000000000', 15],
    ] as const) {
      const timeOf = (text: string) => bulkTicks(schemeById(schemeId), text, text);
      expect(timeOf(whole)).toBeDefined();
      const places = whole.split('').flatMap((each, at) => (each === '-' || at === 14 ? [] : [at]));
      for (const at of places.slice(0, digits))
        expect(timeOf(`${whole.slice(0, at)}g${whole.slice(at + 1)}`)).toBeUndefined();
    }
  });
});

describe('times beside other text', () => {
  it('end where a word begins, but not where an id does', () => {
    const textsOf = (text: string) => timePlaces(text).map(({ from, to }) => text.slice(from, to));
    expect([textsOf('20240305device'), textsOf('20240305device-7')]).toEqual([['20240305'], ['20240305']]);
    for (const id of ['device7', 'ab', 'abc', 'abcdef'])
      expect([id, ...textsOf(`20240305${id}`)]).toEqual([id]);
  });

  it('are found in a text that looks like a GUID only because digits stand before it', () => {
    const guid = 'a0f0f0f0-1111-4111-8111-202403051017';
    const textsOf = (text: string) => timePlaces(text).map(({ from, to }) => text.slice(from, to));
    expect(textsOf(guid)).toEqual([]);
    expect(textsOf(`12${guid}`)).toEqual(['202403051017']);
  });
});
