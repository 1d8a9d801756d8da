import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { partitionTargetOf } from '../../../core/keyspace/target.ts';
import type { ModelInput, ModelResult } from '../../../core/keyspace/model/modelTypes.ts';
import { DEFAULT_SERVERS } from '../../../core/keyspace/model/servers.ts';
import { numberText, secondsText } from '../../../core/words.ts';
import { formatCount, formatShare } from '../../../ui/format.ts';
import css from '../map/keyspace.module.css';
import type { ModelForm } from '../../../state/keyspace/modelForm.ts';
import { modelOfForm } from '../../../state/keyspace/modelInput.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useStore } from '../../shared/services.tsx';
import { useMapSections } from '../map/keyspaceParts.ts';

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly more?: string;
  /** Highlights the figure as a problem. */
  readonly isBad?: boolean;
}

/** The figures of a design. Their order is always the same, so that two designs can be compared side by side. */
export function ModelFigures({
  result,
  input,
}: {
  readonly result: ModelResult;
  readonly input: ModelInput;
}): ReactNode {
  return (
    <dl className={css.figures}>
      {[...writeFigures(result), ...serverFigures(result, input), ...readFigures(result)].map(
        ({ name, value, more, isBad = false }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isBad ? css.bad : undefined}>{value}</dd>
            <dd className={css.figureMore}>{more}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function writeFigures(result: ModelResult): readonly Figure[] {
  const { offered, stored, refused, refusals, recovered, givenUp, waiting, firstRefusalSeconds } = result;
  return [
    {
      name: 'Writes stored',
      value: storedText(stored, offered),
      more: `${formatCount(stored)} of ${formatCount(offered)}`,
      isBad: refused > 0,
    },
    {
      name: 'First 503',
      value: firstRefusalSeconds === undefined ? 'none' : `after ${secondsText(firstRefusalSeconds)}`,
      more: refusals === 0 ? 'no write refused' : `${formatCount(refusals)} answers`,
      isBad: firstRefusalSeconds !== undefined,
    },
    {
      name: 'Stored by a retry',
      value: formatCount(recovered),
      more: `${formatCount(givenUp)} lost${waiting === 0 ? '' : `, ${formatCount(waiting)} still wait`}`,
      isBad: givenUp > 0,
    },
  ];
}

function serverFigures(
  { steps, splits, moves, offlineSeconds }: ModelResult,
  input: ModelInput,
): readonly Figure[] {
  const target = partitionTargetOf(input);
  const hottest = steps.reduce((peak, step) => Math.max(peak, step.hottestPartitionPerSecond), 0);
  const fresh = steps.reduce((peak, step) => Math.max(peak, step.hottestFreshPerSecond), 0);
  const busy = steps.reduce((peak, { busyServers }) => Math.max(peak, busyServers), 0);
  return [
    {
      name: 'Busiest partition',
      value: hottest === 0 ? 'one row each' : `${formatCount(Math.round(fresh))}/s`,
      more:
        hottest === 0
          ? 'no partition is hot'
          : `${formatShare(fresh / target)} of ${formatCount(Math.round(target))}/s${hottest > fresh * 1.005 ? `; with retries ${formatShare(hottest / target)}` : ''}`,
      isBad: hottest > target,
    },
    {
      name: 'Servers that took writes',
      value: formatCount(busy),
      more: `of ${formatCount(DEFAULT_SERVERS.count)} assumed`,
    },
    {
      name: 'Splits and moves',
      value: formatCount(splits + moves),
      more: offlineSeconds === 0 ? 'never offline' : `${secondsText(offlineSeconds)} offline in all`,
    },
  ];
}

function readFigures({ reads }: ModelResult): readonly Figure[] {
  const { requestsPerTimeQuery, queryClass, rowsReadPerRowWanted } = reads;
  return [
    {
      name: 'Requests per time query',
      value: formatCount(requestsPerTimeQuery),
      more: queryClass,
      isBad: queryClass === 'table scan',
    },
    {
      name: 'Rows read per row wanted',
      value: numberText(rowsReadPerRowWanted),
      more: 'of one hour',
      isBad: rowsReadPerRowWanted >= 2,
    },
  ];
}

/** Never 100 % if a write is missing. */
function storedText(stored: number, offered: number): string {
  const share = stored / Math.max(1, offered);
  if (share < 0.99 || stored === offered) return formatShare(offered === 0 ? 1 : share);
  return `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
}

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

interface ModelAlternativesProps {
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
