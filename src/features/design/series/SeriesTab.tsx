import { type ReactNode, useMemo } from 'react';
import {
  DEFAULT_SERIES,
  paramsOfSeries,
  readSeries,
  type SeriesDesign,
  type SeriesForm,
  seriesOfParams,
  readNeeds,
  type SeriesFault,
  type SeriesField,
} from '../../../state/design/seriesForm.ts';
import type { DesignStore } from '../../../state/design/designStore.ts';
import { useZone } from '../../shared/shownTime.ts';
import { useStore, useServices, useSession } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
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
import css from './series.module.css';
import { seriesQueries, type SeriesWindow } from '../../../core/series/seriesQueries.ts';
import type { SeriesLayout } from '../../../core/series/seriesLayout.ts';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { CopyAction } from '../../shared/CopyAction.tsx';
import { type ResolutionTable, resolutionTables } from '../../../core/series/resolutions.ts';
import { durationText } from '../../../core/time/durationText.ts';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { formatCount } from '../../../ui/format.ts';
import tableCss from '../design.module.css';
import { proposeFactors } from '../../../core/series/proposeFactors.ts';
import { SERIES_TIME_FORMS, timeFormTitle } from '../../../core/series/timeKey.ts';
import { readTypedInstant } from '../../../core/time/typedTime.ts';
import { parseLength } from '../../../core/time/lengthInput.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Select } from '../../../ui/controls/Select.tsx';

/** The demo's data ends at the time when it was made, so its last hour is the window unless one was typed. */
function withDemoWindow(form: SeriesForm, demoTo: string | undefined): SeriesForm {
  if (demoTo === undefined || form.from !== DEFAULT_SERIES.from || form.to !== DEFAULT_SERIES.to) return form;
  const to = isoToTicks(demoTo);
  const short = (iso: string): string => iso.replace(/\.?0+Z$/u, 'Z');
  return { ...form, from: short(ticksToIso(to - TICKS_PER_HOUR)), to: short(ticksToIso(to)) };
}

