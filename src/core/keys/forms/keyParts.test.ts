import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticksToIso } from '../../time/ticks.ts';
import { detectScheme } from '../detectScheme.ts';
import { keyAnatomy } from '../keyAnatomy.ts';
import { keyRanges } from '../keyRanges.ts';
import { readKey } from '../readKey.ts';
import { schemeById } from '../schemeRegistry.ts';
import type { TableKeyRange } from '../base/scheme.ts';
import { DAY, MAX, MS, SECOND, UNIX } from '../../time/units.fixture.ts';
import { bulkTicks } from '../knownScheme.fixture.ts';

const GUID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const pad = (value: bigint, width: number): string => value.toString().padStart(width, '0');
/** Digits of yyyyMMddHHmmssfffffff, computed with Date, plus the ticks that Date cannot hold. */
const digits = (t: bigint): string =>
  new Date(Number((t - UNIX) / MS)).toISOString().replaceAll(/\D/g, '') + pad((t - UNIX) % MS, 4);
const iso = (t: bigint): string =>
  digits(t).replace(/^(....)(..)(..)(..)(..)(..)(.*)$/, '$1-$2-$3T$4:$5:$6.$7Z');

/** `grain`: the time unit that the text is exact to. `whole`: ranges are only exact for windows that are whole multiples of it. */
const FORMS = (
  [
    ['ticks19', 1n, (t) => pad(t, 19)],
    ['ticks18', 1n, (t) => pad(t, 18)],
    ['ticks20', 1n, (t) => pad(t, 20)],
    ['inverted-ticks19', 1n, (t) => pad(MAX - t, 19)],
    ['inverted-ticks20', 1n, (t) => pad(MAX - t, 20)],
    ['unix-s', SECOND, (t) => String((t - UNIX) / SECOND)],
    ['unix-ms', MS, (t) => String((t - UNIX) / MS)],
    ['unix-us', 10n, (t) => String((t - UNIX) / 10n)],
    ['unix-ns', 1n, (t) => String((t - UNIX) * 100n)],
    ['date-yyyyMMdd', DAY, (t) => digits(t).slice(0, 8)],
    ['date-yyyyMMddHH', DAY / 24n, (t) => digits(t).slice(0, 10)],
    ['date-yyyyMMddHHmm', DAY / 1440n, (t) => digits(t).slice(0, 12)],
    ['date-yyyyMMddHHmmss', SECOND, (t) => digits(t).slice(0, 14)],
    ['date-yyyyMMddHHmmssfff', MS, (t) => digits(t).slice(0, 17)],
    ['date-yyyy-MM-dd', DAY, (t) => iso(t).slice(0, 10)],
    ['iso-o', 1n, iso, 60n * SECOND],
  ] as readonly (readonly [id: string, grain: bigint, write: (ticks: bigint) => string, whole?: bigint])[]
).map(([id, grain, write, whole = 1n]) => ({ id, grain, write, whole }));

/** 2005 .. 2033, where Unix seconds have ten digits and cannot be mistaken for yyyyMMddHH. */
const instants = fc.bigInt({ min: 632401344000000000n, max: 641200000000000000n });
const separators = fc.constantFrom('_', '__', '___', '-', ':', '|', '!', '~', '.');
const floor = (value: bigint, step: bigint): bigint => value - (value % step);

