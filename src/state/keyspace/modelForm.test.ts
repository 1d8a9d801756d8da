import { MODEL_SCHEMES } from '../../core/keyspace/model/modelTypes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../core/keyspace/model/simulate.fixture.ts';
import { DEFAULT_MODEL, MODEL_SHAPES, modelOfText, modelText, PLAIN_NUMBER } from './modelForm.ts';
import { modelOfForm } from './modelInput.ts';

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
