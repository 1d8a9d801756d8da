// A probe while things go wrong: what was found is kept, what is unknown is called unknown, and no request is wasted.
import { describe, expect, it } from 'vitest';
import { probeGrid } from '../../src/core/keyspace/probe/probeGrid.ts';
import type { ProbeGroup, ProbePicture } from '../../src/core/keyspace/probe/probeTypes.ts';
import { d19, MINUTE, ticksOfMs } from '../../scripts/demo/keyText.mjs';
import { compareRows } from '../../scripts/demo/rows.mjs';
import type { FaultRule } from '../rig/faultRules.ts';
import { arrayRows, liveRows } from '../rig/rowSource.ts';
import { findOnly, minuteRows, settleAll, startProbe } from './probeRuns.ts';
import { RUN_EPOCH_MS } from './virtualTime.ts';

const NOW = ticksOfMs(RUN_EPOCH_MS);
const FROM = NOW - 2000n * MINUTE;
const rowOf = minuteRows(FROM);

/** Eight prefixes with 1,000 rows each, one a minute. Prefix 7 is silent for 300 minutes. */
const ROWS = Array.from({ length: 8 }, (_, prefix) =>
  Array.from({ length: 1000 }, (_row, minute) => rowOf(prefix, minute)).filter(
    (_row, minute) => prefix !== 7 || minute < 300 || minute >= 600,
  ),
).flat();
const TIMES = { first: FROM, last: FROM + 999n * MINUTE };

/** Prefixes 8 and 9 belong to the event volume too, but have no rows. */
function foundOf({ groups }: ProbePicture): readonly ProbeGroup[] {
  return groups.filter(({ presence }) => presence === 'found');
}

function timesOf(
  groups: readonly {
    readonly first?: { readonly ticks: bigint };
    readonly last?: { readonly ticks: bigint };
  }[],
) {
  return groups.map(({ first, last }) => ({ first: first?.ticks, last: last?.ticks }));
}

describe('a probe under faults', () => {
  it('503, resets and silences on the way change nothing but the time', async () => {
    const rules: readonly FaultRule[] = [
      { action: { kind: 'status', status: 503, code: 'ServerBusy' }, chance: 0.1 },
      { action: { kind: 'reset' }, chance: 0.05 },
      { action: { kind: 'empties', count: 3 }, chance: 0.1 },
      { action: { kind: 'hold' }, nth: { from: 40, to: 40 } },
    ];
    const rig = startProbe({ source: arrayRows(ROWS), rules });
    await rig.settle();
    const { picture, phase, fault } = rig.state();
    expect([phase, fault, picture.incomplete]).toEqual(['done', undefined, undefined]);
    expect(timesOf(foundOf(picture))).toEqual(foundOf(picture).map(() => TIMES));
    expect(foundOf(picture)).toHaveLength(8);
    expect(picture.groups).toHaveLength(10);
    expect(rig.layer.log.maxInFlight()).toBeLessThanOrEqual(6);
  });

  it('pauses where the SAS ends in the middle, sends nothing more, and goes on with another one', async () => {
    const rig = startProbe({
      source: arrayRows(ROWS),
      rules: [{ action: { kind: 'expired' }, nth: { from: 16, to: 1_000_000 } }],
    });
    await rig.settle();
    const paused = rig.state();
    expect(paused.phase).toBe('paused');
    expect(paused.pause).toMatch(/SAS/);
    expect(paused.picture.groups.length).toBeGreaterThan(3);
    // Only the requests that were in flight in all lanes, not one for each search.
    expect(rig.asked()).toBeLessThan(25);
    expect(paused.picture.requests).toBe(15);
    rig.layer.setRules([]);
    rig.renew();
    rig.goOn();
    await rig.settle();
    const { picture, phase, pause } = rig.state();
    expect([phase, pause]).toEqual(['done', undefined]);
    expect(timesOf(foundOf(picture))).toEqual(foundOf(picture).map(() => TIMES));
    expect(foundOf(picture)).toHaveLength(8);
    expect(picture.groups).toHaveLength(10);
  });

  it('a stop keeps what was found; Continue ends as if nothing had been', async () => {
    const rig = startProbe({ source: arrayRows(ROWS) });
    rig.time.arrive(rig.probe.stop, 25);
    await rig.settle();
    const stopped = rig.state();
    expect(stopped.phase).toBe('stopped');
    expect(stopped.picture.stage).toBe('finding');
    expect(stopped.picture.groups.length).toBeGreaterThan(0);
    const sent = rig.asked();
    await rig.settle();
    expect(rig.asked()).toBe(sent);
    rig.goOn();
    await rig.settle();
    const { picture, phase } = rig.state();
    expect([phase, picture.incomplete, picture.stage]).toEqual(['done', undefined, 'done']);
    expect(timesOf(foundOf(picture))).toEqual(foundOf(picture).map(() => TIMES));
    expect(foundOf(picture)).toHaveLength(8);
    expect(picture.groups).toHaveLength(10);
  });

  it('a table that grows meanwhile: no group is lost, no time goes back', async () => {
    const table = [...ROWS];
    const rig = await findOnly({
      source: (time) => {
        for (let at = 0; at < 50; at += 1) {
          time.arrive(() => {
            table.push(rowOf(at % 8, 1000 + at), rowOf(8 + (at % 3), at));
            table.sort(compareRows);
          }, at * 5);
        }
        return liveRows(table);
      },
    });
    const { picture } = rig.state();
    expect(picture.groups.length).toBeGreaterThanOrEqual(8);
    for (const { first, last, label } of picture.groups.slice(0, 8)) {
      expect([label, first?.ticks]).toEqual([label, TIMES.first]);
      expect(last?.ticks).toBeGreaterThanOrEqual(TIMES.last);
    }
  });

  it('a table that is not there, and one that the SAS may not read: said once, after one request', async () => {
    for (const [status, code] of [
      [404, 'TableNotFound'],
      [403, 'AuthorizationPermissionMismatch'],
    ] as const) {
      const rig = startProbe({
        source: arrayRows(ROWS),
        rules: [{ action: { kind: 'status', status, code } }],
      });
      await rig.settle();
      expect(rig.asked()).toBe(1);
      expect(rig.state().phase).toBe('paused');
      expect(rig.state().pause?.length).toBeGreaterThan(10);
    }
  });
});

