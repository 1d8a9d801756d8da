// A probe while things go wrong: what was found is kept, what is unknown is called unknown, and no request is wasted.
import { beforeAll, describe, expect, it } from 'vitest';
import { probeGrid } from '../../src/core/keyspace/probe/probeGrid.ts';
import type { ProbeGroup, ProbePicture } from '../../src/core/keyspace/probe/probeTypes.ts';
import { d19, MINUTE, ticksOfMs } from '../../scripts/demo/keyText.mjs';
import { compareRows } from '../../scripts/demo/rows.mjs';
import type { FaultRule } from '../rig/faultRules.ts';
import { arrayRows, liveRows } from '../rig/rowSource.ts';
import { findOnly, minuteRows, type ProbeRig, settleAll, startProbe } from './probeRuns.ts';
import { RUN_EPOCH_MS } from './virtualTime.ts';
import { MOST_EMPTY_IN_A_ROW, MOST_EMPTY_PAGES } from '../../src/tables/run/keyPages.ts';
import { MILLION_ROW_TABLES } from './probeTables.ts';
import { budgetTable } from './probeBudgetTables.ts';

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

// A probe while no request is answered, on the virtual clock: what it costs, and that it continues by itself.
const STORM_FROM = ticksOfMs(RUN_EPOCH_MS) - 1500n * MINUTE;
const stormRow = minuteRows(STORM_FROM);

const STORM_ROWS = Array.from({ length: 40 }, (_, prefix) =>
  Array.from({ length: 1000 }, (_row, minute) => stormRow(prefix, minute)),
).flat();
const STORM_MS = 60_000;

async function probed(rules: readonly FaultRule[], rows = STORM_ROWS): Promise<ProbeRig> {
  const rig = startProbe({ source: arrayRows(rows), rules });
  await rig.settle();
  return rig;
}

/** What the probe reports about each group. */
function toldOf(rig: ProbeRig): readonly unknown[] {
  return rig.state().picture.groups.map(({ label, first, last, rows }) => [label, first, last, rows]);
}

function sentAtMs(rig: ProbeRig): readonly number[] {
  return rig.layer.log.all().map(({ startedAtMs }) => startedAtMs);
}

describe('a storm over a probe', () => {
  let calm: ProbeRig;
  beforeAll(async () => {
    calm = await probed([]);
  }, 60_000);

  for (const [fromMs, code] of [
    [40, 'ServerBusy'],
    [90, 'OperationTimedOut'],
  ] as const) {
    it(`of ${code} for 60 s, from ${fromMs} ms on, costs 30 requests more at most`, async () => {
      const toMs = fromMs + STORM_MS;
      const action = { kind: 'status', status: code === 'ServerBusy' ? 503 : 500, code } as const;
      const rig = await probed([{ action, during: { fromMs, toMs } }]);
      expect([rig.state().phase, rig.state().fault]).toEqual(['done', undefined]);
      expect(toldOf(rig)).toEqual(toldOf(calm));
      expect(calm.asked()).toBeGreaterThanOrEqual(40);
      expect(rig.asked() - calm.asked()).toBeLessThanOrEqual(30);
      expect(rig.layer.log.maxInFlight()).toBeLessThanOrEqual(6);
      const first = rig.layer.log
        .all()
        .find(({ startedAtMs, status }) => startedAtMs >= toMs && status === 200);
      expect(first?.startedAtMs).toBeLessThanOrEqual(toMs + 5000);
    });
  }

  it('that asks to wait is not undercut, and one that never ends pauses the probe after five minutes', async () => {
    const action = { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: '20' } as const;
    const asked = await probed([{ action, during: { fromMs: 50, toMs: 1000 } }]);
    expect(asked.state().phase).toBe('done');
    const refused = asked.layer.log
      .all()
      .flatMap(({ status, endedAtMs }) => (status === 503 ? (endedAtMs ?? []) : []));
    expect(refused.length).toBeLessThanOrEqual(12);
    const last = Math.max(...refused);
    const next = sentAtMs(asked).filter((atMs) => atMs >= last);
    expect(next[0]).toBeGreaterThanOrEqual(last + 20_000);

    const endless = await probed([
      { action: { ...action, retryAfter: '1' }, during: { fromMs: 50, toMs: 1e9 } },
    ]);
    expect(endless.state().phase).toBe('paused');
    expect(endless.state().pause).toMatch(/503|busy/i);
    expect(endless.asked()).toBeLessThan(150);
    endless.layer.setRules([]);
    endless.goOn();
    await endless.settle();
    expect(endless.state().phase).toBe('done');
  });
});

