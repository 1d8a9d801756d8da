import { type ReactNode, useMemo } from 'react';
import {
  readSeries,
  type SeriesForm,
  seriesOfParams,
  paramsOfSeries,
} from '../../../state/design/seriesForm.ts';
import type { DesignStore } from '../../../state/design/designStore.ts';
import { useStore } from '../../shared/useStore.ts';
import { useNowTicks } from './useNowTicks.ts';
import { LayoutTable } from './LayoutTable.tsx';
import { Resolutions } from './Resolutions.tsx';
import { SeriesFields } from './SeriesFields.tsx';
import { SeriesFilters } from './SeriesFilters.tsx';
import css from './series.module.css';

/** One time series in both known designs: what each costs, and the queries that read a window. */
export function SeriesTab({ design }: { readonly design: DesignStore }): ReactNode {
  const { series } = useStore(design);
  const form = useMemo(() => seriesOfParams(series), [series]);
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
      {read.ok && (
        <>
          <LayoutTable design={read.value} />
          <SeriesFilters design={read.value} />
        </>
      )}
      <Resolutions form={form} now={now} onChange={change} />
    </div>
  );
}