/** One time series in both known layouts: what each costs, and the queries that read a window. */
export function SeriesTab({ design }: { readonly design: DesignStore }): ReactNode {
  const { series } = useStore(design);
  const demoTo = useSession()?.demo?.to;
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

/** The time at which the tab was opened. A moving `now` would change the figures while they are read. */
function useNowTicks(): Ticks {
  const { nowMs } = useServices();
  return useMemo(() => (UNIX_EPOCH_TICKS + BigInt(Math.floor(nowMs())) * TICKS_PER_MS) as Ticks, [nowMs]);
}

/** At most this many filters are shown; copying takes all of them. */
const MOST_SHOWN = 3;

/** The exact `$filter`s that read the window in each layout. */
function SeriesFilters({ design }: { readonly design: SeriesDesign }): ReactNode {
  return (
    <section className={css.section} aria-label="Queries of the series">
      <h2 className="large">The queries</h2>
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
      <p className="second">
        <strong>{title}</strong>: {KIND_WORDS[read.kind]}. {read.reason}
      </p>
      <ul className="column gap4">
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
        <p className="second">
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

/** Reading at several resolutions, with a table for each, and what that saves compared with reading only the finest one. */
function Resolutions(props: {
  readonly form: SeriesForm;
  readonly now: Ticks;
  readonly onChange: (part: Partial<SeriesForm>) => void;
}): ReactNode {
  const { form, now, onChange } = props;
  const needs = useMemo(() => readNeeds(form.needs), [form.needs]);
  const tables = useMemo(
    () =>
      needs.ok
        ? resolutionTables(needs.value, { before: form.before, time: form.time, namePrefix: form.name }, now)
        : undefined,
    [needs, form.before, form.time, form.name, now],
  );
  const error = needs.ok ? (tables?.ok === false ? tables.error : undefined) : needs.error;
  return (
    <section className={css.section} aria-label="Several resolutions">
      <h2 className="large">Reading at several resolutions</h2>
      <div className={css.wide}>
        <TextField
          label="What is read"
          value={form.needs}
          onChange={(text) => onChange({ needs: text })}
          mono
          error={error}
        />
      </div>
      {tables?.ok === true && <TablesNeeded tables={tables.value} />}
    </section>
  );
}

function TablesNeeded({ tables }: { readonly tables: readonly ResolutionTable[] }): ReactNode {
  return (
    <div className={tableCss.frame}>
      <table className={tableCss.table}>
        <thead>
          <tr>
            <th scope="col">Read</th>
            <th scope="col">Row factor</th>
            <th scope="col">Partition factor</th>
            <th scope="col">Requests</th>
            <th scope="col">From the finest table</th>
            <th scope="col">Rows read</th>
            <th scope="col">From the finest table</th>
            <th scope="col">Rows a day</th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table, at) => (
            <tr key={`${at} ${table.need.stepTicks} ${table.need.windowTicks}`}>
              <th scope="row">
                {`${durationText(table.need.stepTicks)} for ${durationText(table.need.windowTicks)}`}
              </th>
              <td>{durationText(table.layout.rowTicks)}</td>
              <td>{durationText(table.layout.partitionTicks)}</td>
              <td>{formatCount(Number(table.requests))}</td>
              <td>{formatCount(Number(table.requestsFromFinest))}</td>
              <td>{formatCount(Number(table.rows))}</td>
              <td>{formatCount(Number(table.rowsFromFinest))}</td>
              <td>{formatCount(Number(table.rowsPerDay))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Field {
  readonly name: Exclude<SeriesField, 'time'>;
  readonly label: string;
  /** Shown in an empty field: what leaving it empty means. */
  readonly placeholder?: string;
}

const FIRST: readonly Field[] = [{ name: 'step', label: 'Resolution' }];
const REST: readonly Field[] = [
  { name: 'source', label: 'Source (basic)' },
  { name: 'before', label: 'Text before the time', placeholder: 'none' },
  { name: 'row', label: 'Row factor' },
  { name: 'partition', label: 'Partition factor' },
  { name: 'name', label: 'Property names begin with' },
  { name: 'from', label: 'Window from' },
  { name: 'to', label: 'Window to' },
  { name: 'every', label: 'One point every', placeholder: 'all points' },
];

/** The window that factors are proposed for if the typed one cannot be read. */
const USUAL_WINDOW = 36_000_000_000n;

/** Resolution, keys, factors and window. */
function SeriesFields(props: {
  readonly form: SeriesForm;
  /** What `now` means in the typed times. */
  readonly now: Ticks;
  readonly fault: SeriesFault | undefined;
  readonly windowTicks?: bigint | undefined;
  readonly onChange: (part: Partial<SeriesForm>) => void;
}): ReactNode {
  const { form, fault, onChange } = props;
  const { timeZone } = useZone();
  // Replaces a typed time by one that means the same tomorrow and in other zones, so that a link can hold it.
  const settle = (name: 'from' | 'to'): void => {
    const read = readTypedInstant(form[name], props.now, timeZone);
    if (read.ok && read.value.text !== form[name]) onChange({ [name]: read.value.text });
  };
  const fieldOf = ({ name, label, placeholder }: Field): ReactNode => (
    <TextField
      key={name}
      label={label}
      value={form[name]}
      onChange={(text) => onChange({ [name]: text })}
      onBlur={name === 'from' || name === 'to' ? () => settle(name) : undefined}
      placeholder={placeholder}
      mono
      error={fault?.field === name ? fault : undefined}
    />
  );
  const step = parseLength(form.step);
  const factors = step.ok ? proposeFactors(step.value, props.windowTicks ?? USUAL_WINDOW) : undefined;
  const proposed = factors && {
    row: durationText(factors.rowTicks),
    partition: durationText(factors.partitionTicks),
  };
  const [row, partition] = [parseLength(form.row), parseLength(form.partition)];
  const isProposed =
    row.ok && partition.ok && row.value === factors?.rowTicks && partition.value === factors.partitionTicks;
  const propose = proposed === undefined || isProposed ? undefined : () => onChange(proposed);
  useGroupActions('Design', [['series.factors', 'Use the proposed factors', propose]]);
  return (
    <>
      <div className={css.fields}>
        {FIRST.map(fieldOf)}
        <Select
          label="Time in keys"
          options={SERIES_TIME_FORMS.map((id) => ({ id, label: timeFormTitle(id) }))}
          value={form.time}
          onChange={(time) => onChange({ time })}
        />
        {REST.map(fieldOf)}
      </div>
      {proposed !== undefined && propose !== undefined && (
        <div className={css.actions}>
          <Button size="small" onPress={propose}>
            {`Use row factor ${proposed.row}, partition factor ${proposed.partition}`}
          </Button>
        </div>
      )}
    </>
  );
}
