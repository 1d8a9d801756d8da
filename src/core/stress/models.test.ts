import { describe, expect, it } from 'vitest';
import { seededRandom } from '../keyspace/seededRandom.ts';
import { comparePolicies, leastLosing, type PolicyOutcome, stormPlan } from './simulateLoad.ts';
import { RETRY_POLICIES } from './retryPolicies.ts';
import { DEFAULT_SERVICE, type ServiceAssumptions, serviceModel } from './serviceModel.ts';
import { keysFor, PLAN, policyOf, simulatedLoad } from './stress.fixture.ts';
import type { StressPlan } from './stressPlan.ts';
import { verdictOf } from './verdict.ts';
import { runSteps } from '../steps.ts';

const MODELS = Array.from({ length: 12 }, (_, seed) => seed + 1);

/** A service with random limits, and a load that should find them. */
function unknown(seed: number) {
  const random = seededRandom(seed * 7919);
  const between = (low: number, high: number) => Math.round(low + (high - low) * random());
  const isSpread = random() < 0.4;
  const partition = between(60, 200);
  const server = between(120, 400);
  const account = between(150, 600);
  const assumed: ServiceAssumptions = {
    ...DEFAULT_SERVICE,
    partitionPerSecond: partition,
    accountPerSecond: account,
    burstSeconds: 0.2 + 0.8 * random(),
    latencyMs: between(4, 40),
    jitterMs: between(0, 40),
    // The service must not move partitions to other servers during the load, which would raise the limit that the load should find.
    servers: { ...DEFAULT_SERVICE.servers, targetPerSecond: server, patienceSeconds: 600 },
    seed,
    ...(random() < 0.5 && { retryAfterMs: 1000 }),
  };
  const groups = 10;
  const plan: StressPlan = {
    ...PLAN,
    seed,
    keys: { kind: 'scheme', schemeId: 'mds-prefixed', groups },
    target: isSpread ? 'front' : 'one partition',
    shares: { insert: 0.3, transaction: 0.5, upsert: 0.2 },
    transactionEntities: between(2, 8),
    shape: { kind: 'steps', fromPerSecond: 40, factor: 1.6, stepSeconds: 3, mostPerSecond: 700 },
    policy: (RETRY_POLICIES[seed % RETRY_POLICIES.length] ?? RETRY_POLICIES[0])?.policy ?? policyOf('none'),
  };
  // Spread over ten prefixes, with three partitions each because some writers are late, the load reaches the limit of the server or of the
  // account before that of any partition.
  const limit = isSpread ? Math.min(server, account) : Math.min(partition, server, account);
  return { plan, assumed, limit };
}

describe('services with unknown limits', () => {
  it.each(MODELS)('service %i is throttled within a tenth of its limit', (seed) => {
    const { plan, assumed, limit } = unknown(seed);
    const record = simulatedLoad(plan, keysFor(plan), serviceModel(assumed, plan.keys.groups));
    const { kind, perSecond } = verdictOf(record, plan);
    expect(kind).toBe('throttled');
    expect(Math.abs(perSecond / limit - 1)).toBeLessThan(0.1);
  });
});

function outcomesOf(plan: StressPlan, assumed: ServiceAssumptions): readonly PolicyOutcome[] {
  return runSteps(comparePolicies(plan, keysFor(plan), assumed, RETRY_POLICIES));
}

describe('retry policies side by side', () => {
  it('names the policy that loses least in all services but one', () => {
    const wrong = MODELS.filter((seed) => {
      const random = seededRandom(seed * 104_729);
      const plan: StressPlan = {
        ...PLAN,
        seed,
        shape: {
          kind: 'burst',
          perSecond: 3 + 5 * random(),
          factor: 3 + 12 * random(),
          atSeconds: 2,
          lengthSeconds: 2 + 6 * random(),
          seconds: 20,
        },
        limits: { ...PLAN.limits, seconds: 40 + 200 * random() },
      };
      const assumed = { ...DEFAULT_SERVICE, partitionPerSecond: 12 + 12 * random(), seed };
      const named = leastLosing(outcomesOf(plan, assumed))?.id;
      // How much each policy loses on average, for the same load and service with other random numbers.
      const lost = new Map<string, number>();
      for (const draw of [1, 2]) {
        const other = { ...plan, seed: seed * 100 + draw };
        for (const outcome of outcomesOf(other, { ...assumed, seed: other.seed }))
          lost.set(outcome.id, (lost.get(outcome.id) ?? 0) + outcome.record.unserved);
      }
      const least = Math.min(...lost.values());
      return (lost.get(named ?? '') ?? Number.POSITIVE_INFINITY) > least;
    });
    expect(wrong.length).toBeLessThanOrEqual(1);
  });

  it('sends the retries of a storm together if they wait a fixed time, and apart if they draw it', () => {
    const plan = stormPlan(1000, PLAN);
    const assumed = { ...DEFAULT_SERVICE, partitionPerSecond: 150 };
    const of = new Map(outcomesOf(plan, assumed).map(({ id, record }) => [id, record]));
    const busiest = (id: string) => {
      const later = of.get(id)?.seconds.slice(1) ?? [];
      return Math.max(0, ...later.map(({ attempts }) => attempts));
    };
    expect(of.get('none')).toMatchObject({ totals: { attempts: 1000 }, amplification: 1 });
    expect(of.get('none')?.unserved).toBeGreaterThan(800);
    expect(busiest('fixed')).toBeGreaterThan(800);
    expect(busiest('milder')).toBeLessThan(busiest('fixed') / 1.5);
    expect(of.get('milder')?.unserved).toBeLessThan(of.get('fixed')?.unserved ?? 0);
    for (const { totals } of of.values()) expect(totals.operations).toBe(1000);
  });
});
