import type { ModelScheme } from '../../keyspace/model/modelTypes.ts';
import type { TemplatePart } from '../../keys/grammar/keyTemplate.ts';
import { countText } from '../../words.ts';
import { contextOf, type KeyDesign, rowTemplates } from './judgeDesign.ts';
import { stepSeconds, valuesOf } from './keyReach.ts';
import type { Workload } from './workload.ts';

/** A design in the terms of the Keyspace view's load model, which knows six ways to make keys. */
export interface DesignAsModel {
  readonly scheme: ModelScheme;
  readonly prefixes: number;
  readonly writers: number;
  readonly roundingSeconds: number;
  readonly eventsPerSecond: number;
  readonly entityBytes: number;
  /** A sentence about what the simulation leaves out; undefined if it leaves out nothing. */
  readonly note?: string | undefined;
}

/** Limits of the simulation: the rows of a map, and the days that one key may cover. */
const MOST_ROWS = 1000;
const MOST_ROUNDING = 86_400;
const MOST_EVENTS = 1_000_000;
const LEAST_EVENTS = 0.01;
const MOST_BYTES = 1_048_576;
/** The assumed number of machines that write, if the keys do not show it. */
const USUAL_WRITERS = 200;

type Keys = Pick<DesignAsModel, 'scheme' | 'prefixes' | 'writers' | 'note'>;

function bounded(count: number, what: string): { readonly count: number; readonly note?: string } {
  return count <= MOST_ROWS
    ? { count }
    : { count: MOST_ROWS, note: `Simulated with ${countText(MOST_ROWS)} of ${countText(count)} ${what}.` };
}

function keysOf(first: TemplatePart | undefined, isTimed: boolean, workload: Workload): Keys {
  const usual = { prefixes: 1, writers: USUAL_WRITERS };
  if (first === undefined || first.kind === 'literal' || first.kind === 'fact')
    return { scheme: 'partition per writer', prefixes: 1, writers: 1 };
  switch (first.kind) {
    case 'guid':
      return { scheme: 'guid', ...usual };
    case 'time': {
      const isInverted = first.codec.isDescending;
      return { scheme: isInverted ? 'inverted ticks' : 'ticks', ...usual };
    }
    case 'property': {
      const { count, note } = bounded(valuesOf(first.name, contextOf(workload)), `values of ${first.name}`);
      return {
        scheme: 'partition per writer',
        prefixes: 1,
        writers: count,
        note,
      };
    }
    default: {
      const { buckets } = first;
      if (isTimed)
        return { scheme: 'prefixed ticks', prefixes: buckets, writers: Math.max(buckets, USUAL_WRITERS) };
      return first.kind === 'hash'
        ? { scheme: 'hash', prefixes: buckets, writers: USUAL_WRITERS }
        : { scheme: 'partition per writer', prefixes: 1, writers: buckets };
    }
  }
}

/**
 * How the model of Keyspace simulates a design; undefined if nothing is written. The first part of the PartitionKey decides where writes
 * go.
 */
export function modelOfDesign(design: KeyDesign, workload: Workload): DesignAsModel | undefined {
  const { partition } = design;
  const { entityBytes } = workload;
  const writesPerSecond = workload.writesPerSecond * rowTemplates(design).length;
  if (writesPerSecond < LEAST_EVENTS) return undefined;
  const first = partition.parts.find((part) => part.kind !== 'literal');
  const time = partition.parts.find((part) => part.kind === 'time');
  const keys = keysOf(first, time !== undefined, workload);
  const seconds = time === undefined ? 0 : Math.floor(stepSeconds(time));
  const events = Math.min(MOST_EVENTS, writesPerSecond);
  const notes = [
    keys.note,
    seconds > MOST_ROUNDING ? 'Simulated with one day in a key.' : undefined,
    events < writesPerSecond ? `Simulated with ${countText(MOST_EVENTS)} writes a second.` : undefined,
  ].filter((note) => note !== undefined);
  const { note: _note, ...own } = keys;
  return {
    ...own,
    roundingSeconds: Math.min(MOST_ROUNDING, seconds),
    eventsPerSecond: events,
    entityBytes: Math.min(MOST_BYTES, Math.max(1, Math.round(entityBytes))),
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}

/** The keys of the model as templates, and the property that these need. */
export function templatesOfModel({
  scheme,
  prefixes,
  writers,
  roundingSeconds,
}: Pick<DesignAsModel, 'scheme' | 'prefixes' | 'writers' | 'roundingSeconds'>): {
  readonly partition: string;
  readonly row: string;
  readonly properties: string;
} {
  const step = roundingSeconds < 1 ? '' : `/${Math.floor(roundingSeconds)}s`;
  const source = `Source: String, ${writers} values`;
  switch (scheme) {
    case 'ticks':
      return { partition: `{Ticks${step}}`, row: '{Guid}', properties: source };
    case 'inverted ticks':
      return { partition: `{InvertedTicks${step}}`, row: '{Guid}', properties: source };
    case 'prefixed ticks':
      return {
        partition: `{Writer mod ${prefixes}:D19}___{Ticks${step}}`,
        row: '{Guid}',
        properties: source,
      };
    case 'partition per writer':
      return { partition: '{Source}', row: '{Ticks}', properties: source };
    case 'hash':
      return { partition: `{Hash(Source) mod ${prefixes}}`, row: '{Ticks}_{Guid}', properties: source };
    case 'guid':
      return { partition: '{Guid}', row: '{Ticks}', properties: source };
  }
}
