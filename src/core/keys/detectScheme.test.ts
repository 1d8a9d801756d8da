import { describe, expect, it } from 'vitest';
import { isoToTicks, ticksToIso } from '../time/ticks.ts';
import { detectScheme, type SampleRow, type SchemeProposal } from './detectScheme.ts';
import { d19, inv19 } from './keyRanges.fixture.ts';
import { SECOND, UNIX } from '../time/units.fixture.ts';

const MINUTE = 600_000_000n;
const start = isoToTicks('2026-11-20T10:00:00Z');

function rows(
  count: number,
  make: (index: number, ticks: bigint) => Omit<SampleRow, 'timestamp'>,
): SampleRow[] {
  return Array.from({ length: count }, (_, index) => {
    const ticks = start + BigInt(index) * MINUTE;
    return { ...make(index, ticks), timestamp: ticksToIso(ticks + 2n * MINUTE) };
  });
}

const agentRow = 'dep___role___role_IN_0___0000000004294967298';
const minute = (ticks: bigint): string => d19((ticks / MINUTE) * MINUTE);

describe('detectScheme', () => {
  it('knows WAD Small by name and keys', () => {
    const sample = rows(40, (_, ticks) => ({ partitionKey: minute(ticks), rowKey: agentRow }));
    expect(detectScheme('WADLogsTable', sample)[0]).toMatchObject({
      schemeId: 'wad',
      volume: 1,
      unprefixed: false,
    });
    // The scheme rounds to whole minutes anyway.
    expect(detectScheme('WADLogsTable', sample)[0]?.roundingTicks).toBeUndefined();
  });

  it('takes Medium and Large only from what the prefixes prove, and says so', () => {
    const upTo = (highest: number) =>
      rows(60, (index, ticks) => ({
        partitionKey: `${d19(BigInt(index % (highest + 1)))}___${minute(ticks)}`,
        rowKey: agentRow,
      }));
    const medium = detectScheme('DemoEventsVer1v0', upTo(3))[0];
    expect(medium).toMatchObject({ schemeId: 'mds-prefixed', volume: 10 });
    expect(medium?.reason).toMatch(/at least Medium.*key order/);
    expect(detectScheme('DemoEventsVer1v0', upTo(10))[0]).toMatchObject({
      schemeId: 'mds-prefixed',
      volume: 100,
    });
    expect(detectScheme('DemoEventsVer1v0', upTo(0))[0]).toMatchObject({ volume: 1 });
    expect(detectScheme('WADPerformanceCountersTable', upTo(9))[0]).toMatchObject({
      schemeId: 'wad-prefixed',
      volume: 10,
    });
    expect(detectScheme('LinuxsyslogVer2v0', upTo(9))[0]).toMatchObject({ schemeId: 'lad-mdsd' });
  });

  it('sees both forms in a table that changed its volume', () => {
    const sample = rows(40, (index, ticks) => ({
      partitionKey: index < 20 ? `${d19(BigInt(index))}___${minute(ticks)}` : minute(ticks),
      rowKey: agentRow,
    }));
    expect(detectScheme('WADLogsTable', sample)[0]).toMatchObject({
      schemeId: 'wad',
      volume: 100,
      unprefixed: true,
    });
  });

  it('finds a log tail in the RowKey or in the PartitionKey', () => {
    const tail = rows(30, (_, ticks) => ({ partitionKey: 'svc', rowKey: `${inv19(ticks)}_7c9e6679` }));
    expect(detectScheme('AppLogTail', tail)[0]).toMatchObject({ schemeId: 'inverted-ticks19', volume: 1 });
    const partition = rows(30, (_, ticks) => ({ partitionKey: inv19(ticks), rowKey: 'r' }));
    expect(detectScheme('Newest', partition)[0]).toMatchObject({ schemeId: 'inverted-ticks19-partition' });
  });

  it('says "no time in keys" of natural keys, and of sequence numbers', () => {
    const natural = rows(30, (index) => ({ partitionKey: 'contoso', rowKey: `order-${index}` }));
    expect(detectScheme('Orders', natural)[0]).toMatchObject({ schemeId: 'none', confidence: 0.5 });
    const sequence = rows(30, (index) => ({ partitionKey: 'p', rowKey: d19(BigInt(index)) }));
    expect(detectScheme('Journal', sequence)[0]).toMatchObject({ schemeId: 'none' });
  });

  it('takes any text in keys and Timestamp', () => {
    const hostile = [{ partitionKey: '\u202e\u0000', rowKey: '', timestamp: 'never' }];
    expect(detectScheme('__proto__', hostile).at(-1)?.schemeId).toBe('none');
  });
});

