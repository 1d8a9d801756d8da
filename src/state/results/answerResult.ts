import { NO_TIME } from '../../core/keys/schemes/none.ts';
import { AS_GIVEN } from '../../core/entities/order/rowStreams.ts';
import { type ColumnChoice, NO_CHOICE } from '../../core/rows/columnChoice.ts';
import { isProven, type ProvenState } from '../../core/plan/derived.ts';
import { ok, type Result } from '../../core/result.ts';
import { countText } from '../../core/words.ts';
import type { AnswerColumn, AnswerReceipt, QueryStart } from '../../workers/sql/sqlProtocol.ts';
import type { QueryForm } from '../run/queryForm.ts';
import type { EndedRun, RunState } from '../run/runState.ts';
import type { CaptureIntake } from './capture/openCapture.ts';
import { lacking, madeRun } from '../run/madeRun.ts';
import { ticksScheme } from './pointsResult.ts';
import { safeName } from './resultNames.ts';

/** Where the rows of an answer come from. */
export interface AnswerWords {
  readonly sql: string;
  /** The number of the result that the query calls `result`. */
  readonly source: number;
}

export interface OpenedAnswer {
  readonly run: EndedRun;
  readonly answer: AnswerWords;
}

/** What an answer was computed from. */
export interface AnswerSources extends AnswerWords {
  /** The results that the query names. */
  readonly from: readonly { readonly name: string; readonly run: RunState }[];
  /** The query form of the source, which the answer shows as well. */
  readonly form: QueryForm;
  /** How its keys are read. */
  readonly schemeId: string;
}

/** Estimated bytes of a row in the store, for the page's limit. */
const ROW_BYTES = 600;
const TABLE = 'answer';

function completenessOf(
  { from }: AnswerSources,
  { rows, isCut }: AnswerReceipt,
  readAtMs: number,
): EndedRun['completeness'] {
  // In words there are quotes around it, and names have commas.
  const of = from.map(({ name }) => safeName(name)).join('", "');
  const derived = { kind: 'sql', of } as const;
  const counted = { rows, queriesDone: 1, queriesAsked: 1, readAtMs, derived };
  const texts = from.flatMap(({ name, run: { completeness } }) =>
    isProven(completeness)
      ? []
      : [
          `It was computed from "${safeName(name)}", which is ${completeness.state}: other rows may change it.`,
        ],
  );
  if (isCut)
    texts.push(
      `The answer has more rows: this page has room for the first ${countText(rows)}. Add a LIMIT, or close a result.`,
    );
  if (texts.length === 0) {
    const states = new Set(from.map(({ run }) => run.completeness.state as ProvenState));
    return { ...counted, state: 'derived', derived: { ...derived, sources: [...states] } };
  }
  return { ...counted, ...lacking('incomplete', texts) };
}

type StartedQuery = Extract<QueryStart, { readonly ok: true }>;

/** Ids of the grid's columns. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['PartitionKey', 'partitionKey'],
  ['RowKey', 'rowKey'],
  ['Timestamp', 'timestamp'],
]);

/** The columns in the order of the query, without keys that only tell the rows apart, and without what is read from keys. */
export function answerColumns(columns: readonly AnswerColumn[]): ColumnChoice {
  const shown = columns.map(({ name }) => KEYS.get(name) ?? `property:${name}`);
  const hidden = ['time', 'prefix', ...KEYS.values()].filter((id) => !shown.includes(id));
  return { ...NO_CHOICE, order: shown, shown, hidden };
}

/** Reads the rows of an answer into a new row store. `read` streams them as pages. */
export function readAnswer(
  sources: AnswerSources,
  { keys, columns }: StartedQuery,
  read: (most: number, onPage: (page: Uint8Array<ArrayBuffer>) => Promise<void>) => Promise<AnswerReceipt>,
  nowMs: () => number,
): (intake: CaptureIntake) => Promise<Result<OpenedAnswer, string>> {
  return async ({ rows, runId, room }) => {
    const schemeId =
      keys === 'own' ? sources.schemeId : ((keys === 'time' ? ticksScheme() : undefined) ?? NO_TIME.id);
    const select = columns.map(({ name }) => name);
    const planned = { index: 0, label: TABLE, tableName: TABLE, isAnswer: true, select };
    await rows.begin({ runId, schemeId, queries: [planned] });
    let bytes = 0;
    const receipt = await read(Math.min(room.rows, Math.floor(room.bytes / ROW_BYTES)), async (page) => {
      bytes += page.length;
      const stored = await rows.append(runId, 0, page, { order: AS_GIVEN });
      if (!stored.ok) throw new Error(stored.error.message);
    });
    const { sql, source, form } = sources;
    return ok({
      answer: { sql, source },
      run: madeRun({
        runId,
        form: { ...form, sql },
        planned,
        request: { schemeId },
        rows: receipt.rows,
        bytes,
        repeated: 0,
        completeness: completenessOf(sources, receipt, nowMs()),
      }),
    });
  };
}
