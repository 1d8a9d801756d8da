import { describe, expect, it } from 'vitest';
import { knowTemplates, templateSchemes } from '../../keys/templates/templateScheme.ts';
import { Probe } from './probe.ts';
import type { ProbeRow } from './probeTypes.ts';
import { probeAll, type SortedTable, sortedTable } from './sortedTable.fixture.ts';

knowTemplates();

const MINUTE = 600_000_000n;
const HOUR = 60n * MINUTE;
const MAX = 3_155_378_975_999_999_999n;
/** 2026-01-01T00:00:00Z */
const START = 639_028_224_000_000_000n;
const NOW = START + 90n * 24n * HOUR;

/** Keys by string arithmetic: `rows` of each site, `step` apart. */
function siteRows(
  sites: readonly string[],
  rows: number,
  step: bigint,
  key: (site: string, ticks: bigint, row: number) => readonly [string, string],
): SortedTable {
  return sortedTable(
    sites.flatMap((site, at) =>
      Array.from({ length: rows + at }, (_, row): ProbeRow => {
        const [partitionKey, rowKey] = key(site, START + BigInt(row) * step, row);
        return { partitionKey, rowKey };
      }),
    ),
  );
}

function probed(table: SortedTable, partition: string, row: string): Probe {
  const templates = templateSchemes([{ partition, row }]);
  const probe = new Probe({ tableName: 'Own', nowTicks: NOW, templates });
  probe.allow(1000);
  probeAll(probe, table);
  return probe;
}

const floor = (ticks: bigint, step: bigint): string => `${(ticks / step) * step}`.padStart(19, '0');

describe('a probe with a template of the user', () => {
  it('finds one group for each text before the time, with its ends and its rows', () => {
    const sites = ['ber', 'lon', 'par-2'];
    const table = siteRows(sites, 3000, 10n * MINUTE, (site, ticks, row) => [
      `${site}~${floor(ticks, HOUR)}`,
      `${row}`.padStart(8, '0'),
    ]);
    const probe = probed(table, '{Site}~{Ticks/1h}', '{Id}');
    const { groups, incomplete } = probe.picture();
    expect(incomplete).toBeUndefined();
    expect(groups.map(({ label }) => label)).toEqual(sites);
    expect(groups.map(({ textBefore }) => textBefore)).toEqual(['ber~', 'lon~', 'par-2~']);
    for (const [at, group] of groups.entries()) {
      const last = START + BigInt(3000 + at - 1) * 10n * MINUTE;
      expect(group.first).toEqual({ ticks: START, isExact: true });
      expect(group.last).toEqual({ ticks: (last / HOUR) * HOUR, isExact: true });
      expect(Math.abs((group.rows?.rows ?? 0) - (3000 + at))).toBeLessThan(150);
    }
  });

  it('follows times that count down, behind buckets and with 19 digits as agents write them', () => {
    const table = siteRows(
      ['0000000000000000000', '0000000000000000001'],
      2500,
      HOUR / 4n,
      (bucket, ticks) => [`${bucket}___${`${MAX - (ticks / MINUTE) * MINUTE}`.padStart(19, '0')}`, 'row'],
    );
    const probe = probed(table, '{Writer mod 10:D19}___{InvertedTicks/1m}', '{Id}');
    const { groups } = probe.picture();
    expect(groups.map(({ label, kind }) => [label, kind])).toEqual([
      ['0', 'run'],
      ['1', 'run'],
    ]);
    expect(groups.map(({ first, last }) => [first?.ticks, last?.ticks])).toEqual([
      [START, START + (2499n * HOUR) / 4n],
      [START, START + (2500n * HOUR) / 4n],
    ]);
  });

  it('reads the time of each partition in its RowKey where months are in the PartitionKey', () => {
    const table = siteRows(['acme', 'zeta'], 900, MINUTE, (site, ticks) => [
      `${site}_202601`,
      `${MAX - ticks}`,
    ]);
    const probe = probed(table, '{Tenant}_{yyyyMM}', '{InvertedTicks}');
    expect(
      probe.picture().groups.map(({ label, first, last }) => [label, first?.ticks, last?.ticks]),
    ).toEqual([
      ['acme_202601', START, START + 899n * MINUTE],
      ['zeta_202601', START, START + 900n * MINUTE],
    ]);
  });

  it('never calls a bucket counted whose rows are in several partitions', () => {
    // 9,000 devices write at the same minute: one bucket is many partitions.
    const table = siteRows(['d'], 9000, 0n, (_, ticks, row) => [
      `${floor(ticks, MINUTE)}_dev${`${row}`.padStart(5, '0')}`,
      'row',
    ]);
    const probe = probed(table, '{Ticks/1m}_{Device}', '{Id}');
    expect(probe.picture().groups.map(({ label }) => label)).toEqual(['all']);
    const [group] = probe.picture().groups;
    expect([group?.rows?.isCount, (group?.rows?.rows ?? 0) >= 1000]).toEqual([false, true]);
  });

  it('leaves tables of other keys as they are without it', () => {
    const table = siteRows(['0000000000000000000'], 500, MINUTE, (bucket, ticks) => [
      `${bucket}___${floor(ticks, MINUTE)}`,
      'row',
    ]);
    const plain = new Probe({ tableName: 'Own', nowTicks: NOW });
    probeAll(plain, table);
    const own = probed(table, '{Site}~{Ticks/1h}', '{Id}');
    const told = (probe: Probe) =>
      probe.picture().groups.map(({ label, schemeId, first, last }) => [label, schemeId, first, last]);
    expect(told(own)).toEqual(told(plain));
  });
});
