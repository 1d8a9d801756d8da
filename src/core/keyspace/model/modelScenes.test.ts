import { describe, expect, it } from 'vitest';
import { approvedIn } from '../../approvals.fixture.ts';
import { digest, plainJson } from '../../digest.fixture.ts';
import { seededRandom } from '../seededRandom.ts';
import { MODEL_SCHEMES, type ModelInput, type ModelShape } from './modelTypes.ts';
import { DEFAULT_SERVERS } from './servers.ts';
import { simulate } from './simulate.fixture.ts';

/*
 * What the model says of designs made by seed, so that no figure of it changes unseen. Whether it is right is decided by the tests
 * of counting, targets and servers. After a change that is meant: APPROVE=1 with this file, and read the difference.
 */

const SEEDS = Array.from({ length: 48 }, (_, at) => String(at + 1));
const NEW_YEAR = 639_028_224_000_000_000n;
const SECOND = 10_000_000n;

function inputOf(seed: number): ModelInput {
  const random = seededRandom(seed * 7907 + 11);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const durationSeconds = pick([30, 61, 120, 300, 90_000]);
  const shapes: readonly ModelShape[] = [
    { kind: 'steady' },
    { kind: 'diurnal', depth: 0.7 },
    {
      kind: 'burst',
      factor: 6,
      atSeconds: durationSeconds * 0.3 + 0.4,
      lengthSeconds: durationSeconds * 0.25,
    },
  ];
  const isTight = random() < 0.4;
  return {
    scheme: MODEL_SCHEMES[seed % MODEL_SCHEMES.length] ?? 'ticks',
    prefixes: pick([1, 4, 10]),
    writers: pick([1, 7, 30]),
    eventsPerSecond: pick([0.5, 40, 1900, 2600, 9000, 26_000]),
    shape: pick(shapes),
    fromTicks: NEW_YEAR + BigInt(pick([0, 0, 17, 41_999])) * SECOND,
    durationSeconds,
    roundingTicks: pick([1n, SECOND, 60n * SECOND, 300n * SECOND]),
    entityBytes: pick([200, 1024, 3000]),
    seed,
    ...(random() < 0.3 && { partitionTargetPerSecond: 500 }),
    ...(random() < 0.2 && { accountTargetPerSecond: 3000 }),
    ...(random() < 0.6 && { retries: pick([0, 1, 2]) }),
    ...(isTight && {
      servers: {
        ...DEFAULT_SERVERS,
        count: pick([1, 2, 4]),
        targetPerSecond: 1500,
        patienceSeconds: pick([5, 20]),
      },
    }),
  };
}

/** Figures in words where a person may read them, and a number for each long list. */
function said(seed: number) {
  const {
    input: _,
    grid,
    steps,
    labels,
    events,
    diagnosis,
    sampleKeys,
    notes,
    reads,
    ...totals
  } = simulate(inputOf(seed));
  return JSON.parse(
    plainJson({
      ...totals,
      notes,
      reads: reads.sentence,
      labels: [labels.length, labels[0], labels.at(-1)],
      event: events[0],
      key: sampleKeys[0],
      last: steps.at(-1),
      all: [reads, grid, steps, labels, events, diagnosis, sampleKeys].map((part) => digest(plainJson(part))),
    }),
  ) as unknown;
}

const cases = new Map(SEEDS.map((seed) => [seed, () => said(Number(seed))]));
const approved = approvedIn(new URL('./fixtures/models.json', import.meta.url), cases);

describe('what the model says of a design', () => {
  it.each(SEEDS)('%s', (seed) => {
    expect(cases.get(seed)?.()).toEqual(approved[seed]);
  });
});
