import type { Completeness, Counted } from '../../core/plan/completeness.ts';
import { type Derived, isProven } from '../../core/plan/derived.ts';
import { fail, ok, type Result } from '../../core/result.ts';
import { countText } from '../../core/words.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { EndedRun } from '../run/runState.ts';
import type { CaptureIntake } from './capture/openCapture.ts';
import { safeName } from './resultNames.ts';

/** Names the rows: those in one result but not in the other. */
export interface DifferenceWords {
  readonly of: string;
  readonly lackedBy: string;
}

export interface OpenedDifference {
  readonly run: EndedRun;
  readonly difference: DifferenceWords;
}

/** A result whose rows are copied. */
interface Source {
  readonly name: string;
  readonly run: EndedRun;
  readonly rows: Pick<RowStoreClient, 'writeCapture'>;
}

type Ended = Exclude<Completeness, { readonly state: 'running' }>;

const NOTES = [
  'arrivalNote',
  'absentNote',
  'secondaryNote',
  'filterNote',
  'splitNote',
  'schemeNote',
] as const;

/** The notes of both results, each with its name, because a late row of either can make the difference wrong. */
function notesOfBoth(own: Counted, other: Counted, { of, lackedBy = '' }: Derived): Partial<Counted> {
  const named = (name: string, note: string | undefined): readonly string[] =>
    note === undefined ? [] : [`"${name}": ${note}`];
  return Object.fromEntries(
    NOTES.flatMap((note) => {
      const texts = [...named(of, own[note]), ...named(lackedBy, other[note])];
      return texts.length === 0 ? [] : [[note, texts.join(' ')]];
    }),
  );
}

/** That a row is in only one result is certain only if both are complete: it may be unread in the other. */
function completenessOf(own: Ended, other: Completeness, rows: number, derived: Derived): Ended {
  const text = `${derived.lackedBy} is not proven complete: some of these rows may be unread there.`;
  const notes = notesOfBoth(own, other, derived);
  const doubts = isProven(other) ? [] : [{ kind: 'unread' as const, text, queries: [] }];
  if ('reasons' in own)
    return { ...own, ...notes, rows, derived, reasons: [...own.reasons, ...doubts], resumable: false };
  if (other.state === 'complete' || other.state === 'derived')
    return {
      ...own,
      ...notes,
      rows,
      state: 'derived',
      derived: { ...derived, sources: [own.state, other.state] },
    };
  return {
    ...own,
    ...notes,
    rows,
    derived,
    state: 'unverifiable',
    reasons: doubts,
    unread: [],
    resumable: false,
  };
}

/** A run for some rows of another run; nothing was sent for them. */
function runOfRows(
  source: EndedRun,
  runId: number,
  rowsByQuery: readonly number[],
  completeness: Completeness,
): EndedRun {
  const { rows } = completeness;
  return {
    ...source,
    runId,
    rows,
    bytes: Math.round((source.bytes * rows) / Math.max(1, source.rows)),
    progress: source.progress.map((query) => ({ ...query, rows: rowsByQuery[query.index] ?? 0 })),
    guards: [],
    plan: { ...source.plan, guards: [] },
    requests: [],
    anomalies: { outOfOrder: 0, repeated: 0, outside: 0 },
    completeness,
    dataVersion: 1,
  };
}

/** Copies rows of a result, by their numbers, into a new store. `other`: the result that lacks them. */
export function rowsOnlyIn(
  source: Source,
  other: { readonly name: string; readonly run: Pick<EndedRun, 'completeness'> },
  numbers: Uint32Array,
): (intake: CaptureIntake) => Promise<Result<OpenedDifference, string>> {
  return async ({ rows, runId, room }) => {
    const { plan, completeness: own } = source.run;
    if (numbers.length > room.rows)
      return fail(
        `These are ${countText(numbers.length)} rows; there is room for ${countText(room.rows)}. Close a result first.`,
      );
    if (own.state === 'running') return fail('Wait until the query has ended.');
    let isFirst = true;
    let refused: string | undefined;
    let rowsByQuery: readonly number[] = [];
    const take = async (bytes: Uint8Array<ArrayBuffer>, isLast: boolean): Promise<void> => {
      if (refused !== undefined) return;
      const queries = plan.queries.length;
      const answer = await rows.readCapture({ runId, bytes, isFirst, isLast, mostRows: room.rows, queries });
      isFirst = false;
      if (answer.kind === 'refused') refused = answer.words;
      if (answer.kind === 'end') ({ rowsByQuery } = answer);
      if (answer.kind !== 'summary') return;
      await rows.begin({ runId, schemeId: plan.request.schemeId, queries: plan.queries });
      // The worker still holds the rest of these bytes.
      await take(new Uint8Array(0), isLast);
    };
    try {
      // Copies through the capture format: one store writes it, another reads it, and nothing is lost.
      await source.rows.writeCapture('{}', (bytes) => take(bytes, false), numbers);
      await take(new Uint8Array(0), true);
    } catch (caught) {
      refused ??= caught instanceof Error ? caught.message : 'The rows could not be read back.';
    }
    if (refused !== undefined) {
      await rows.reset().catch(() => undefined);
      return fail(refused);
    }
    const difference = { of: safeName(source.name), lackedBy: safeName(other.name) };
    const derived = { kind: 'difference', ...difference } as const;
    const completeness = completenessOf(own, other.run.completeness, numbers.length, derived);
    return ok({ run: runOfRows(source.run, runId, rowsByQuery, completeness), difference });
  };
}
