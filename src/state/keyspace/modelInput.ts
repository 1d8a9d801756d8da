import type { ModelInput, ModelShape } from '../../core/keyspace/model/modelTypes.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { MAX_TICKS, TICKS_PER_SECOND, tryIsoToTicks } from '../../core/time/ticks.ts';
import { type ModelForm, type ModelShapeName, PLAIN_NUMBER } from './modelForm.ts';

interface NumberField {
  readonly name: Exclude<keyof ModelForm, 'scheme' | 'shape' | 'start'>;
  /** The label of the field. */
  readonly title: string;
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

export const MODEL_NUMBERS: readonly NumberField[] = [
  { name: 'prefixes', title: 'Prefixes', least: 1, most: 1000, isWhole: true },
  { name: 'writers', title: 'Writers', least: 1, most: 1000, isWhole: true },
  { name: 'eventsPerSecond', title: 'Events a second', least: 0.01, most: 1_000_000, isWhole: false },
  { name: 'roundingSeconds', title: 'Rounding, s', least: 0, most: 86_400, isWhole: true },
  { name: 'entityBytes', title: 'Entity, bytes', least: 1, most: 1_048_576, isWhole: true },
  { name: 'hours', title: 'Hours', least: 0.1, most: 168, isWhole: false },
  { name: 'partitionTarget', title: 'Partition target, 1/s', least: 1, most: 100_000, isWhole: true },
  { name: 'retries', title: 'Retries', least: 0, most: 10, isWhole: true },
  { name: 'seed', title: 'Seed', least: 0, most: 1_000_000, isWhole: true },
];

/** A field that is not a number in its range, or not a time. */
export interface ModelFault {
  readonly field: NumberField['name'] | 'start';
  readonly message: string;
}

/** How far the rate at night falls below the daily mean. An assumption. */
export const NIGHT_DEPTH = 0.8;
/** A burst: this many times the rate for a tenth of the time, in the middle. An assumption. */
export const BURST = { factor: 10, fromShare: 0.45, lengthShare: 0.1 } as const;

function shapeOf(shape: ModelShapeName, seconds: number): ModelShape {
  if (shape === 'steady') return { kind: 'steady' };
  if (shape === 'diurnal') return { kind: 'diurnal', depth: NIGHT_DEPTH };
  return {
    kind: 'burst',
    factor: BURST.factor,
    atSeconds: seconds * BURST.fromShare,
    lengthSeconds: seconds * BURST.lengthShare,
  };
}

/** `2026-01-01`, `2026-01-01T09:00`, `2026-01-01 09:00:30Z`: UTC. */
function startTicks(text: string): bigint | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?Z?)?$/.exec(text);
  if (parts === null) return undefined;
  const [, date = '', minutes = '00:00', seconds = ':00'] = parts;
  const ticks = tryIsoToTicks(`${date}T${minutes}${seconds}Z`);
  return ticks.ok ? ticks.value : undefined;
}

/** The simulation described by a form; the same form always gives the same picture. */
export function modelOfForm(form: ModelForm): Result<ModelInput, ModelFault> {
  const numbers = new Map<NumberField['name'], number>();
  for (const { name, title, least, most, isWhole } of MODEL_NUMBERS) {
    const text = form[name].trim();
    const value = PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most) || (isWhole && !Number.isInteger(value))) {
      const kind = isWhole ? 'a whole number' : 'a number';
      return fail({ field: name, message: `${title} is ${kind} from ${least} to ${most}.` });
    }
    numbers.set(name, value);
  }
  const of = (name: NumberField['name']): number => numbers.get(name) ?? 0;
  const durationSeconds = Math.round(of('hours') * 3600);
  const fromTicks = startTicks(form.start.trim());
  if (fromTicks === undefined || fromTicks + BigInt(durationSeconds) * TICKS_PER_SECOND > MAX_TICKS)
    return fail({ field: 'start', message: 'Start is a time in UTC, such as 2026-01-01T09:00.' });
  const roundingTicks = BigInt(of('roundingSeconds')) * TICKS_PER_SECOND;
  return ok({
    scheme: form.scheme,
    prefixes: of('prefixes'),
    writers: of('writers'),
    eventsPerSecond: of('eventsPerSecond'),
    shape: shapeOf(form.shape, durationSeconds),
    fromTicks,
    durationSeconds,
    roundingTicks: roundingTicks === 0n ? 1n : roundingTicks,
    entityBytes: of('entityBytes'),
    partitionTargetPerSecond: of('partitionTarget'),
    retries: of('retries'),
    seed: of('seed'),
  });
}
