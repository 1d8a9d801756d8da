import { fail, ok, type Result, type TextFault } from '../../core/result.ts';
import type { ReadingNeed } from '../../core/series/resolutions.ts';
import {
  type AdvancedLayout,
  type BasicLayout,
  checkLayout,
  type LayoutFault,
} from '../../core/series/seriesLayout.ts';
import { fromFirstPoint, type SeriesWindow } from '../../core/series/seriesQueries.ts';
import {
  SERIES_TIME_FORMS,
  type SeriesTimeForm,
  timeFormSpan,
  timeFormTitle,
} from '../../core/series/timeKey.ts';

import { parseLength } from '../../core/time/lengthInput.ts';
import { type Ticks, ticksToIso } from '../../core/time/ticks.ts';
import { readTypedInstant } from '../../core/time/typedTime.ts';

/** The two designs of a time series as typed. It is part of the address: names, lengths and the source's key, but no points. */
export interface SeriesForm {
  /** Time between two points. */
  readonly step: string;
  readonly time: SeriesTimeForm;
  /** PartitionKey of the basic layout. */
  readonly source: string;
  /** Text before the time in the advanced layout's PartitionKey. */
  readonly before: string;
  readonly row: string;
  readonly partition: string;
  /** Begins the names of the properties that hold points. */
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Wanted time between points; empty: all points. */
  readonly every: string;
  readonly basicTable: string;
  readonly advancedTable: string;
  /** The property of a point in the basic layout. */
  readonly value: string;
  /** `1s for 1h, 1min for 1d`. */
  readonly needs: string;
}

export const DEFAULT_SERIES: SeriesForm = {
  step: '1s',
  time: 'seconds',
  source: 'boiler-1',
  before: '',
  row: '4min',
  partition: '1h',
  name: 'S',
  from: 'now-1h',
  to: 'now',
  every: '',
  basicTable: 'DataPoints',
  advancedTable: 'SensorSeries',
  value: 'Value',
  needs: '1s for 1h, 1min for 1d',
};

export type SeriesField = keyof SeriesForm;

const FIELDS: readonly Exclude<SeriesField, 'time'>[] = [
  'step',
  'source',
  'before',
  'row',
  'partition',
  'name',
  'from',
  'to',
  'every',
  'basicTable',
  'advancedTable',
  'value',
  'needs',
];
/** Longer texts in an address are ignored. */
const LONGEST_FIELD = 600;

/** What differs from the default, for the address. An empty text is written as `''`, because an address drops empty ones. */
export function paramsOfSeries(form: SeriesForm): ReadonlyMap<string, string> {
  const params = new Map<string, string>();
  if (form.time !== DEFAULT_SERIES.time) params.set('time', form.time);
  for (const name of FIELDS) {
    if (form[name] !== DEFAULT_SERIES[name]) params.set(name, form[name] === '' ? "''" : form[name]);
  }
  return params;
}

/** Reads the parameters of an address; what is absent or unreadable gets its default. */
export function seriesOfParams(params: ReadonlyMap<string, string>): SeriesForm {
  const texts = Object.fromEntries(
    FIELDS.map((name) => {
      const text = params.get(name);
      if (text === undefined || text.length > LONGEST_FIELD) return [name, DEFAULT_SERIES[name]];
      return [name, text === "''" ? '' : text];
    }),
  );
  const time = SERIES_TIME_FORMS.find((form) => form === params.get('time')) ?? DEFAULT_SERIES.time;
  return { ...DEFAULT_SERIES, ...texts, time };
}

/** What is wrong, in which field, and where in its text if that is known. */
export interface SeriesFault {
  readonly field: SeriesField;
  readonly message: string;
  readonly nextStep?: string | undefined;
  readonly from?: number;
  readonly to?: number;
}

/** A form that was understood. */
export interface SeriesDesign {
  readonly basic: BasicLayout;
  readonly advanced: AdvancedLayout;
  readonly asked: SeriesWindow;
}

function lengthOf(
  form: SeriesForm,
  field: 'step' | 'row' | 'partition' | 'every',
): Result<bigint, SeriesFault> {
  const read = parseLength(form[field]);
  return read.ok ? read : fail({ field, ...read.error });
}

