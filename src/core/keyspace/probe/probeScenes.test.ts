import { describe, expect, it } from 'vitest';
import { approvedIn } from '../../approvals.fixture.ts';
import { digest, plainJson } from '../../digest.fixture.ts';
import { seededRandom } from '../seededRandom.ts';
import { Probe } from './probe.ts';
import type { ProbeRow } from './probeTypes.ts';
import { drive, type SortedTable } from './sortedTable.fixture.ts';

/*
 * What the probe says of tables made by seed, and how many requests it takes, so that neither changes unseen. Whether it is right
 * is decided by the tests against the rows of the table. After a change that is meant: APPROVE=1 with this file, and read the difference.
 */

const SEEDS = Array.from({ length: 40 }, (_, at) => String(at + 1));
const NEW_YEAR = 639_028_224_000_000_000n;
const DAY = 864_000_000_000;
const MAX = 3_155_378_975_999_999_999n;
const pad = (value: bigint | number, width = 19) => String(value).padStart(width, '0');
const KINDS = ['prefix', 'prefixes', 'ticks', 'inverted', 'rows', 'names', 'guids', 'mixed'] as const;

function rowsOf(kind: (typeof KINDS)[number], random: () => number, count: number): readonly ProbeRow[] {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const days = pick([0.5, 3, 20]);
  const grain = pick([1n, 10_000_000n, 600_000_000n, 3_000_000_000n]);
  const gap = random() < 0.5 ? [0.4, 0.6] : [2, 2];
  const groups = pick([1, 3, 10]);
  const ofPrefix = Array.from({ length: groups }, () =>
    Math.floor(random() * (groups === 1 ? 1 : 2 * groups)),
  );
  return Array.from({ length: count }, (_, at): ProbeRow => {
    const share = random();
    const moved = share > (gap[0] ?? 2) && share < (gap[1] ?? 2) ? share * 0.5 : share;
    const ticks = ((NEW_YEAR + BigInt(Math.floor(moved * days * DAY))) / grain) * grain;
    const group = ofPrefix[at % groups] ?? 0;
    const hex = () =>
      Math.floor(random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
    const prefixed = { partitionKey: `${pad(group)}___${pad(ticks)}`, rowKey: pad(at) };
    switch (kind) {
      case 'prefix':
      case 'prefixes':
        return prefixed;
      case 'ticks':
        return { partitionKey: pad(ticks), rowKey: pad(at, 6) };
      case 'inverted':
        return { partitionKey: pad(MAX - ticks), rowKey: pad(at, 6) };
      case 'rows':
        return { partitionKey: `device${group}`, rowKey: `${pad(ticks)}_${at}` };
      case 'names':
        return { partitionKey: `name ${group}`, rowKey: `r${at}` };
      case 'guids':
        return {
          partitionKey: `${hex()}-${hex().slice(0, 4)}-4${hex().slice(0, 3)}-a${hex().slice(0, 3)}-${hex()}${hex().slice(0, 4)}`,
          rowKey: '',
        };
      case 'mixed':
        return at % 3 === 0 ? prefixed : { partitionKey: pad(ticks), rowKey: `x${at}` };
    }
  });
}

function said(seed: number) {
  const random = seededRandom(seed * 6983 + 5);
  const kind = KINDS[seed % KINDS.length] ?? 'ticks';
  const count = [3, 60, 900, 2500, 6000][Math.floor(random() * 5)] ?? 3;
  const rows = rowsOf(kind, random, count).toSorted((a, b) =>
    `${a.partitionKey}\u0000${a.rowKey}` < `${b.partitionKey}\u0000${b.rowKey}` ? -1 : 1,
  );
  const table: SortedTable = { count: rows.length, keyAt: (at) => rows[at] as ProbeRow };
  const middle = rows[Math.floor(rows.length / 3)];
  const isCut = random() < 0.25;
  const probe = new Probe({
    tableName: random() < 0.3 ? 'WADLogsTable' : '',
    nowTicks: NEW_YEAR + BigInt(30 * DAY),
    ...(isCut &&
      middle !== undefined && {
        within: { fromPartition: middle.partitionKey, ...(random() < 0.5 && { fromRow: middle.rowKey }) },
      }),
    ...(random() < 0.3 && { mostGroups: 4 }),
    ...(random() < 0.2 && { mostEndRequests: 6 }),
  });
  const cut = random() < 0.3 ? 4 : Number.POSITIVE_INFINITY;
  const found = drive(probe, table, cut);
  probe.look({ from: NEW_YEAR, to: NEW_YEAR + BigInt(4 * DAY), columns: 6, samples: 1 + (seed % 4) });
  const looked = drive(probe, table, cut);
  const { groups, cells, read, ...rest } = probe.picture();
  return JSON.parse(
    plainJson({
      kind,
      rows: count,
      sent: [[...found], [...looked]],
      groups: groups.slice(0, 3).map(({ label, first, last, endRequests, gaps }) => ({
        label,
        first,
        last,
        endRequests,
        gaps: gaps.length,
      })),
      cell: cells[0],
      read,
      ...rest,
      pending: rest.pending.length,
      all: [groups, cells].map((part) => digest(plainJson(part))),
    }),
  ) as unknown;
}

const cases = new Map(SEEDS.map((seed) => [seed, () => said(Number(seed))]));
const approved = approvedIn(new URL('./fixtures/probes.json', import.meta.url), cases);

describe('what the probe says of a table', () => {
  it.each(SEEDS)('%s', (seed) => {
    expect(cases.get(seed)?.()).toEqual(approved[seed]);
  });
});
