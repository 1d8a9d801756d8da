import { describe, expect, it } from 'vitest';
import type { Answer } from './answer.ts';
import { DEFAULT_SERVICE, type ServiceAssumptions, type ServiceModel, serviceModel } from './serviceModel.ts';
import { keysFor, PLAN, simulatedLoad } from './stress.fixture.ts';
import type { StressPlan } from './stressPlan.ts';
import { verdictOf } from './verdict.ts';

const SERVICE: ServiceAssumptions = { ...DEFAULT_SERVICE, latencyMs: 20, jitterMs: 0 };
const steps = { kind: 'steps', fromPerSecond: 50, factor: 1.5, stepSeconds: 3, mostPerSecond: 300 } as const;

function judged(
  change: Partial<StressPlan>,
  service: Partial<ServiceAssumptions> | ServiceModel = {},
  isEmulator = false,
) {
  const plan = { ...PLAN, shape: steps, ...change };
  const model = 'answer' in service ? service : serviceModel({ ...SERVICE, ...service }, plan.keys.groups);
  return verdictOf(simulatedLoad(plan, keysFor(plan), model), plan, { isEmulator });
}

const keys = (groups: number) => ({ kind: 'scheme', schemeId: 'mds-prefixed', groups }) as const;

/** A service that gives the answer `then` from a time on. */
function from(atMs: number, then: Answer): ServiceModel {
  return {
    answer: (_operation, nowMs) => ({
      answer: nowMs < atMs ? { status: 204, entities: 1 } : then,
      takesMs: 20,
    }),
  };
}

