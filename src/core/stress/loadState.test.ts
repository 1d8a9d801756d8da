import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from './answer.ts';
import { stormPlan } from './simulateLoad.ts';
import { dueOperations, rateAt, shapeSeconds } from './loadSchedule.ts';
import { RETRY_POLICIES, retryWaitMs } from './retryPolicies.ts';
import { seededRandom } from '../keyspace/seededRandom.ts';
import { keyMaker } from './stressKeys.ts';
import { keysFor, PLAN, policyOf, simulatedLoad } from './stress.fixture.ts';
import { countedEntities, isWrite, type LoadShape, RANGE_ROWS, type StressPlan } from './stressPlan.ts';

const shape: fc.Arbitrary<LoadShape> = fc.oneof(
  fc.record({
    kind: fc.constant('steady'),
    perSecond: fc.integer({ min: 1, max: 40 }),
    seconds: fc.integer({ min: 1, max: 10 }),
  }),
  fc.record({
    kind: fc.constant('steps'),
    fromPerSecond: fc.integer({ min: 1, max: 20 }),
    factor: fc.constantFrom(1.5, 2),
    stepSeconds: fc.integer({ min: 1, max: 3 }),
    mostPerSecond: fc.integer({ min: 20, max: 60 }),
  }),
  fc.record({
    kind: fc.constant('burst'),
    perSecond: fc.integer({ min: 1, max: 10 }),
    factor: fc.integer({ min: 2, max: 9 }),
    atSeconds: fc.integer({ min: 0, max: 3 }),
    lengthSeconds: fc.integer({ min: 1, max: 3 }),
    seconds: fc.integer({ min: 6, max: 10 }),
  }),
  fc.record({
    kind: fc.constant('day'),
    perSecond: fc.integer({ min: 1, max: 40 }),
    depth: fc.constantFrom(0, 0.5, 1),
    seconds: fc.integer({ min: 4, max: 10 }),
  }),
  fc.record({ kind: fc.constant('storm'), writers: fc.integer({ min: 1, max: 100 }) }),
);

const plan: fc.Arbitrary<StressPlan> = fc
  .record({
    seed: fc.integer({ min: 0, max: 1e6 }),
    groups: fc.constantFrom(1, 10),
    target: fc.constantFrom('one partition', 'front', 'spread'),
    shape,
    shares: fc.record({
      insert: fc.integer({ min: 1, max: 5 }),
      transaction: fc.integer({ min: 0, max: 3 }),
      upsert: fc.integer({ min: 0, max: 3 }),
      'point read': fc.integer({ min: 0, max: 3 }),
      'row range': fc.integer({ min: 0, max: 1 }),
    }),
    transactionEntities: fc.integer({ min: 2, max: 100 }),
    policy: fc.constantFrom(...RETRY_POLICIES.map((named) => named.policy)),
    limits: fc.record({
      seconds: fc.integer({ min: 1, max: 200 }),
      rows: fc.integer({ min: 1, max: 600 }),
      bytes: fc.integer({ min: 1000, max: 800_000 }),
      lanes: fc.integer({ min: 1, max: 50 }),
    }),
  })
  .map(({ groups, ...rest }) => ({ ...PLAN, ...rest, keys: { ...PLAN.keys, groups } }));

const STATUS = [204, 204, 204, 503, 503, 429, 500, 408, 409, 404, 400, 0];

