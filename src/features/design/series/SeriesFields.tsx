import type { ReactNode } from 'react';
import { proposeFactors } from '../../../core/series/proposeFactors.ts';
import { SERIES_TIME_FORMS, timeFormTitle } from '../../../core/series/timeKey.ts';
import { durationText } from '../../../core/time/durationText.ts';
import type { Ticks } from '../../../core/time/ticks.ts';
import { readTypedInstant } from '../../../core/time/typedTime.ts';
import { parseLength } from '../../../core/time/lengthInput.ts';
import type { SeriesFault, SeriesField, SeriesForm } from '../../../state/design/seriesForm.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import css from './series.module.css';
import { useZone } from '../../shared/useZone.ts';
import { useGroupActions } from '../../shared/useActions.ts';

interface Field {
  readonly name: Exclude<SeriesField, 'time'>;
  readonly label: string;
  /** What an empty field means. */
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
export function SeriesFields(props: {
  readonly form: SeriesForm;
  /** Of the times that are typed. */
  readonly now: Ticks;
  readonly fault: SeriesFault | undefined;
  readonly windowTicks?: bigint | undefined;
  readonly onChange: (part: Partial<SeriesForm>) => void;
}): ReactNode {
  const { form, fault, onChange } = props;
  const { timeZone } = useZone();
  // A link keeps what means the same tomorrow, and elsewhere.
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
          onChange={(id) => {
            const time = SERIES_TIME_FORMS.find((one) => one === id);
            if (time !== undefined) onChange({ time });
          }}
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
