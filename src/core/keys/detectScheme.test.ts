import { describe, expect, it } from 'vitest';
import { isoToTicks, ticksToIso } from '../time/ticks.ts';
import { detectScheme, type SampleRow } from './detectScheme.ts';
import { d19, inv19 } from './keyRanges.fixture.ts';

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