describe('detectScheme on other ways of keying', () => {
  const unixSeconds = (ticks: bigint): bigint => (ticks - 621355968000000000n) / 10_000_000n;

  it('finds Unix seconds in the RowKey, exact or floored, beside a source', () => {
    const points = rows(60, (index, ticks) => ({
      partitionKey: 'source-7',
      rowKey: String(unixSeconds(ticks) + BigInt(index % 7)),
    }));
    expect(detectScheme('DataPoints', points)[0]).toMatchObject({ schemeId: 'unix-s-row', volume: 1 });
  });

  it('prefers the PartitionKey where both hold a time, with its rounding', () => {
    const series = rows(900, (_, ticks) => {
      const seconds = unixSeconds(ticks);
      return {
        partitionKey: String(seconds - (seconds % 3600n)),
        rowKey: String(seconds - (seconds % 240n)),
      };
    });
    expect(detectScheme('SensorSeries', series)[0]).toMatchObject({
      schemeId: 'unix-s',
      roundingTicks: 60n * MINUTE,
    });
  });

  it('proposes a rounding only to schemes that take one', () => {
    const tail = rows(40, (_, ticks) => ({
      partitionKey: 'My.Logger',
      rowKey: `${inv19(ticks)}__7c9e6679-7425-40de-944b-e07fc1f90ae7`,
    }));
    const proposals = detectScheme('Logs', tail);
    expect(proposals.find(({ schemeId }) => schemeId === 'nlog')).toBeDefined();
    expect(proposals.find(({ schemeId }) => schemeId === 'nlog')?.roundingTicks).toBeUndefined();
    expect(proposals.find(({ schemeId }) => schemeId === 'inverted-ticks19')).toMatchObject({
      roundingTicks: MINUTE,
    });
    const hours = rows(40, (index) => ({
      partitionKey: `20261120${String(index % 24).padStart(2, '0')}`,
      rowKey: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    }));
    for (const schemeId of ['appservice', 'date-yyyyMMddHH']) {
      const found = detectScheme('WAWSAppLogTable', hours).find((each) => each.schemeId === schemeId);
      expect([schemeId, found !== undefined, found?.roundingTicks]).toEqual([schemeId, true, undefined]);
    }
  });

  it('finds aggregated metrics in both orders of their rows', () => {
    const sample = rows(40, (index, ticks) => ({
      partitionKey: ':002Fsubscriptions:002F1',
      rowKey: index % 2 === 0 ? `${inv19(ticks)}__:005CMemory` : `:005CMemory__${inv19(ticks)}`,
    }));
    expect(detectScheme('WADMetricsPT1MP10DV2S20261112', sample)[0]).toMatchObject({
      schemeId: 'wadmetrics',
    });
  });

  it('also reads a Timestamp without a zone, which a pasted page can hold', () => {
    const sample = rows(40, (_, ticks) => ({ partitionKey: minute(ticks), rowKey: agentRow })).map(
      (row, index) => ({ ...row, timestamp: `2026-11-20 10:${String(index + 2).padStart(2, '0')}:00` }),
    );
    expect(detectScheme('WADLogsTable', sample)[0]?.reason).toContain(
      'Timestamp follows the time in the key',
    );
  });

  it('takes composite keys for what they are', () => {
    const sample = rows(40, (index) => ({
      partitionKey: '2011 New York City Marathon__Full',
      rowKey: `BIB:0${1000 + index}__John__M__55`,
    }));
    expect(detectScheme('Registrations', sample)[0]).toMatchObject({ schemeId: 'none' });
  });
});

/*
 * Where one proposal changes into another: both sides of each border, with the confidence and the words. The rows are written here, and the
 * expected figures are literals.
 */

const HOUR_S = 3600;
const DAY_S = 86_400;
/** 2024-03-05T00:00:00Z. */
const DAY = 638_451_936_000_000_000n;
/** The same day, with a time that no writer rounds to. */
const MORNING = DAY + 370_621_234_567n;

/** The Timestamp of a row that arrives this many seconds after an instant. */
function stampOf(ticks: bigint, delayS: number): string {
  return new Date(Number((ticks - UNIX) / 10_000n) + delayS * 1000).toISOString();
}

/**
 * Rows whose PartitionKey is plain ticks. `delayOf`: seconds from the time in the key to the Timestamp; without it there is no Timestamp.
 */
function ticksRows(instants: readonly bigint[], delayOf?: (at: number) => number): readonly SampleRow[] {
  return instants.map((ticks, at) => ({
    partitionKey: d19(ticks),
    rowKey: 'r',
    ...(delayOf === undefined ? {} : { timestamp: stampOf(ticks, delayOf(at)) }),
  }));
}