describe('a time with something before or after it', () => {
  it.each([
    [`0638452296000000000_${GUID}`, '2024-03-05T10:00:00.0000000Z', [['part 2', GUID]]],
    ['device7|2516926679999999999', '2024-03-05T10:00:00.0000000Z', [['part 1', 'device7']]],
    [
      'a!b!638452296000000000!c',
      '2024-03-05T10:00:00.0000000Z',
      [
        ['part 1', 'a'],
        ['part 2', 'b'],
        ['part 4', 'c'],
      ],
    ],
    ['device0638452296000000000', '2024-03-05T10:00:00.0000000Z', [['part 1', 'device']]],
    [`${GUID}_1709632830123`, '2024-03-05T10:00:30.1230000Z', [['part 1', GUID]]],
  ])('%s', (text, at, parts) => {
    const [first] = readKey(text);
    expect(ticksToIso(first?.ticks ?? 0n)).toBe(at);
    expect([...(first?.fields ?? [])].filter(([name]) => name.startsWith('part '))).toEqual(parts);
  });

  it('every plain form is read first, behind text and before it, at every separator', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FORMS),
        instants,
        separators,
        fc.boolean(),
        (form, ticks, mark, isFirst) => {
          const time = form.write(ticks);
          // A dot and digits after a number are its fraction.
          const text = isFirst ? `${time}${mark}sensor17` : `sensor17${mark}${time}`;
          const [first] = readKey(text);
          expect([text, first?.ticks]).toEqual([text, floor(ticks - UNIX, form.grain) + UNIX]);
          expect(first?.confidence).toBeGreaterThan(0.3);
          const anatomy = keyAnatomy(first?.schemeId, 'partition', text);
          expect(anatomy.map((segment) => segment.text).join('')).toBe(text);
          expect(anatomy.length).toBeGreaterThan(1);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('a GUID behind it, whatever it begins with, is a part of its own', () => {
    const marks = fc.constantFrom('_', '-', ':', '.', '|', '+', '__');
    fc.assert(
      fc.property(fc.constantFrom(...FORMS), instants, marks, fc.uuid(), (form, ticks, mark, guid) => {
        const text = `${form.write(ticks)}${mark}${guid}`;
        const [first] = readKey(text);
        expect([text, first?.ticks]).toEqual([text, floor(ticks - UNIX, form.grain) + UNIX]);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['2026-11-02T18:52:17.272133Z-2615a6ff-bd69-40e8-a6c7-43c80b3267e9', '2026-11-02T18:52:17.2721330Z'],
    ['pump:2026-11-02T18:52:17Z+7731', '2026-11-02T18:52:17.0000000Z'],
    ['2021-07-52ccc657-a1b9-4d20-a34d-c6ecf210b3c8', '2021-07-01T00:00:00.0000000Z'],
    ['2021-07-12ccc657-a1b9-4d20-a34d-c6ecf210b3c8', '2021-07-01T00:00:00.0000000Z'],
    ['1444454912.5d58752c-4254-4bb0-aa21-355a6092184e', '2015-10-10T05:28:32.0000000Z'],
    ['2019-07-19T13-37-20.54e55812', '2019-07-19T13:37:20.0000000Z'],
    ['20190719T060733.761fa936', '2019-07-19T06:07:33.0000000Z'],
    ['2022-05-28-06:727', '2022-05-28T06:00:00.0000000Z'],
    ['2014-01-03-06-03-436', '2014-01-03T06:03:00.0000000Z'],
    ['20190608.374', '2019-06-08T00:00:00.0000000Z'],
    ['gate_201510170951.9', '2015-10-17T09:51:00.0000000Z'],
    ['a::b__2518558469718389328', '2019-01-02T18:30:28.1610671Z'],
    ['f51b5275-ec84-4689-af4b-dd373fb030b8__2516007644102894528', '2027-02-02T02:46:29.7105471Z'],
  ])('%s: what follows looks like more of the time, and is not', (text, at) => {
    expect(ticksToIso(readKey(text)[0]?.ticks ?? 0n)).toBe(at);
  });

  it.each([
    '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    '20240305-7425-40de-944b-e07fc1f90ae7',
    'a1709632830f',
    '65e6d3b01709632830abcdef',
    'x_0000000000000000042',
    'v1.2.3',
    'order-12345',
    '1709632830.',
    '1709632830.12x',
    '1709632830UL',
    '1900-02-29',
    '19000229',
    'a_19000229',
    '2023-02-29_x',
    '2024-03-05T25:00_x',
    '2024-13-01_x',
  ])('%s holds no time beside its parts', (text) => {
    const beside = readKey(text).filter(
      ({ schemeId, fields }) => schemeId.startsWith('text-') || fields.has('part 2'),
    );
    expect(beside.map(({ schemeId }) => schemeId)).toEqual([]);
  });

  /** Days, minutes and seconds that do not exist, with what may follow them. No letter after them may turn the rest into a shorter date. */
  const BROKEN = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('2024-02-30', '2023-02-29', '2024-04-31', '2024-11-31', '2024-03-32', '2024-03-00'),
        fc.constantFrom('', 'a', 'Z', 'x9', 'T00', 't07', 'T10:00', 'T10:00:00Z', 'T10:00:00.5Z', 'T100000Z'),
      )
      .map(([day, after]) => day + after),
    fc
      .tuple(
        fc.constantFrom('2024-03-05T14:', '2024-03-05 14:', '2024-03-05T14:30:', '20240305T14:30:'),
        fc.integer({ min: 60, max: 99 }),
        fc.constantFrom('', 'Z', 'z', 'a', '0Z', '.5Z', '+02:00', 'Z+1'),
      )
      .map(([start, pair, after]) => `${start}${pair}${after}`),
    fc
      .tuple(
        fc.constantFrom('2024-03-05T14:30', '2024-03-05T14:30:00', '2024-03-05T14:30:00.5'),
        fc.constantFrom('+02:00', '+0200', '-07:30', '-0800', '+05:45', '+1400'),
        fc.constantFrom('a', 'x', 'Q', 'ab', 'x7'),
      )
      .map((parts) => parts.join('')),
  );

  it('an impossible day, minute or second, or an offset next to a letter, is read as no shorter date', () => {
    fc.assert(
      fc.property(
        BROKEN,
        fc.constantFrom('', 'a_', 'sensor_', 'a|b|'),
        fc.constantFrom('', '_7', '|x'),
        (time, before, after) => {
          const text = before + time + after;
          const timed = readKey(text).filter(({ ticks }) => ticks !== undefined);
          expect([text, timed.map(({ schemeId }) => schemeId)]).toEqual([text, []]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['2021-07-52ccc657', '2021-07-01T00:00:00.0000000Z'],
    ['2024-03-05T14:30:00-7731ab9c', '2024-03-05T14:30:00.0000000Z'],
    ['a_2024-03-05T14:7f3a9c', '2024-03-05T14:00:00.0000000Z'],
    ['a_2024-03-05T14:77f3a9c', '2024-03-05T14:00:00.0000000Z'],
    ['a_2024-03-05T14:30:00+02:00', '2024-03-05T12:30:00.0000000Z'],
    ['a_2024-03-05T14:30:00+02:00_a', '2024-03-05T12:30:00.0000000Z'],
  ])('%s: an id behind a date leaves the date, and an offset counts', (text, at) => {
    expect(ticksToIso(readKey(text)[0]?.ticks ?? 0n)).toBe(at);
  });

  it('a line of a list or a log is no key of parts', () => {
    expect(readKey('12:00 0638452296000000000 restarted')[0]?.confidence).toBeLessThan(0.25);
  });
});

interface Row {
  readonly key: string;
  readonly ticks: bigint;
}

function selects(range: TableKeyRange, key: string, isRow: boolean): boolean {
  const span = isRow ? (range.row ?? {}) : range.partition;
  return !(span.from !== undefined && key < span.from) && !(span.to !== undefined && key >= span.to);
}

describe('ranges behind fixed text', () => {
  it.each(
    FORMS.flatMap((form) => [
      { form, isRow: false },
      { form, isRow: true },
    ]),
  )('$form.id, in the RowKey: $isRow', ({ form, isRow }) => {
    const schemeId = `text-${form.id}${isRow ? '-row' : ''}`;
    fc.assert(
      fc.property(
        instants,
        fc.bigInt({ min: 1n, max: 40n * DAY }),
        fc.array(fc.bigInt({ min: -50n * DAY, max: 50n * DAY }), { minLength: 4, maxLength: 12 }),
        fc.constantFrom('', '_x', `-${GUID}`, '~'),
        (start, least, offsets, tail) => {
          const { whole } = form;
          const from = floor(start, whole);
          const length = floor(least + whole - 1n, whole);
          const window = { from, to: from + length };
          const ranges = keyRanges(schemeId, window, {
            textBefore: 'dev7_',
            ...(isRow ? { partitionKey: 'p' } : {}),
          });
          expect(ranges.map(({ exact }) => exact)).toEqual([true]);
          const rows: Row[] = [0n, -1n, length - 1n, length, ...offsets].map((offset) => ({
            key: `dev7_${form.write(from + offset)}${tail}`,
            ticks: from + offset,
          }));
          for (const { key, ticks } of rows) {
            const first = floor(ticks - UNIX, form.grain) + UNIX;
            const isAsked = first + form.grain > window.from && first < window.to;
            expect([key, ranges.some((range) => selects(range, key, isRow))]).toEqual([key, isAsked]);
            const other = key.replace('dev7_', 'dev70_');
            expect(ranges.some((range) => selects(range, other, isRow))).toBe(false);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('text that may go on into the time narrows to what begins with it, and no text reads all', () => {
    const window = { from: 638452296000000000n, to: 638452332000000000n };
    expect(keyRanges('text-ticks19', window, { textBefore: 'dev7' })).toMatchObject([
      { partition: { from: 'dev7', to: 'dev8' }, exact: false },
    ]);
    expect(keyRanges('text-ticks19', window)).toMatchObject([{ partition: {}, exact: false }]);
    expect(schemeById('text-ticks19')?.homes({ textBefore: 'dev7_' })).toMatchObject([
      { partition: { from: 'dev7_05', to: 'dev7_07' } },
    ]);
    expect(schemeById('text-ticks19')?.homes({})).toEqual([{ partition: {}, exact: true }]);
  });
});

describe('a table whose times stand beside other parts', () => {
  const rowsOf = (write: (t: bigint, index: number) => string) =>
    Array.from({ length: 40 }, (_, index) => {
      const ticks = 638452296000000000n + BigInt(index) * 37n * SECOND + 1_234_567n;
      return { partitionKey: write(ticks, index), rowKey: GUID, timestamp: iso(ticks + 3n * SECOND), ticks };
    });

  it.each([
    ['text-ticks19', 'device7_', (t: bigint) => `device7_${pad(t, 19)}`],
    ['text-ticks19', undefined, (t: bigint, index: number) => `device${index % 5}_${pad(t, 19)}`],
    ['text-inverted-ticks19', 'a|b|', (t: bigint, index: number) => `a|b|${pad(MAX - t, 19)}|${index}`],
    ['text-unix-s', 's:', (t: bigint) => `s:${(t - UNIX) / SECOND}`],
    ['text-date-yyyyMMddHHmm', 'log-', (t: bigint) => `log-${digits(t).slice(0, 12)}`],
    ['ticks19', undefined, (t: bigint, index: number) => `${pad(t, 19)}_${index}`],
    ['unix-ms', undefined, (t: bigint, index: number) => `${(t - UNIX) / MS}_${index}`],
  ])('%s, text %s', (schemeId, textBefore, write) => {
    const rows = rowsOf(write);
    const [first] = detectScheme('Readings', rows);
    expect([first?.schemeId, first?.textBefore]).toEqual([schemeId, textBefore]);
    for (const { partitionKey, ticks } of rows) {
      const time = bulkTicks(schemeById(schemeId), partitionKey) ?? MAX;
      const shown = schemeById(schemeId)?.read(partitionKey, 'partition', {})?.window?.to ?? ticks + 1n;
      expect(time <= ticks && ticks < shown).toBe(true);
    }
  });

  it('groups the rows of a map by what stands before the time', () => {
    const groupOf = schemeById('text-ticks19')?.groupOf;
    expect(groupOf?.('device7_0638452296000000000', '')).toBe('device7');
    expect(groupOf?.('a|b|0638452296000000000|x', '')).toBe('a|b');
    expect(groupOf?.('nothing', '')).toBe('other');
  });

  it('no table of ids is taken for one of times', () => {
    const ids = Array.from({ length: 40 }, (_, index) => ({
      partitionKey: `order-${1000 + index}`,
      rowKey: `item_${(index * 7919) % 100_000}`,
    }));
    expect(detectScheme('Orders', ids)[0]?.schemeId).toBe('none');
  });
});
