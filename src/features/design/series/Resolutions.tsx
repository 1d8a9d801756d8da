import { type ReactNode, useMemo } from 'react';
import { type ResolutionTable, resolutionTables } from '../../../core/series/resolutions.ts';
import { durationText } from '../../../core/time/durationText.ts';
import type { Ticks } from '../../../core/time/ticks.ts';
import { readNeeds, type SeriesForm } from '../../../state/design/seriesForm.ts';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { formatCount } from '../../../ui/format.ts';
import tableCss from '../designTable.module.css';
import css from './series.module.css';

/** Reading at several resolutions: a table for each, and what it saves against reading the finest one. */
export function Resolutions(props: {
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
      <h2 className={css.title}>Reading at several resolutions</h2>
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