describe('pages without rows', () => {
  it('that never end are left, in words', async () => {
    const rig = await probed(
      [{ action: { kind: 'empties', count: 1e6 }, nth: { from: 20, to: 1e9 } }],
      STORM_ROWS.slice(0, 8000),
    );
    const { phase, fault } = rig.state();
    expect(phase).toBe('done');
    expect(fault).toMatch(/answers in a row had no rows/);
    expect(rig.layer.log.all().length - rig.asked()).toBeLessThan(MOST_EMPTY_IN_A_ROW + 6 * MOST_EMPTY_PAGES);
  });
});

// In tables of up to a million rows, a probe finds every prefix with its first and last time, with a few requests for each. It uses the
// app's own requests, and the result is compared with the content of the table.
const MOST_PRESSES = 12;

describe('a probe of a million rows', () => {
  it.each(MILLION_ROW_TABLES)('$name', async ({ source, groups, paging }) => {
    expect(source.count).toBeGreaterThanOrEqual(1_000_000);
    const rig = startProbe({ source, ...(paging === undefined ? {} : { paging }) });
    await rig.settle();
    const first = rig.state().picture;
    expect(first.requests).toBeLessThanOrEqual(paging === undefined ? 50 : 60);
    expect(first.rowsRead).toBeLessThan(7000);
    // Each press allows 200 more requests.
    const isOpen = ({ held }: ProbePicture): boolean => held?.isFinding === true || (held?.ends ?? 0) > 0;
    for (let presses = 0; presses < MOST_PRESSES && isOpen(rig.state().picture); presses++) {
      rig.probe.sampleMore();
      await rig.settle();
    }
    const { picture, fault, pause } = rig.state();
    expect([fault, pause, picture.incomplete]).toEqual([undefined, undefined, undefined]);
    const found = picture.groups.map(({ label, first, last }) => [label, first?.ticks, last?.ticks]);
    const truth = groups.map(({ label, first, last }) => [label, first, last]);
    expect(found).toEqual(truth);
    for (const { first, last } of picture.groups)
      expect([first?.isExact, last?.isExact]).not.toContain(false);
  });
});

// What a probe may cost until a person asks for more, counted at the service: 50 requests, and some thousand rows, whatever the size of the
// table.
/** One table of each size, which includes at least one of each family of keys. */
const TABLES = 16;

describe('the budget of a probe', () => {
  it.each(Array.from({ length: TABLES }, (_, at) => budgetTable(at)))(
    'holds in requests and in rows: $name',
    async ({ source, sas, rows }) => {
      const rig = startProbe({ source, ...(sas === undefined ? {} : { sas }) });
      await rig.settle();
      const { phase, pause, fault } = rig.state();
      expect({ phase, pause }).toEqual({ phase: 'done', pause: undefined });
      // If a table has fewer than two rows, nothing shows whether tokens are readable, which is reported as a fault.
      expect(fault === undefined).toBe(rows > 1);
      expect(rig.layer.log.all().length).toBeLessThanOrEqual(50);
      // A table of a few pages is read completely, after a search for its groups.
      expect(rig.served()).toBeLessThanOrEqual(Math.min(1.3 * rows + 1, 10_000));
    },
  );
});
