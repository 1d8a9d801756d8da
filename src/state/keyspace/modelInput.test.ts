import { valueOf } from '../../core/valueOf.fixture.ts';
import { describe, expect, it } from 'vitest';
import { isoToTicks, MAX_TICKS, TICKS_PER_SECOND, ticksToIso, toTicks } from '../../core/time/ticks.ts';
import {
  DEFAULT_MODEL,
  MODEL_SHAPES,
  type ModelForm,
  modelOfText,
  modelText,
  PLAIN_NUMBER,
} from './modelForm.ts';
import { MODEL_NUMBERS, modelOfForm } from './modelInput.ts';
import { MODEL_SCHEMES } from '../../core/keyspace/model/modelTypes.ts';
import fc from 'fast-check';
import { simulate } from '../../core/keyspace/model/simulate.fixture.ts';
import { fakeKeyspaceWorker } from '../../workers/fakeWorker.fixture.ts';
import { createActivity } from '../base/activity.ts';
import { createModelRuns } from './modelRun.ts';

/** The fields of the form: label, range, and whether fractions are refused. */
const FIELDS: readonly (readonly [keyof ModelForm, string, least: string, most: string, isWhole: boolean])[] =
  [
    ['prefixes', 'Prefixes', '1', '1000', true],
    ['writers', 'Writers', '1', '1000', true],
    ['eventsPerSecond', 'Events a second', '0.01', '1000000', false],
    ['roundingSeconds', 'Rounding, s', '0', '86400', true],
    ['entityBytes', 'Entity, bytes', '1', '1048576', true],
    ['hours', 'Hours', '0.1', '168', false],
    ['partitionTarget', 'Partition target, 1/s', '1', '100000', true],
    ['retries', 'Retries', '0', '10', true],
    ['seed', 'Seed', '0', '1000000', true],
  ];

const inputOf = (change: Partial<ModelForm>) => valueOf(modelOfForm({ ...DEFAULT_MODEL, ...change }));
const faultOf = (change: Partial<ModelForm>) => {
  const input = modelOfForm({ ...DEFAULT_MODEL, ...change });
  return input.ok ? undefined : input.error;
};

describe('a model from its form', () => {
  it('uses every number for its own purpose', () => {
    expect(
      inputOf({
        scheme: 'hash',
        prefixes: ' 2 ',
        writers: '3',
        eventsPerSecond: '4.5',
        roundingSeconds: '6',
        entityBytes: '7',
        hours: '0.5',
        partitionTarget: '8',
        retries: '9',
        seed: '10',
      }),
    ).toStrictEqual({
      scheme: 'hash',
      prefixes: 2,
      writers: 3,
      eventsPerSecond: 4.5,
      shape: { kind: 'steady' },
      fromTicks: isoToTicks('2026-01-01T00:00:00Z'),
      durationSeconds: 1800,
      roundingTicks: 60_000_000n,
      entityBytes: 7,
      partitionTargetPerSecond: 8,
      retries: 9,
      seed: 10,
    });
    // Exact keys are rounded to one tick.
    expect(inputOf({ roundingSeconds: '0' }).roundingTicks).toBe(1n);
    expect(inputOf({ shape: 'diurnal' }).shape).toStrictEqual({ kind: 'diurnal', depth: 0.8 });
    expect(inputOf({ shape: 'burst', hours: '10' }).shape).toStrictEqual({
      kind: 'burst',
      factor: 10,
      atSeconds: 16_200,
      lengthSeconds: 3600,
    });
  });

  it.each(FIELDS)('limits %s (%s) to %s .. %s', (name, title, least, most, isWhole) => {
    const message = `${title} is ${isWhole ? 'a whole number' : 'a number'} from ${Number(least)} to ${Number(most)}.`;
    expect([least, most].map((text) => faultOf({ [name]: text }))).toStrictEqual([undefined, undefined]);
    const wrong = [`${Number(most) + 1}`, `-${most}`, '', 'x', '1e3', ...(isWhole ? ['1.5'] : ['0.001'])];
    expect(wrong.map((text) => faultOf({ [name]: text }))).toStrictEqual(
      wrong.map(() => ({ field: name, message })),
    );
    const allowed = ['0', '1.5'].filter((text) => faultOf({ [name]: text }) === undefined);
    expect(allowed).toStrictEqual([...(least === '0' ? ['0'] : []), ...(isWhole ? [] : ['1.5'])]);
  });

  it('gives each number a unique label', () => {
    expect(MODEL_NUMBERS.map(({ name }) => name)).toStrictEqual(FIELDS.map(([name]) => name));
  });

  it.each([
    ['2026-02-03', '2026-02-03T00:00:00.0000000Z'],
    ['2026-02-03T04:05', '2026-02-03T04:05:00.0000000Z'],
    [' 2026-02-03 04:05:06Z ', '2026-02-03T04:05:06.0000000Z'],
  ])('starts at %s', (start, iso) => {
    expect(ticksToIso(inputOf({ start }).fromTicks)).toBe(iso);
  });

  it.each([
    '',
    'x',
    '2026-13-01',
    '2026-02-30',
    '2026-02-03T04',
    '2026-02-03T04:05+01:00',
    'x2026-02-03',
    '2026-02-03x',
  ])('refuses "%s" as its start', (start) => {
    const message = 'Start is a time in UTC, such as 2026-01-01T09:00.';
    expect(faultOf({ start })).toStrictEqual({ field: 'start', message });
  });

  it('ends no later than the calendar does', () => {
    const hour = 3600n * TICKS_PER_SECOND;
    const last = ticksToIso(toTicks(MAX_TICKS - hour)).slice(0, 19);
    expect([faultOf({ start: last }), faultOf({ start: last, hours: '1.1' })?.field]).toStrictEqual([
      undefined,
      'start',
    ]);
  });
});

