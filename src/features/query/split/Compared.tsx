import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { KeyIdentity } from '../../../core/rows/compare/rowDigests.ts';
import type { ComparedFilter } from '../../../core/rows/rowQuery.ts';
import { countText } from '../../../core/words.ts';
import { compareResults, type ResultComparison } from '../../../state/results/compareResults.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { ProgressCount } from '../../../ui/feedback/ProgressCount.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import css from './split.module.css';
import type { Side } from './splitSides.ts';
import { changedWords, comparisonNotes, comparisonText, differenceText } from './splitWords.ts';
import { bars, STRIP_HEIGHT } from '../results/rows/stripShape.ts';

interface ComparedProps {
  readonly first: Side;
  readonly second: Side;
  readonly identity: KeyIdentity;
  readonly shift: bigint;
  readonly isDifference: boolean;
  /** Undefined if the two are not drawn on one axis. */
  readonly onDifference: (() => void) | undefined;
}

/** What two results have in common, and chips that select the rows that differ. */
export function Compared(props: ComparedProps): ReactNode {
  const { first, second } = props;
  const { state, cancel } = useComparison(first, second, props.identity);
  switch (state.kind) {
    case 'comparing':
      return (
        <>
          <span role="status">Comparing</span>
          <ProgressCount label="Compared" done={Math.floor(state.share * 100)} total={100} unit="%" />
          <Button size="small" onPress={cancel}>
            Cancel
          </Button>
        </>
      );
    case 'cancelled':
      return <span role="status">Cancelled: nothing was compared.</span>;
    case 'failed':
      return (
        <Notice tone="error" title="The results were not compared." isLive>
          {state.words}
        </Notice>
      );
    case 'compared':
      return <Differences {...props} compared={state.compared} />;
  }
}

function Differences(props: ComparedProps & { readonly compared: ResultComparison }): ReactNode {
  const { first, second, compared } = props;
  const { changed, filters } = compared;
  // Render again when either selection changes, because the chips depend on both.
  useStore(first.services.rowList);
  useStore(second.services.rowList);
  const notes = comparisonNotes(compared, first, second, props.shift);
  return (
    <>
      <div className={css.chips} role="group" aria-label="Differences">
        <Button
          size="small"
          isPressed={props.isDifference && props.onDifference !== undefined}
          isDisabled={props.onDifference === undefined}
          onPress={props.onDifference}
        >
          Difference
        </Button>
        <Chip label="Only in A" rows={compared.onlyFirst} of={[[first, filters.first.only]]} />
        <Chip label="Only in B" rows={compared.onlySecond} of={[[second, filters.second.only]]} />
        {changed !== undefined && (
          <Chip
            label="Changed"
            rows={changed.rows}
            of={[
              [first, filters.first.changed],
              [second, filters.second.changed],
            ]}
          />
        )}
      </div>
      <span role="status" className="second">
        {comparisonText(compared, first, second)}{' '}
        {changed !== undefined && <VisibleText text={changedWords(changed)} />}
      </span>
      <details className={css.notes}>
        <summary>{notes.length === 1 ? '1 note' : `${countText(notes.length)} notes`}</summary>
        <ul>
          {notes.map((note) => (
            <li key={note}>
              <VisibleText text={note} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Selects the rows of a difference, in one result or in both. Pressing it again removes that filter. */
function Chip(props: {
  readonly label: string;
  readonly rows: number;
  readonly of: readonly (readonly [Side, ComparedFilter])[];
}): ReactNode {
  const { label, rows, of } = props;
  const isPressed = of.every(([{ services, run }, filter]) =>
    services.rowList.of(run.runId).filters.includes(filter),
  );
  const press = (): void => {
    for (const [{ services, run }, filter] of of) {
      const others = services.rowList.of(run.runId).filters.filter(({ kind }) => kind !== 'compared');
      services.rowList.change(run.runId, { filters: isPressed ? others : [...others, filter] });
    }
  };
  return (
    <Button size="small" isPressed={isPressed} isDisabled={rows === 0} onPress={press}>
      {label} <strong>{countText(rows)}</strong>
    </Button>
  );
}

type ComparisonState =
  /** `share`: the progress, 0 to 1. */
  | { readonly kind: 'comparing'; readonly share: number }
  | { readonly kind: 'compared'; readonly compared: ResultComparison }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly words: string };

/**
 * Compares two results that have been read; `cancel` stops it. Give the component a `key` for each pair of runs and identity, so that the
 * answer for a previous pair is never shown.
 */
function useComparison(
  first: Side,
  second: Side,
  identity: KeyIdentity,
): { readonly state: ComparisonState; readonly cancel: () => void } {
  const { activity } = useServices();
  const [state, setState] = useState<ComparisonState>({ kind: 'comparing', share: 0 });
  const stop = useRef<AbortController>(undefined);
  const sides = useRef([first, second] as const);
  useEffect(() => {
    let isCurrent = true;
    const abort = new AbortController();
    stop.current = abort;
    const { signal } = abort;
    const tell = (next: ComparisonState): void => {
      if (isCurrent) setState(next);
    };
    const [one, two] = sides.current;
    const work = compareResults(
      { ...one, rows: one.services.rows },
      { ...two, rows: two.services.rows },
      identity,
      { signal, onProgress: (share) => tell({ kind: 'comparing', share }) },
    );
    const compared = (found: ResultComparison): void => {
      const { first: ofOne, second: ofTwo } = found.filters;
      for (const [{ services, run }, { only, changed }] of [
        [one, ofOne],
        [two, ofTwo],
      ] as const)
        services.rowList.compared(run.runId, found.changed === undefined ? { only } : { only, changed });
      tell({ kind: 'compared', compared: found });
    };
    const failed = (caught: unknown): void => {
      const words = caught instanceof Error ? caught.message : 'The rows could not be read.';
      tell(signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', words });
    };
    void activity.track(work.then(compared, failed));
    return () => {
      isCurrent = false;
      // Nobody is waiting for the answer any more.
      abort.abort();
    };
  }, [activity, identity]);
  return { state, cancel: () => stop.current?.abort() };
}

/** How many more or fewer rows B has than A in each bucket of the axis on which both are drawn. */
export function DifferenceStrip(props: { readonly first: Side; readonly second: Side }): ReactNode {
  const { first, second } = props;
  const one = useStore(first.services.series).answer;
  const two = useStore(second.services.series).answer;
  // Render again after each change of a selection.
  useStore(first.services.rowList);
  useStore(second.services.rowList);
  // The difference can be drawn only if both answers have the same buckets.
  const isSame = one?.bucketTicks === two?.bucketTicks && one?.bucketCount === two?.bucketCount;
  if (one === undefined || two === undefined || !isSame) return <div className={css.difference} />;
  const difference = Array.from(two.totals, (count, at) => count - (one.totals[at] ?? 0));
  const line = STRIP_HEIGHT / 2;
  const counts = (sign: 1 | -1): Uint32Array =>
    Uint32Array.from(difference, (value) => Math.max(0, sign * value));
  const largest = Uint32Array.from(difference, Math.abs);
  const selected = [first, second].filter(
    ({ services, run }) => services.rowList.of(run.runId).filters.length > 0,
  );
  const text = differenceText(
    difference,
    one.bucketTicks,
    selected.map(({ letter }) => letter),
  );
  return (
    <figure className={css.difference}>
      <svg
        viewBox={`0 0 ${difference.length} ${STRIP_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text}
      >
        <path d={bars(counts(1), line, -line, largest)} className={css.more} />
        <path d={bars(counts(-1), line, line, largest)} className={css.fewer} />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}
