import { MODEL_SCHEMES, type ModelScheme } from '../../core/keyspace/model/modelTypes.ts';

export const MODEL_SHAPES = ['steady', 'diurnal', 'burst'] as const;
export type ModelShapeName = (typeof MODEL_SHAPES)[number];

/** A key design as typed. It is part of the address. */
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
  /** Entities per second in one partition: 2,000 today, 500 until 2012. */
  readonly partitionTarget: string;
  /** How often a client retries a refused write. */
  readonly retries: string;
  /** Start of the simulation, UTC. In the form, not from the clock, so that a link always gives the same figures. */
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

/** A number that both fields and addresses accept: digits and a fraction, without sign, exponent or hexadecimal. */
export const PLAIN_NUMBER = /^\d{1,9}(?:\.\d{1,9})?$/;

/** What differs from the default, for the address: `scheme:hash;writers:5`. */
export function modelText(form: ModelForm): string {
  const parts = Object.entries(form).filter(
    ([name, value]) => value !== new Map<string, string>(Object.entries(DEFAULT_MODEL)).get(name),
  );
  return parts.length === 0 ? 'default' : parts.map(([name, value]) => `${name}:${value.trim()}`).join(';');
}

/** Reads the model from an address; unreadable values get their default. Undefined: no model. */
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