describe('model form', () => {
  it('round-trips through its text', () => {
    const number = fc.integer({ min: 1, max: 999 }).map(String);
    const forms = fc.record({
      scheme: fc.constantFrom(...MODEL_SCHEMES),
      shape: fc.constantFrom(...MODEL_SHAPES),
      prefixes: number,
      writers: number,
      eventsPerSecond: number,
      roundingSeconds: number,
      entityBytes: number,
      hours: number,
      partitionTarget: number,
      retries: number,
      start: fc.constantFrom('2026-01-01T00:00', '2024-02-29', '1999-12-31T23:59:30Z'),
      seed: number,
    });
    fc.assert(
      fc.property(forms, (form) => {
        expect(modelOfText(modelText(form))).toEqual(form);
      }),
    );
    expect(modelOfText('default')).toEqual(DEFAULT_MODEL);
  });

  it('reads any text as some form', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(MODEL_SCHEMES).toContain(modelOfText(text)?.scheme);
      }),
    );
  });

  it('a link keeps the number as typed, whatever its form', () => {
    const texts = fc.oneof(fc.string(), fc.constantFrom('1e3', '0x10', ' 16 ', '5.', '.5', '007', '12.50'));
    fc.assert(
      fc.property(texts, (writers) => {
        const typed = modelOfForm({ ...DEFAULT_MODEL, writers });
        const linked = modelOfText(modelText({ ...DEFAULT_MODEL, writers })) ?? DEFAULT_MODEL;
        // What is not a number reads as the default.
        const isNumber = PLAIN_NUMBER.test(writers.trim());
        expect(modelOfForm(linked)).toEqual(isNumber ? typed : modelOfForm(DEFAULT_MODEL));
        expect(typed.ok && !isNumber).toBe(false);
      }),
    );
  });

  it('can be simulated', () => {
    const model = modelOfForm({ ...DEFAULT_MODEL, scheme: 'ticks' });
    expect(model.ok && simulate(model.value).refused).toBeGreaterThan(0);
  });
});

function setUp() {
  const activity = createActivity((done) => void setImmediate(done));
  const { worker, posted } = fakeKeyspaceWorker(30);
  let started = 0;
  const runs = createModelRuns(() => {
    started += 1;
    return worker;
  }, activity);
  return { activity, posted, runs, started: () => started };
}

describe('createModelRuns', () => {
  it('the newest input wins, and earlier ones are abandoned', async () => {
    const { activity, posted, runs, started } = setUp();
    const run = runs.design(0);
    for (const writers of ['1', '12', '123']) run.ask(inputOf({ writers, hours: '0.1' }));
    expect(run.get().isBusy).toBe(true);
    expect(activity.pending()).toBeGreaterThan(0);
    await activity.idle();
    expect(run.get()).toMatchObject({ isBusy: false, input: { writers: 123 } });
    expect(posted).toHaveLength(1);
    expect(started()).toBe(1);
  });

  it('designs are independent, and a cancelled one keeps its picture', async () => {
    const { activity, runs } = setUp();
    const [a, b] = [runs.design(0), runs.design(1)];
    a.ask(inputOf({ scheme: 'ticks', hours: '0.1' }));
    b.ask(inputOf({ scheme: 'guid', hours: '0.1' }));
    await activity.idle();
    expect([a.get().input?.scheme, b.get().input?.scheme]).toEqual(['ticks', 'guid']);
    a.ask(inputOf({ scheme: 'hash', hours: '0.1' }));
    a.cancel();
    await activity.idle();
    expect(a.get()).toMatchObject({ isBusy: false, input: { scheme: 'ticks' } });
    expect(a.get().fault).toBeUndefined();
    expect(runs.design(0)).toBe(a);
  });
});
