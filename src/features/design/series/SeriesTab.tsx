import { type ReactNode, useMemo } from 'react';
import {
  DEFAULT_SERIES,
  readSeries,
  type SeriesForm,
  seriesOfParams,
  paramsOfSeries,
} from '../../../state/design/seriesForm.ts';
import type { DesignStore } from '../../../state/design/designStore.ts';
import { useStore } from '../../shared/useStore.ts';
import { useServices } from '../../shared/services.tsx';
import { RunBoth } from './RunBoth.tsx';
import {
  isoToTicks,
  TICKS_PER_HOUR,
  ticksToIso,
  TICKS_PER_MS,
  type Ticks,
  UNIX_EPOCH_TICKS,
} from '../../../core/time/ticks.ts';
import { LayoutTable } from './LayoutTable.tsx';
import { Resolutions } from './Resolutions.tsx';
import { SeriesFields } from './SeriesFields.tsx';
import { SeriesFilters } from './SeriesFilters.tsx';
import css from './series.module.css';

/** The demo's data ends when it was made: its last hour is the window, unless one was typed. */
function withDemoWindow(form: SeriesForm, demoTo: string | undefined): SeriesForm {
  if (demoTo === undefined || form.from !== DEFAULT_SERIES.from || form.to !== DEFAULT_SERIES.to) return form;
  const to = isoToTicks(demoTo);
  const short = (iso: string): string => iso.replace(/\.?0+Z$/u, 'Z');
  return { ...form, from: short(ticksToIso(to - TICKS_PER_HOUR)), to: short(ticksToIso(to)) };
}

/** One time series in both known designs: what each costs, and the queries that read a window. */
export function SeriesTab({ design }: { readonly design: DesignStore }): ReactNode {
  const { series } = useStore(design);
  const connection = useStore(useServices().connection);
  const demoTo = connection.kind === 'connected' ? connection.session.demo?.to : undefined;
  const form = useMemo(() => withDemoWindow(seriesOfParams(series), demoTo), [series, demoTo]);
  const now = useNowTicks();
  const read = useMemo(() => readSeries(form, now), [form, now]);
  const change = (part: Partial<SeriesForm>): void =>
    design.change({ series: paramsOfSeries({ ...form, ...part }) });
  return (
    <div className={css.tab}>
      <section className={css.section} aria-label="The series">
        <p className={css.lead}>
          A basic series stores one row for each point. An advanced series stores one row for a stretch of
          time, with one property for each point.
        </p>
        <SeriesFields form={form} fault={read.ok ? undefined : read.error} onChange={change} />
      </section>
      <div className={css.beside}>
        {read.ok && <LayoutTable design={read.value} />}
        <div className={css.column}>
          {read.ok && <SeriesFilters design={read.value} />}
          <RunBoth form={form} design={read.ok ? read.value : undefined} onChange={change} />
        </div>
      </div>
      <Resolutions form={form} now={now} onChange={change} />
    </div>
  );
}

/** The instant at which the tab was opened: `now` must not move the figures while they are read. */
function useNowTicks(): Ticks {
  const { nowMs } = useServices();
  return useMemo(() => (UNIX_EPOCH_TICKS + BigInt(Math.floor(nowMs())) * TICKS_PER_MS) as Ticks, [nowMs]);
}
