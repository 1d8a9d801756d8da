import type { ParquetTable } from '../core/entities/parquet/parquetTable.ts';
import type { FilePiece } from '../core/entities/views/filePiece.ts';
import { defined } from '../core/defined.ts';
import { RunRows, type SchemeOf } from '../core/rows/runRows.ts';
import { readFile } from './fileIntake.ts';
import { pointsOfRows, recognizeRows } from './rowPoints.ts';
import type { ExportReceipt, RowStoreCalls, CaptureAnswer, CapturePiece } from './rowStoreProtocol.ts';
import type { ExportedRows } from '../core/rows/rowTypes.ts';
import { type CallHandlers, progressOf, stepsOf } from './serveCalls.ts';
import { AS_GIVEN } from '../core/entities/order/rowStreams.ts';
import { CaptureReader } from '../core/rows/capture/captureReader.ts';
import { countText } from '../core/words.ts';
import type { Steps } from '../core/steps.ts';

const loadArrowWriter = () => import('./arrowSlices.ts');
const loadParquetWriter = () => import('./parquetFile.ts');

/** Loads the writer of Parquet before it is needed. Errors are ignored, because an export loads it again if necessary, and reports them. */
export function loadParquetAhead(): void {
  void loadParquetWriter().catch(() => undefined);
}

/** The parts of a receipt that only some exports have. */
function toldOf({ repeated, file }: ExportedRows): Pick<ExportReceipt, 'repeated' | 'table'> {
  const table = file.kind === 'sql' ? { columns: file.table.columns, left: file.table.left } : undefined;
  return defined({ repeated, table });
}

async function piecesOf({ file }: ExportedRows): Promise<Iterable<FilePiece>> {
  if (file.kind === 'sql') return (await loadArrowWriter()).arrowSlices(file.table);
  return file.kind === 'parquet' ? parquetPieces(file.table) : file.pieces;
}

async function parquetPieces(table: ParquetTable): Promise<Iterable<FilePiece>> {
  try {
    const { parquetFile } = await loadParquetWriter();
    return parquetFile(table);
  } catch {
    throw new Error(
      'The part of this page that writes Parquet could not be loaded. Save as CSV or NDJSON instead.',
    );
  }
}

const NEW_RUN = 'The rows were dropped: they belong to an earlier run.';

export function rowStoreHandlers(
  schemeOf: SchemeOf,
  rows = new RunRows(schemeOf),
): CallHandlers<RowStoreCalls> {
  const capture = createCaptureIntake(rows);
  return {
    begin: (spec, call) => {
      call.endOthers(NEW_RUN);
      return rows.begin(spec) as undefined;
    },
    extend: (extension) => rows.extend(extension) as undefined,
    append: (page) => rows.append(page),
    view: (request) => rows.view(request),
    search: (request) => progressOf(rows.search(request)),
    copyCells: (request) => rows.copyCells(request),
    addUp: (range) => rows.addUp(range),
    regexTexts: (question) => rows.regexTexts(question),
    regexVerdict: (verdict) => rows.regexVerdict(verdict),
    columns: (request) => rows.columns(request),
    memory: () => rows.memory(),
    freeColumns: () => rows.freeColumns() as undefined,
    entity: (row) => rows.entity(row),
    keyDigests: (request) => progressOf(rows.keyDigests(request)),
    compareKeys: (request) => progressOf(rows.compareKeys(request)),
    takeCompared: (compared) => rows.takeCompared(compared) as undefined,
    series: (request) => rows.series(request),
    chart: (request) => rows.chart(request),
    groups: (request) => rows.groups(request),
    differences: (selected) => rows.differences(selected),
    matrix: (request) => rows.matrix(request),
    facts: (request) => rows.facts(request),
    exportRows: async function* (request) {
      const exported = yield* rows.exportRows(request);
      const { rows: count, lossyRows } = exported;
      let bytes = 0;
      for (const piece of await piecesOf(exported)) {
        bytes += piece.bytes.length;
        yield { kind: 'progress', progress: { rowsDone: piece.rowsDone, rows: count } };
        yield { kind: 'chunk', bytes: piece.bytes };
      }
      return { rows: count, bytes, lossyRows: lossyRows(), ...toldOf(exported) };
    },
    writeCapture: function* (summary) {
      let bytes = 0;
      for (const piece of rows.capture(summary)) {
        bytes += piece.bytes.length;
        yield { kind: 'chunk', bytes: piece.bytes };
      }
      return bytes;
    },
    readCapture: (piece) => capture.take(piece),
    readExport: async function* ({ runId, label, ...file }) {
      rows.reset();
      const { store, scheme, summary } = yield* readFile(file);
      const queries = [{ index: 0, label, tableName: file.tableName }];
      rows.hold({ runId, schemeId: scheme.id, queries }, scheme, store);
      return summary;
    },
    recognizePoints: () => recognizeRows(rows),
    points: (request) => stepsOf(pointsOfRows(rows, request), (bytes) => ({ kind: 'chunk', bytes })),
    reset: (_input, call) => {
      call.endOthers(NEW_RUN);
      return rows.reset() as undefined;
    },
  };
}

interface CaptureIntake {
  /** @yields between blocks of rows */
  readonly take: (piece: CapturePiece) => Steps<CaptureAnswer>;
}

/** Puts the rows of a capture into the row store as its bytes arrive. */
function createCaptureIntake(store: RunRows): CaptureIntake {
  let reader = new CaptureReader();
  let stored = 0;
  let rowsByQuery: number[] = [];
  const refused = (words: string): CaptureAnswer => {
    store.reset();
    return { kind: 'refused', words };
  };

  return {
    *take({ runId, bytes, isFirst, isLast, mostRows, queries, isAnswer }) {
      if (isFirst) {
        reader = new CaptureReader();
        stored = 0;
        rowsByQuery = [];
      }
      reader.push(bytes);
      if (isLast) reader.end();
      for (;;) {
        const step = reader.next();
        if (!step.ok) return refused(step.error);
        const part = step.value;
        if (part.kind === 'wait') return { kind: 'more', rows: stored };
        if (part.kind === 'end') return { ...part, rowsByQuery };
        if (part.kind === 'summary')
          return part.rows > mostRows
            ? refused(
                `It has ${countText(part.rows)} rows; there is room for ${countText(mostRows)}. Close a result first.`,
              )
            : part;
        const { query: queryIndex, rows, body, lines } = part;
        if (queryIndex >= queries) return refused(`${lines}: query ${queryIndex} is not in the plan.`);
        const receipt = store.append({
          runId,
          queryIndex,
          body,
          ...(isAnswer === true && { slot: { order: AS_GIVEN } }),
        });
        if (!receipt.ok) return refused(`${lines}: ${receipt.error.message}`);
        if (receipt.value.rows !== rows)
          return refused(
            `${lines}: ${countText(rows)} entities were expected, and ${countText(receipt.value.rows)} are there.`,
          );
        stored += rows;
        while (rowsByQuery.length <= queryIndex) rowsByQuery.push(0);
        rowsByQuery[queryIndex] = (rowsByQuery[queryIndex] ?? 0) + rows;
        yield undefined;
      }
    },
  };
}