describe('the verdict', () => {
  it('names where one partition is throttled, and how many prefixes would do', () => {
    const verdict = judged({ keys: keys(1) }, { partitionPerSecond: 194 });
    expect(verdict.kind).toBe('throttled');
    expect(verdict.sentence).toMatch(
      /^Throttled at 19\d entities\/s on one partition: keys too coarse for the 300\/s you asked for; 2 prefixes would do\.$/,
    );
    expect(verdict.advice).toEqual({ text: 'Open these keys in Design with 2 prefixes.', groups: 2 });
    expect(verdict.evidence.join(' ')).toMatch(/of [\d,]+ requests got 503 or 429/);
  });

  it('ends steps soon after the service throttles, long before the last one', () => {
    const shape = { ...steps, mostPerSecond: 20_000 };
    const { evidence } = judged({ keys: keys(1), shape }, { partitionPerSecond: 194 });
    const [, seconds] = /^In (\d+) throttled seconds/mu.exec(evidence.join('\n')) ?? [];
    expect(seconds).toBe('8');
  });

  it('takes a row for served if a retry finds it, and for lost if it was there before', () => {
    const exists: Answer = { status: 409, code: 'EntityAlreadyExists', entities: 0 };
    const policy = { kind: 'fixed', waitMs: 100, retries: 3 } as const;
    const seen = new Set<number>();
    const found = judged(
      { policy },
      {
        answer: ({ index }) => {
          const answer: Answer = seen.has(index) ? exists : { status: 500, entities: 0 };
          seen.add(index);
          return { answer, takesMs: 20 };
        },
      },
    );
    expect(found.kind).toBe('served');
    expect(judged({ policy }, from(0, exists)).kind).toBe('nothing');
  });

  it('says if the keys have enough prefixes already', () => {
    const { sentence, advice } = judged({ keys: keys(10) }, { partitionPerSecond: 194 });
    expect(sentence).toContain('2 prefixes would do for the 300/s you asked for, and your keys have 10.');
    expect(advice?.groups).toBeUndefined();
  });

  it('does not blame keys for what all partitions share', () => {
    const servers = { ...SERVICE.servers, targetPerSecond: 150, patienceSeconds: 600 };
    const { kind, sentence, perSecond } = judged({ keys: keys(10), target: 'front' }, { servers });
    expect(kind).toBe('throttled');
    expect(Math.abs(perSecond / 150 - 1)).toBeLessThan(0.1);
    expect(sentence).toMatch(
      /^Throttled at 1\d\d entities\/s over 10 prefixes \(1\d\/s each\): not the limit of one partition/,
    );
  });

  it('takes a peak of one second for no proof: a service may take a burst once', () => {
    const burst = { perSecond: 50, factor: 10, atSeconds: 3, lengthSeconds: 1, seconds: 8 };
    const { kind, perSecond } = judged({ shape: { kind: 'burst', ...burst } });
    expect(kind).toBe('served');
    expect(perSecond).toBeLessThan(210);
  });

  it('says what a browser proves that was the limit itself, and when that began', () => {
    const shape = { ...steps, mostPerSecond: 600 };
    const verdict = judged({ shape, limits: { ...PLAN.limits, lanes: 6 } });
    expect(verdict.kind).toBe('browser');
    expect(verdict.sentence).toMatch(
      /^Not throttled at 300 entities\/s on one partition: the browser was the limit, so this proves at least 300\/s\.$/,
    );
    expect(verdict.evidence.join(' ')).toMatch(
      /at (?:299|300)\/s, requests waited because all 6 connections were in use/,
    );
  });

  it.each([
    {
      how: 'from the start',
      takesMs: () => 2000,
      said: /limit \(2,000 ms each\), so this proves at least \d+\/s\.$/,
    },
    {
      how: 'as soon as they wait for each other',
      takesMs: (() => {
        let freeMs = 0;
        return (nowMs: number) => {
          freeMs = Math.max(nowMs, freeMs) + 8;
          return freeMs - nowMs;
        };
      })(),
      said: /slow answers were the limit \(\d\d(?:\.\d)? ms each\), so this proves at least 12\d\/s\.$/,
    },
  ])('does not blame the browser for a service that answers slowly $how', ({ takesMs, said }) => {
    const { kind, sentence, evidence } = judged(
      { limits: { ...PLAN.limits, lanes: 6 } },
      { answer: (_operation, nowMs) => ({ answer: { status: 204, entities: 1 }, takesMs: takesMs(nowMs) }) },
    );
    expect(kind).toBe('slow');
    expect(sentence).toMatch(said);
    expect(evidence.join(' ')).toMatch(/all 6 connections were in use\. Answers took [\d,.]+ ms/);
  });

  it('says that all was served; an emulator proves nothing about Azure', () => {
    expect(judged({}).sentence).toBe(
      'Not throttled at 300 entities/s on one partition: the 300/s you asked for were served.',
    );
    const { sentence, advice } = judged({}, {}, true);
    expect(sentence).toContain('An emulator never throttles: this says nothing about Azure.');
    expect(advice).toBeUndefined();
  });

  it('says why it ended early, and what was not served', () => {
    const short = judged({ limits: { ...PLAN.limits, seconds: 0.5 } });
    expect(short.sentence).toBe('No whole second was measured. The test reached its time limit after 0.5 s.');
    // What the sentence says is not said again below it.
    expect(short.evidence.join(' ')).not.toContain('time limit');
    const refused = from(4000, { status: 403, code: 'AuthenticationFailed', entities: 0 });
    expect(judged({}, refused).sentence).toMatch(
      /but not all of the 300\/s you asked for was served\. The service refused the credential or the table \(403 AuthenticationFailed\) after 4\.02 s\.$/,
    );
    const invalid = from(0, { status: 400, code: 'InvalidInput', entities: 0 });
    expect(judged({}, invalid)).toMatchObject({
      kind: 'nothing',
      sentence: expect.stringMatching(/^Nothing was served\. Answers: 400 InvalidInput [\d,]+\.$/),
    });
  });

  it.each([
    { perSecond: 300, found: 'throttled', rate: 194 },
    { perSecond: 150, found: 'served', rate: 150 },
  ])('does not take a partition that is moved for one that is full: $perSecond/s', (of) => {
    const model = serviceModel({ ...SERVICE, partitionPerSecond: 194 }, 1);
    const moved: ServiceModel = {
      answer: (operation, nowMs) =>
        nowMs >= 8500 && nowMs < 20_100
          ? { answer: { status: 503, code: 'ServerBusy', entities: 0 }, takesMs: 20 }
          : model.answer(operation, nowMs),
    };
    const shape = { kind: 'steady', perSecond: of.perSecond, seconds: 24 } as const;
    const { kind, perSecond, evidence } = judged({ keys: keys(1), shape }, moved);
    expect(kind).toBe(of.found);
    expect(Math.abs(perSecond / of.rate - 1)).toBeLessThan(0.1);
    expect(evidence.join(' ')).toContain('For 11 s almost nothing was served');
  });

  it('measures ranges as it asks for them: in rows', () => {
    const shares = { insert: 1, 'row range': 4 };
    const { kind, sentence } = judged({ keys: keys(1), shares }, { partitionPerSecond: 194 });
    expect(kind).toBe('throttled');
    expect(sentence).toMatch(
      /^Throttled at \d{3} entities\/s .*the 300\/s you asked for; 2 prefixes would do\.$/,
    );
    const few = judged({ shares }, from(0, { status: 200, entities: 1 })).sentence;
    expect(few).toMatch(
      /^Not throttled at \d+ entities\/s on one partition: all that you asked for was served\.$/,
    );
  });

  it('does not keep quiet about a few throttled requests', () => {
    let nth = 0;
    const { kind, sentence } = judged(
      { policy: { kind: 'fixed', waitMs: 100, retries: 3 } },
      {
        answer: () => ({
          answer: nth++ % 50 === 0 ? { status: 503, entities: 0 } : { status: 204, entities: 1 },
          takesMs: 20,
        }),
      },
    );
    expect(kind).toBe('served');
    expect(sentence).toMatch(/were served\. [\d,]+ of [\d,]+ requests got 503 or 429\.$/);
  });

  it('takes no row for served that a table which is gone has refused', () => {
    const going: ServiceModel = {
      answer: (_operation, nowMs) => ({
        answer:
          nowMs < 2000
            ? { status: 503, entities: 0 }
            : { status: 409, code: 'TableBeingDeleted', entities: 0 },
        takesMs: 20,
      }),
    };
    const { kind, sentence } = judged({ policy: { kind: 'fixed', waitMs: 100, retries: 3 } }, going);
    expect(kind).not.toBe('served');
    expect(sentence).toContain('(409 TableBeingDeleted)');
  });

  it('does not take for the limit what the service exceeded later without throttling', () => {
    let nth = 0;
    const { kind, sentence } = judged(
      { shape: { kind: 'steady', perSecond: 300, seconds: 12 } },
      {
        answer: (_operation, nowMs) => ({
          answer:
            nowMs >= 2000 && nowMs < 4000 && nth++ % 2 === 0
              ? { status: 503, entities: 0 }
              : { status: 204, entities: 1 },
          takesMs: 20,
        }),
      },
    );
    expect(kind).toBe('served');
    expect(sentence).toMatch(/^Not throttled at 300 entities\/s .* 503 300\.$/);
  });

  it('advises no prefixes where one of them served nothing at all', () => {
    const { kind, sentence, advice } = judged(
      { keys: keys(10), target: 'front' },
      {
        answer: ({ group }) => ({
          answer: group === 3 ? { status: 503, entities: 0 } : { status: 204, entities: 1 },
          takesMs: 20,
        }),
      },
    );
    expect(kind).toBe('served');
    expect(sentence).toMatch(/but not all of the 300\/s you asked for was served\. Answers: .*503/);
    expect(advice?.groups).toBeUndefined();
  });
});
