import type { ModelScheme } from '../../core/keyspace/model/modelTypes.ts';

export const MODEL_SCHEMES: readonly ModelScheme[] = [
  'ticks',
  'prefixed ticks',
  'inverted ticks',
  'partition per writer',
  'hash',
  'guid',
];
export const MODEL_SHAPES = ['steady', 'diurnal', 'burst'] as const;
export type ModelShapeName = (typeof MODEL_SHAPES)[number];

/** A key design as typed. Stands in the address. */
export interface ModelForm {
  readonly scheme: ModelScheme;
  /** Prefixes or hash buckets: the event volume. */
  readonly prefixes: string;
  readonly writers: string;
  readonly eventsPerSecond: string;
  readonly shape: ModelShapeName;
  /** Whole seconds that keys are rounded down to; 0: exact. */
  readonly roundingSeconds: string;
  readonly entityBytes: string;
  readonly hours: string;
  /** Entities a second of one partition: 2,000 today, 500 until 2012. */
  readonly partitionTarget: string;
  /** Times that a client tries a refused write again. */
  readonly retries: string;
  /** First instant of the simulation, UTC. It stands in the form and not in the clock: a link gives the same figures whenever opened. */
  readonly start: string;
  /** The same seed gives the same picture. */
  readonly seed: string;
}

export const DEFAULT_MODEL: ModelForm = {
  scheme: 'prefixed ticks',
  prefixes: '100',
  writers: '200',
  eventsPerSecond: '5000',
  shape: 'steady',
  roundingSeconds: '60',
  entityBytes: '1024',
  hours: '1',
  partitionTarget: '2000',
  retries: '3',
  start: '2026-01-01T00:00',
  seed: '1',
};

type NumberName = Exclude<keyof ModelForm, 'scheme' | 'shape' | 'start'>;

/** A number as both a field and an address take it: digits, and a fraction. No sign, no exponent, no hexadecimal. */
export const PLAIN_NUMBER = /^\d{1,9}(?:\.\d{1,9})?$/;

/** For the address: what differs from the default, `scheme:hash;writers:5`. */
export function modelText(form: ModelForm): string {
  const parts = Object.entries(form).filter(
    ([name, value]) => value !== new Map<string, string>(Object.entries(DEFAULT_MODEL)).get(name),
  );
  return parts.length === 0 ? 'default' : parts.map(([name, value]) => `${name}:${value.trim()}`).join(';');
}

/** What an address holds; what cannot be read is as by default. Undefined: no model is named. */
export function modelOfText(text: string | undefined): ModelForm | undefined {
  if (text === undefined) return undefined;
  const given = new Map(
    text.split(';').map((part): [string, string] => {
      const colon = part.indexOf(':');
      return [part.slice(0, Math.max(0, colon)), part.slice(colon + 1)];
    }),
  );
  const number = (name: NumberName): string => {
    const value = given.get(name);
    return value !== undefined && PLAIN_NUMBER.test(value) ? value : DEFAULT_MODEL[name];
  };
  const start = given.get('start') ?? '';
  return {
    scheme: MODEL_SCHEMES.find((one) => one === given.get('scheme')) ?? DEFAULT_MODEL.scheme,
    shape: MODEL_SHAPES.find((one) => one === given.get('shape')) ?? DEFAULT_MODEL.shape,
    prefixes: number('prefixes'),
    writers: number('writers'),
    eventsPerSecond: number('eventsPerSecond'),
    roundingSeconds: number('roundingSeconds'),
    entityBytes: number('entityBytes'),
    hours: number('hours'),
    partitionTarget: number('partitionTarget'),
    retries: number('retries'),
    start: /^[\d:TZ-]{4,20}$/.test(start) ? start : DEFAULT_MODEL.start,
    seed: number('seed'),
  };
}