const exact = (count: number) => Array.from({ length: count }, (_, at) => MORNING + BigInt(at) * 12_345_678n);

function proposalOf(id: string, rows: readonly SampleRow[], table = 'Events'): SchemeProposal | undefined {
  return detectScheme(table, rows).find(({ schemeId }) => schemeId === id);
}

it('a scheme needs a time in four of five rows', () => {
  const others = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ partitionKey: `config${at}`, rowKey: 'r' }));
  expect(proposalOf('ticks19', [...ticksRows(exact(8)), ...others(2)])).toBeDefined();
  expect(proposalOf('ticks19', [...ticksRows(exact(7)), ...others(3)])).toBeUndefined();
});

describe('Timestamps and the time in the key', () => {
  const FOLLOWS = {
    confidence: 0.828,
    reason: '10 of 10 sampled rows have this time in their keys; Timestamp follows the time in the key',
  };
  const NOT = {
    confidence: 0.58,
    reason:
      '10 of 10 sampled rows have this time in their keys; Timestamp does not follow the time in the key',
  };
  it.each([
    ['at once', () => 0, FOLLOWS],
    ['a week later', () => 7 * DAY_S, FOLLOWS],
    ['a second more', () => 7 * DAY_S + 1, NOT],
    ['15 hours before', () => -15 * HOUR_S, FOLLOWS],
    ['a second more', () => -15 * HOUR_S - 1, NOT],
    ['six of ten', (at: number) => (at < 6 ? 60 : 30 * DAY_S), FOLLOWS],
    ['five of ten', (at: number) => (at < 5 ? 60 : 30 * DAY_S), NOT],
  ] as const)('%s', (_name, delayOf, expected) => {
    expect(proposalOf('ticks19', ticksRows(exact(10), delayOf))).toMatchObject(expected);
  });

  it('those that are no time of day say nothing', () => {
    const rows = ticksRows(exact(10)).map((row) => ({ ...row, timestamp: 'never' }));
    expect(proposalOf('ticks19', rows)?.reason).toBe('10 of 10 sampled rows have this time in their keys');
  });
});

describe('the rounding of the times', () => {
  it.each([
    [60, 4],
    [120, 3],
    [240, 3],
    [300, 3],
    [600, 3],
    [900, 3],
    [1800, 2],
    [3600, 2],
    [86_400, 2],
  ])('%i s are shown by %i times, less often by chance than once in a million', (seconds, enough) => {
    const step = BigInt(seconds) * SECOND;
    const multiples = (count: number) =>
      Array.from({ length: count }, (_, at) => DAY + BigInt(at + 1) * step);
    const roundingOf = (instants: readonly bigint[]) =>
      proposalOf('ticks19', ticksRows(instants))?.roundingTicks;
    expect(roundingOf(multiples(enough))).toBe(step);
    // Repeating the same times shows nothing more.
    const fewer = multiples(enough - 1);
    expect(roundingOf([...fewer, ...fewer])).toBe(enough === 2 ? step : undefined);
    // One time that is off by a tick disproves the rounding.
    expect(roundingOf([...multiples(enough), DAY + 9n * step + 1n])).toBe(undefined);
  });

  it('times of an agent count as those of its longest interval that they fit', () => {
    const roundingOf = (...minutes: readonly bigint[]) =>
      proposalOf(
        'mds-prefixed',
        minutes.map((at) => ({ partitionKey: `${d19(3)}___${d19(DAY + at * MINUTE)}`, rowKey: agentRow })),
        'DemoEventsVer1v0',
      )?.roundingTicks;
    expect([roundingOf(0n), roundingOf(5n), roundingOf(15n, 30n)]).toEqual([
      15n * MINUTE,
      5n * MINUTE,
      15n * MINUTE,
    ]);
    expect([roundingOf(1n), roundingOf(0n, 5n, 7n)]).toEqual([undefined, undefined]);
  });

  it.each([
    [MINUTE, MINUTE],
    [5n * MINUTE, undefined],
    [15n * MINUTE, 15n * MINUTE],
    [1440n * MINUTE, 1440n * MINUTE],
    [7n * MINUTE, undefined],
  ])('to the nearest %i ticks is shown by the time in the other key', (span, shown) => {
    const nearest = (ticks: bigint): string => inv19(((ticks + span / 2n + 1n) / span) * span);
    const roundingOf = (times: readonly bigint[]) => {
      const sample = times.map((ticks) => ({ partitionKey: nearest(ticks), rowKey: inv19(ticks) }));
      return proposalOf('serilog-v8', sample, 'LogEvent')?.roundingTicks;
    };
    expect(roundingOf(exact(40).map((ticks, at) => ticks + BigInt(at) * 7_654_321_098n))).toBe(shown);
    // Events on whole hours do not mean that keys are rounded to hours.
    expect(roundingOf([1n, 2n, 3n].map((hour) => DAY + hour * 3600n * SECOND))).not.toBe(3600n * SECOND);
  });

  it('a single time counts as rounded, unless the writer rounds anyway', () => {
    const row = (partitionKey: string) => [
      { partitionKey, rowKey: 'dep___role___role_IN_0___0000000004294967298' },
    ];
    const at = DAY + 3600n * SECOND;
    expect(proposalOf('ticks19', ticksRows([at]))?.roundingTicks).toBe(3600n * SECOND);
    expect(proposalOf('wad', row(d19(at)), 'WADLogsTable')?.roundingTicks).toBe(undefined);
    expect(proposalOf('wad', row(d19(at)), 'Events')?.roundingTicks).toBe(3600n * SECOND);
    expect(proposalOf('ticks19', ticksRows([MORNING]))?.roundingTicks).toBe(undefined);
    // Whole seconds do not count as exact here either: a window later in the hour would find no rows and look complete.
    const seconds = String((at - UNIX) / SECOND);
    const rows = Array.from({ length: 15 }, (_, row) => ({ partitionKey: seconds, rowKey: `r${row}` }));
    expect(proposalOf('unix-s', rows)?.roundingTicks).toBe(3600n * SECOND);
  });
});

