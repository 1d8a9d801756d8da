import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { numberText, secondsText } from '../../../core/words.ts';
import type { ModelForm } from '../../../state/keyspace/modelForm.ts';
import { modelOfForm } from '../../../state/keyspace/modelInput.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { formatCount } from '../../../ui/format.ts';
import { useStore } from '../../shared/services.tsx';
import css from '../map/keyspace.module.css';
import { useMapSections } from '../map/keyspaceParts.ts';
import { storedText } from './ModelFigures.tsx';

/** Other keys that a design is compared with, under the same load. */
const ALTERNATIVES: readonly {
  readonly label: string;
  readonly keys: Partial<ModelForm>;
}[] = [
  { label: 'Ticks', keys: { scheme: 'ticks' } },
  { label: 'Inverted ticks', keys: { scheme: 'inverted ticks' } },
  { label: '10 prefixes', keys: { scheme: 'prefixed ticks', prefixes: '10' } },
  { label: '100 prefixes', keys: { scheme: 'prefixed ticks', prefixes: '100' } },
  { label: 'Hash, 10 buckets', keys: { scheme: 'hash', prefixes: '10' } },
  { label: 'Hash, 100 buckets', keys: { scheme: 'hash', prefixes: '100' } },
  { label: 'Partition per writer', keys: { scheme: 'partition per writer' } },
  { label: 'GUIDs', keys: { scheme: 'guid' } },
];
/** Numbers of runs: those of the shown designs come first, and each design has room for its alternatives after them. */
const FIRST_RUN = 100;

export interface ModelAlternativesProps {
  /** The index of the design, 0 or 1. */
  readonly index: number;
  readonly form: ModelForm;
  readonly onUse: (form: ModelForm) => void;
}

/** What other keys would do under the same load, for writes and for reads. They are simulated once this is opened. */
export function ModelAlternatives(props: ModelAlternativesProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css.alternatives} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Other keys under this load: press one to use it</summary>
      {isOpen && (
        <table>
          <thead>
            <tr>
              <th scope="col">Keys</th>
              <th scope="col">Writes stored</th>
              <th scope="col">First 503</th>
              <th scope="col">Servers</th>
              <th scope="col">Requests per time query</th>
              <th scope="col">Rows read per row wanted</th>
            </tr>
          </thead>
          <tbody>
            {ALTERNATIVES.map((_, at) => (
              <AlternativeRow key={ALTERNATIVES[at]?.label} at={at} {...props} />
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}

function AlternativeRow({
  at,
  index,
  form,
  onUse,
}: ModelAlternativesProps & { readonly at: number }): ReactNode {
  const { label, keys } = ALTERNATIVES[at] ?? { label: '', keys: {} };
  const run = useMapSections().models.design(FIRST_RUN * (index + 1) + at);
  const other = useMemo(() => ({ ...form, ...keys }), [form, keys]);
  const model = useMemo(() => modelOfForm(other), [other]);
  useEffect(() => {
    if (model.ok) run.ask(model.value);
    return run.cancel;
  }, [run, model]);
  const { answer, input } = useStore(run);
  const isNow = model.ok && input === model.value;
  const result = isNow ? answer?.result : undefined;
  return (
    <tr>
      <th scope="row">
        <Button size="small" onPress={() => onUse(other)}>
          {label}
        </Button>
      </th>
      {result === undefined ? (
        <td colSpan={5} className="third">
          simulating
        </td>
      ) : (
        <>
          <td>{storedText(result.stored, result.offered)}</td>
          <td>
            {result.firstRefusalSeconds === undefined
              ? 'none'
              : `after ${secondsText(result.firstRefusalSeconds)}`}
          </td>
          <td>
            {formatCount(result.steps.reduce((most, { busyServers }) => Math.max(most, busyServers), 0))}
          </td>
          <td>
            {formatCount(result.reads.requestsPerTimeQuery)}
            {result.reads.queryClass === 'table scan' ? ', a table scan' : ''}
          </td>
          <td>{numberText(result.reads.rowsReadPerRowWanted)}</td>
        </>
      )}
    </tr>
  );
}
