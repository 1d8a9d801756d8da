import { type ReactNode, useMemo } from 'react';
import type { Bench } from '../../../core/design/bench/readBench.ts';
import { ASSUMED_REQUEST_MS } from '../../../core/design/bench/workload.ts';
import { KNOWN_PATTERNS } from '../../../core/design/bench/knownPatterns.ts';
import { type DesignForm, formOfPattern, isSameDesign } from '../../../state/design/designForm.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import css from '../design.module.css';
import { requestTime } from './requestTime.ts';
import { useGroupActions } from '../../shared/useActions.ts';

export interface BenchFieldsProps {
  readonly form: DesignForm;
  readonly faults: Bench['faults'];
  readonly onChange: (change: Partial<DesignForm>) => void;
}

const PATTERNS = KNOWN_PATTERNS.map(({ id, title }) => ({ id, label: title }));
const AMOUNTS = [
  { name: 'writes', label: 'Writes a second' },
  { name: 'days', label: 'Days kept' },
  { name: 'bytes', label: 'Bytes a row' },
  { name: 'ms', label: 'Request, ms', placeholder: `${ASSUMED_REQUEST_MS} assumed` },
] as const;

/** The entity, its queries and its writes. */
export function BenchFields({ form, faults, onChange }: BenchFieldsProps): ReactNode {
  const run = useStore(useServices().run);
  const measured = useMemo(() => (run.phase === 'idle' ? undefined : requestTime(run.requests)), [run]);
  const known = KNOWN_PATTERNS.find(({ id }) => isSameDesign(formOfPattern(id), form));
  const median = measured === undefined ? '' : String(measured.medianMs);
  const takeMedian = median === '' || form.ms === median ? undefined : () => onChange({ ms: median });
  useGroupActions('Design', [
    ['design.median', 'Use the median request time of the result in sight', takeMedian],
  ]);
  return (
    <>
      <div className={css.fields}>
        <div className={css.middle}>
          <Select
            label="Start from"
            options={PATTERNS}
            value={known?.id}
            placeholder="A known pattern"
            onChange={(id) => onChange(formOfPattern(id))}
          />
        </div>
        {AMOUNTS.map(({ name, label, ...more }) => (
          <div key={name} className={css.narrow}>
            <TextField
              label={label}
              placeholder={'placeholder' in more ? more.placeholder : undefined}
              value={form[name]}
              onChange={(text) => onChange({ [name]: text })}
              error={faults[name]}
            />
          </div>
        ))}
        {measured !== undefined && takeMedian !== undefined && (
          <Button look="link" size="small" onPress={takeMedian}>
            {`Use ${formatCount(measured.medianMs)} ms, the median of ${formatPlural(measured.requests, 'request')} of the result in sight`}
          </Button>
        )}
      </div>
      <div className={css.areas}>
        <TextField
          label="Properties"
          labelNote="DeviceId: String, 500 values"
          mono
          rows={4}
          value={form.properties}
          onChange={(properties) => onChange({ properties })}
          error={faults.properties}
        />
        <TextField
          label="Access patterns"
          labelNote="name | DeviceId == @device and Time within 1h | queries a second | latency"
          mono
          rows={4}
          value={form.patterns}
          onChange={(patterns) => onChange({ patterns })}
          error={faults.patterns}
        />
      </div>
    </>
  );
}