function instantOf(
  form: SeriesForm,
  field: 'from' | 'to',
  now: Ticks,
  timeZone: string | undefined,
): Result<Ticks, SeriesFault> {
  const read = readTypedInstant(form[field], now, timeZone);
  if (!read.ok) return fail({ field, ...read.error });
  const { first, last } = timeFormSpan(form.time);
  const { ticks } = read.value;
  return ticks >= first && ticks <= last
    ? ok(ticks)
    : fail({
        field,
        message: `${timeFormTitle(form.time)} cannot write this time: its keys cover ${ticksToIso(first)} to ${ticksToIso(last)}.`,
        nextStep: 'Choose another time, or keys that hold ticks.',
      });
}

function windowOf(
  form: SeriesForm,
  now: Ticks,
  timeZone: string | undefined,
): Result<SeriesWindow, SeriesFault> {
  const from = instantOf(form, 'from', now, timeZone);
  if (!from.ok) return from;
  const to = instantOf(form, 'to', now, timeZone);
  if (!to.ok) return to;
  if (from.value >= to.value)
    return fail({
      field: 'to',
      message: 'The window ends before it begins.',
      nextStep: 'Type a later time.',
    });
  const window = { from: from.value, to: to.value };
  if (form.every.trim() === '') return ok({ window });
  const every = lengthOf(form, 'every');
  return every.ok ? ok({ window, everyTicks: every.value }) : every;
}

function faultOf({ field, message, nextStep }: LayoutFault, kind: 'basic' | 'advanced'): SeriesFault {
  return { field: field === 'source' && kind === 'advanced' ? 'before' : field, message, nextStep };
}

/** The two layouts and the window, or the field that is wrong. `timeZone`: of times typed without one; undefined: UTC. */
export function readSeries(
  form: SeriesForm,
  now: Ticks,
  timeZone?: string,
): Result<SeriesDesign, SeriesFault> {
  const step = lengthOf(form, 'step');
  if (!step.ok) return step;
  const basic = checkLayout<BasicLayout>({
    kind: 'basic',
    source: form.source,
    time: form.time,
    stepTicks: step.value,
  });
  if (!basic.ok) return fail(faultOf(basic.error, 'basic'));
  const row = lengthOf(form, 'row');
  if (!row.ok) return row;
  const partition = lengthOf(form, 'partition');
  if (!partition.ok) return partition;
  const advanced = checkLayout<AdvancedLayout>({
    kind: 'advanced',
    before: form.before,
    time: form.time,
    stepTicks: step.value,
    rowTicks: row.value,
    partitionTicks: partition.value,
    namePrefix: form.name,
  });
  if (!advanced.ok) return fail(faultOf(advanced.error, 'advanced'));
  const typed = windowOf(form, now, timeZone);
  if (!typed.ok) return typed;
  const asked = fromFirstPoint(basic.value, typed.value);
  return asked === undefined
    ? fail({
        field: 'to',
        message: 'No point is in this window: it is shorter than the resolution.',
        nextStep: 'Type a later time.',
      })
    : ok({ basic: basic.value, advanced: advanced.value, asked });
}

/** More needs than anybody compares. */
const MOST_NEEDS = 8;

/** Reads `1s for 1h, 1min for 1d`: resolutions, each with a length of time. */
export function readNeeds(text: string): Result<readonly ReadingNeed[], TextFault> {
  const needs: ReadingNeed[] = [];
  let at = 0;
  for (const part of text.split(',')) {
    const end = at + part.length;
    const fault = (message: string, from = at, to = end): Result<never, TextFault> =>
      fail({ message, from, to, nextStep: 'Write "1s for 1h, 1min for 1d".' });
    if (needs.length === MOST_NEEDS) return fault(`At most ${MOST_NEEDS} are compared.`, at, text.length);
    const [step = '', window, ...more] = part.split(' for ');
    if (window === undefined || more.length > 0)
      return fault('Write a resolution, "for" and a length of time.');
    const stepTicks = parseLength(step);
    if (!stepTicks.ok) return fault(stepTicks.error.message, at, at + step.length);
    const windowTicks = parseLength(window);
    if (!windowTicks.ok) return fault(windowTicks.error.message, end - window.length, end);
    needs.push({ stepTicks: stepTicks.value, windowTicks: windowTicks.value });
    at = end + 1;
  }
  return ok(needs);
}
