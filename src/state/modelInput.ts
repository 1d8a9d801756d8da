import type { ModelInput, ModelShape } from '../core/keyspace/model/modelTypes.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { TICKS_PER_SECOND } from '../core/time/ticks.ts';
import type { ModelForm, ModelShapeName } from './modelForm.ts';

interface NumberField {
  readonly name: Exclude<keyof ModelForm, 'scheme' | 'shape'>;
  /** As the label of its field says. */
  readonly title: string;
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

export const MODEL_NUMBERS: readonly NumberField[] = [
  { name: 'prefixes', title: 'Prefixes', least: 1, most: 1000, isWhole: true },
  { name: 'writers', title: 'Writers', least: 1, most: 1000, isWhole: true },
  { name: 'eventsPerSecond', title: 'Events a second', least: 0.01, most: 1_000_000, isWhole: false },
  { name: 'roundingSeconds', title: 'Keys rounded to, s', least: 0, most: 86_400, isWhole: true },
  { name: 'entityBytes', title: 'Entity, bytes', least: 1, most: 1_048_576, isWhole: true },
  { name: 'hours', title: 'Hours', least: 0.1, most: 168, isWhole: false },
  { name: 'partitionTarget', title: 'Partition target, 1/s', least: 1, most: 100_000, isWhole: true },
  { name: 'retries', title: 'Retries', least: 0, most: 10, isWhole: true },
  { name: 'seed', title: 'Seed', least: 0, most: 1_000_000, isWhole: true },
];

/** A field that is not a number in its range. */
export interface ModelFault {
  readonly field: NumberField['name'];
  readonly message: string;
}

function shapeOf(shape: ModelShapeName, seconds: number): ModelShape {
  if (shape === 'steady') return { kind: 'steady' };
  if (shape === 'diurnal') return { kind: 'diurnal', depth: 0.8 };
  // Ten times the rate, for a tenth of the time, in the middle.
  return { kind: 'burst', factor: 10, atSeconds: seconds * 0.45, lengthSeconds: seconds * 0.1 };
}

/** The simulation of a form that ends at `nowTicks`; the same form and instant give the same picture. */
export function modelOfForm(form: ModelForm, nowTicks: bigint): Result<ModelInput, ModelFault> {
  const numbers = new Map<NumberField['name'], number>();
  for (const { name, title, least, most, isWhole } of MODEL_NUMBERS) {
    const text = form[name].trim();
    const value = Number(text);
    if (text === '' || !(value >= least && value <= most) || (isWhole && !Number.isInteger(value))) {
      const kind = isWhole ? 'a whole number' : 'a number';
      return fail({ field: name, message: `${title} is ${kind} from ${least} to ${most}.` });
    }
    numbers.set(name, value);
  }
  const of = (name: NumberField['name']): number => numbers.get(name) ?? 0;
  const durationSeconds = Math.round(of('hours') * 3600);
  const roundingTicks = BigInt(of('roundingSeconds')) * TICKS_PER_SECOND;
  return ok({
    scheme: form.scheme,
    prefixes: of('prefixes'),
    writers: of('writers'),
    eventsPerSecond: of('eventsPerSecond'),
    shape: shapeOf(form.shape, durationSeconds),
    fromTicks: nowTicks - BigInt(durationSeconds) * TICKS_PER_SECOND,
    durationSeconds,
    roundingTicks: roundingTicks === 0n ? 1n : roundingTicks,
    entityBytes: of('entityBytes'),
    partitionTargetPerSecond: of('partitionTarget'),
    retries: of('retries'),
    seed: of('seed'),
  });
}
