import { type ReactNode, useMemo } from 'react';
import {
  DEFAULT_SERIES,
  paramsOfSeries,
  readSeries,
  type SeriesDesign,
  type SeriesForm,
  seriesOfParams,
} from '../../../state/design/seriesForm.ts';
import type { DesignStore } from '../../../state/design/designStore.ts';
import { useZone } from '../../shared/useZone.ts';
import { useStore } from '../../shared/useStore.ts';
import { useServices } from '../../shared/services.tsx';
import { RunBoth } from './RunBoth.tsx';
import {
  isoToTicks,
  type Ticks,
  TICKS_PER_HOUR,
  TICKS_PER_MS,
  ticksToIso,
  UNIX_EPOCH_TICKS,
} from '../../../core/time/ticks.ts';
import { LayoutTable } from './LayoutTable.tsx';
import { Resolutions } from './Resolutions.tsx';
import { SeriesFields } from './SeriesFields.tsx';
import css from './series.module.css';
import { seriesQueries, type SeriesWindow } from '../../../core/series/seriesQueries.ts';
import type { SeriesLayout } from '../../../core/series/seriesLayout.ts';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { CopyAction } from '../../shared/CopyAction.tsx';

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
  const { timeZone } = useZone();
  const read = useMemo(() => readSeries(form, now, timeZone), [form, now, timeZone]);
  const change = (part: Partial<SeriesForm>): void =>
    design.change({ series: paramsOfSeries({ ...form, ...part }) });
  return (
    <div className={css.tab}>
      <section className={css.section} aria-label="The series">
        <p className={css.lead}>
          A basic series stores one row for each point. An advanced series stores one row for a stretch of
          time, with one property for each point.
        </p>
        <SeriesFields now={now} form={form} fault={read.ok ? undefined : read.error} onChange={change} />
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

/** More filters are copied, not shown. */
const MOST_SHOWN = 3;

/** The exact `$filter`s that read the window in each layout. */
function SeriesFilters({ design }: { readonly design: SeriesDesign }): ReactNode {
  return (
    <section className={css.section} aria-label="Queries of the series">
      <h2 className={css.title}>The queries</h2>
      <LayoutFilters title="Basic" layout={design.basic} asked={design.asked} />
      <LayoutFilters title="Advanced" layout={design.advanced} asked={design.asked} />
    </section>
  );
}

const KIND_WORDS = {
  points: 'rows by their keys',
  'several queries': 'several queries',
  'row range': 'row range',
  'partition range': 'partition range',
} as const;

function LayoutFilters(props: {
  readonly title: string;
  readonly layout: SeriesLayout;
  readonly asked: SeriesWindow;
}): ReactNode {
  const { title, layout, asked } = props;
  const read = useMemo(() => seriesQueries(layout, asked), [layout, asked]);
  const hidden = read.filters.length - MOST_SHOWN;
  return (
    <>
      <p className={css.reason}>
        <strong>{title}</strong>: {KIND_WORDS[read.kind]}. {read.reason}
      </p>
      <ul className={css.filters}>
        {read.filters.slice(0, MOST_SHOWN).map((filter) => (
          <li key={filter} className={css.filter}>
            <code>
              <VisibleText text={filter} />
            </code>
            <CopyButton text={filter} label={`Copy the ${title.toLowerCase()} filter`} size="small" />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className={css.reason}>
          {`and ${hidden} more. `}
          <CopyAction
            action={[`series.copy.${title}`, 'Design', `Copy all ${title.toLowerCase()} filters`]}
            text={read.filters.join('\n')}
            label={`Copy all ${title.toLowerCase()} filters`}
            face={`Copy all ${read.filters.length}`}
            look="link"
            size="small"
          />
        </p>
      )}
    </>
  );
}