describe('a probe within a SAS key range', () => {
  const at = (prefix: number, minute: number): string => rowOf(prefix, minute).partitionKey;

  it('asks inside only, and claims nothing of what lies outside', async () => {
    const rig = startProbe({
      source: arrayRows(ROWS),
      sas: { spk: at(3, 500), epk: at(6, 200) },
    });
    await rig.settle();
    const { picture, phase, reach } = rig.state();
    expect([phase, reach]).toEqual(['done', { fromPartition: at(3, 500), toPartition: at(6, 200) }]);
    expect(picture.groups.map(({ label }) => label)).toEqual(['3', '4', '5', '6']);
    const [third, fourth] = picture.groups;
    expect(picture.groups[3]?.last?.ticks).toBe(FROM + 200n * MINUTE);
    // Nothing is claimed about times that the SAS does not allow, although the map shows them.
    const minute = (at: bigint): readonly [bigint, bigint] => [FROM + at * MINUTE, FROM + (at + 1n) * MINUTE];
    expect(third?.rowsIn(...minute(499n))).toBeUndefined();
    expect(picture.groups[3]?.rowsIn(...minute(202n))).toBeUndefined();
    expect(fourth?.rowsIn(...minute(0n))?.rows).toBe(1);
    for (const { filter } of rig.layer.log.all()) {
      const keys = [...(filter ?? '').matchAll(/PartitionKey \w+ '([^']*)'/g)].map(([, key]) => key ?? '');
      expect(keys.length).toBeGreaterThan(0);
      expect(keys.filter((key) => key < at(3, 500) || key > at(6, 200))).toEqual([]);
    }
  });

  it('cuts the RowKeys of one partition', async () => {
    const rows = Array.from({ length: 5000 }, (_, minute) => ({
      ...rowOf(0, 0),
      partitionKey: 'orders',
      rowKey: d19(FROM + BigInt(minute) * MINUTE),
    }));
    const key = (minute: number): string => d19(FROM + BigInt(minute) * MINUTE);
    const rig = startProbe({
      source: arrayRows(rows),
      sas: { spk: 'orders', srk: key(1000), epk: 'orders', erk: key(1499) },
    });
    await rig.settle();
    const [group] = rig.state().picture.groups;
    expect([group?.first?.ticks, group?.last?.ticks]).toEqual([FROM + 1000n * MINUTE, FROM + 1499n * MINUTE]);
    const { picture, looks } = rig.state();
    const [look] = looks;
    if (look === undefined) throw new Error('Nothing was looked at.');
    expect(probeGrid(picture, look, look.columns).counts.reduce((sum, count) => sum + count, 0)).toBe(500);
  });
});

describe('a probe of which more is asked', () => {
  it('proves gaps, and counts a part that is refined', async () => {
    const rig = startProbe({ source: arrayRows(ROWS.slice(3000)) });
    await settleAll(rig);
    rig.probe.sampleMore();
    await rig.settle();
    const base = rig.state().picture;
    const silent = base.groups.find(({ label }) => label === '7')?.gaps;
    expect(silent).toEqual([
      { from: FROM + 300n * MINUTE, to: FROM + 600n * MINUTE, isFromExact: true, isToExact: true },
    ]);
    expect(base.groups.filter(({ gaps }) => gaps.length > 0)).toHaveLength(1);
    // A part of the map. Prefixes 0 to 2 have rows of their own there.
    const part = { from: FROM + 39n * MINUTE, to: FROM + 99n * MINUTE, groupFrom: 5, groupTo: 7 };
    rig.probe.refine(part);
    await rig.settle();
    const { picture } = rig.state();
    expect(picture.requests - base.requests).toBeLessThanOrEqual(200);
    expect(picture.groups[5]?.rowsIn(part.from, part.to)).toEqual({
      rows: 60,
      isCount: true,
      standardError: 0,
    });
  });
});