describe('any load on any service', () => {
  it('accounts for every operation and never exceeds a limit', () => {
    fc.assert(
      fc.property(plan, fc.integer(), (of, chance) => {
        const random = seededRandom(chance);
        let open: number[] = [];
        let lastMs = 0;
        const seen = new Set<string>();
        let bytes = 0;
        const record = simulatedLoad(of, keysFor(of), {
          answer: ({ kind, keys }, nowMs) => {
            const takesMs = 2000 * random() ** 4;
            expect(nowMs).toBeGreaterThanOrEqual(lastMs);
            lastMs = nowMs;
            open = open.filter((endMs) => endMs > nowMs);
            expect(open.length).toBeLessThan(of.limits.lanes);
            open.push(nowMs + takesMs);
            expect(nowMs).toBeLessThan(of.limits.seconds * 1000);
            expect(new Set(keys.map(({ partitionKey }) => partitionKey)).size).toBe(1);
            if (isWrite(kind)) {
              bytes += keys.length * of.entityBytes;
              for (const { partitionKey, rowKey } of keys) seen.add(`${partitionKey} ${rowKey}`);
            }
            const status = STATUS[Math.floor(random() * STATUS.length)] ?? 204;
            const answer: Answer = {
              status,
              ...(status === 409 && { code: 'EntityAlreadyExists' }),
              entities: status === 204 ? keys.length : 0,
              ...(status === 503 && random() < 0.3 && { retryAfterMs: 3000 }),
            };
            return { answer, takesMs };
          },
        });
        const { totals, seconds } = record;
        const { operations, served, lost, unanswered, unsent } = totals;
        expect(served + lost + unanswered + unsent).toBe(operations);
        expect(record.fromDue.count).toBe(operations);
        expect(seen.size).toBe(totals.rowsSent);
        expect(totals.rowsSent).toBeLessThanOrEqual(of.limits.rows);
        expect(bytes).toBe(totals.bytesSent);
        expect(bytes).toBeLessThanOrEqual(of.limits.bytes);
        const sumOf = (name: 'attempts' | 'served' | 'lost' | 'entities' | 'throttled') =>
          seconds.reduce((sum, second) => sum + second[name], 0);
        for (const name of ['attempts', 'served', 'lost', 'entities', 'throttled'] as const)
          expect(sumOf(name)).toBe(totals[name]);
        for (const { entities, entitiesOf } of seconds)
          expect(entitiesOf.reduce((sum, each) => sum + each, 0)).toBe(entities);
        expect(record.endedMs).toBeLessThanOrEqual(of.limits.seconds * 1000);
      }),
      { numRuns: 100 },
    );
  });

  it('has as many entities due as its shape says, and the same operations for every policy', () => {
    fc.assert(
      fc.property(plan, (of) => {
        const due = [...dueOperations(of)];
        const seconds = shapeSeconds(of.shape);
        const steps = 4000;
        let wanted =
          of.shape.kind === 'storm' ? due.reduce((sum, operation) => sum + countedEntities(operation), 0) : 0;
        for (let at = 0; at < steps; at += 1)
          wanted += (rateAt(of.shape, ((at + 0.5) * seconds) / steps) * seconds) / steps;
        const entities = due.reduce((sum, operation) => sum + countedEntities(operation), 0);
        expect(Math.abs(entities - wanted)).toBeLessThanOrEqual(RANGE_ROWS + 1 + wanted * 0.01);
        expect([...dueOperations({ ...of, policy: policyOf('milder') })]).toEqual(due);
        expect(due.every(({ dueMs }, at) => at === 0 || dueMs >= (due[at - 1]?.dueMs ?? 0))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe('waiting for a retry', () => {
  const busy: Answer = { status: 503, entities: 0 };
  const waits = (id: string, answer = busy, random = 0.5) =>
    [0, 1, 2, 3].map((retries) => retryWaitMs(policyOf(id), retries, answer, () => random));

  it('is never shorter than Retry-After, and nothing that will not pass is sent again', () => {
    const told = { ...busy, retryAfterMs: 7000 };
    expect(waits('fixed', told)[0]).toBe(7000);
    expect(waits('sdk', told)[0]).toBe(7000);
    expect(waits('milder', told)[0]).toBe(7000);
    for (const status of [400, 404, 409, 412, 413, 501])
      expect(waits('fixed', { status, entities: 0 })[0]).toBeUndefined();
    // The SDK gives up on answers that a browser cannot read.
    expect(waits('sdk', { status: 0, entities: 0 })[0]).toBeUndefined();
    expect(waits('sdk', { status: 429, entities: 0 })[0]).toBeUndefined();
    expect(waits('fixed', { status: 429, entities: 0 })[0]).toBe(2000);
  });
});

describe('keys of a load', () => {
  const templates = (partition: string, row: string) =>
    keyMaker({ ...PLAN, keys: { kind: 'templates', partition, row, groups: 10 }, target: 'front' });

  it('are those of a design: one group for each prefix, rows that differ', () => {
    const made = templates('{Writer mod 10:D19}___{Ticks/1m}', '{Guid}');
    if (!made.ok) throw new Error(made.error);
    const operations = [...dueOperations({ ...PLAN, target: 'front' })];
    const keys = operations.flatMap((operation) => {
      const own = made.value(operation);
      return own.ok ? own.value : [];
    });
    expect(new Set(keys.map(({ partitionKey }) => partitionKey.slice(0, 19))).size).toBe(10);
    expect(new Set(keys.map(({ rowKey }) => rowKey)).size).toBe(operations.length);
  });

  it('differ among writers that all begin at the same moment', () => {
    const keys = { kind: 'scheme', schemeId: 'ticks19-row', groups: 1 } as const;
    expect(keyMaker(stormPlan(5000, { ...PLAN, keys })).ok).toBe(true);
  });

  it('are refused if rows would share them', () => {
    expect(templates('{Source}', 'row')).toEqual({
      ok: false,
      error: 'Two rows would get the same keys. Add {Guid} or exact ticks to the RowKey.',
    });
    expect(keyMaker({ ...PLAN, keys: { kind: 'scheme', schemeId: 'none', groups: 1 } }).ok).toBe(false);
  });

  it('are refused if a number in them begins again long after the start', () => {
    const made = (row: string) =>
      keyMaker({
        ...PLAN,
        shape: { kind: 'steady', perSecond: 300, seconds: 5 },
        keys: { kind: 'templates', partition: 'one', row, groups: 1 },
      }).ok;
    expect([made('{Number:D5}'), made('{Number:D6}')]).toEqual([false, true]);
  });

  it('are refused if they alone are larger than a row may be, which no limit of bytes would count', () => {
    const partition = 'x'.repeat(400);
    expect(templates(partition, '{Guid}').ok).toBe(true);
    expect(templates(`${partition}${'y'.repeat(100)}`, '{Guid}')).toEqual({
      ok: false,
      error:
        'Rows with these keys have at least 1,132 bytes: enter at least that for a row, or use shorter keys.',
    });
  });
});