describe('a sample whose RowKeys tell the writer, in a table of another name', () => {
  const times = exact(40).map((ticks, at) => ticks + BigInt(at) * 7_654_321_098n);
  const SPAN = 5n * MINUTE;
  it.each([
    ['serilog-v9.4', (t: bigint) => [inv19(((t + SPAN / 2n + 1n) / SPAN) * SPAN), `${inv19(t)}0042`]],
    ['slab', (t: bigint) => [inv19(((t - MINUTE) / MINUTE) * MINUTE), `web_${inv19(t)}_0A1B2`]],
    ['iisnode-azure', (t: bigint) => ['20240305', `${(t - UNIX) / 10_000n}-77`]],
    ['serilog-v4-7', (t: bigint) => [d19(t - ((t / 10_000n) % 1000n) * 10_000n), 'Error|Hello|1']],
  ] as const)('is of %s', (schemeId, keysOf) => {
    const sample = times.map((ticks) => {
      const [partitionKey = '', rowKey = ''] = keysOf(ticks);
      return { partitionKey, rowKey };
    });
    expect(detectScheme('Events', sample)[0]?.schemeId).toBe(schemeId);
  });
});

describe('the prefixes of a page', () => {
  const row = (prefix: number) => ({
    partitionKey: `${d19(BigInt(prefix))}___${d19(DAY + 600n * SECOND)}`,
    rowKey: 'dep___role___role_IN_0___0000000004294967298',
  });
  it('with a key without one', () => {
    const plain = { ...row(0), partitionKey: d19(DAY + 600n * SECOND) };
    expect(proposalOf('wad', [row(3), plain], 'WADLogsTable')).toMatchObject({
      volume: 10,
      unprefixed: true,
    });
    expect(proposalOf('wad', [plain, plain], 'WADLogsTable')).toMatchObject({ volume: 1, unprefixed: false });
    expect(proposalOf('wad', [plain, plain], 'WADLogsTable')?.reason).toMatch(/; no prefix$/);
  });
});

describe('keys without a time', () => {
  it('of a writer whose table has no rows yet', () => {
    expect(detectScheme('WADLogsTable', [])[0]).toEqual({
      schemeId: 'wad',
      volume: 1,
      unprefixed: false,
      confidence: 0.5,
      reason: 'the table name is one of this writer; no row was sampled',
    });
  });
});

describe('the text before the time', () => {
  const rows = (...names: readonly string[]) =>
    names.map((name, at) => ({ partitionKey: 'p', rowKey: `${name}_${d19(MORNING + BigInt(at))}` }));
  it('is proposed if all keys have the same', () => {
    expect(proposalOf('text-ticks19-row', rows('dev7', 'dev7', 'dev7'))?.textBefore).toBe('dev7_');
    expect(proposalOf('text-ticks19-row', rows('dev7', 'dev7', 'dev8'))).toBeDefined();
    expect(proposalOf('text-ticks19-row', rows('dev7', 'dev7', 'dev8'))?.textBefore).toBe(undefined);
  });
});
