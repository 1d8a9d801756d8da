import type { FileSummary } from '../../../core/entities/files/fileRows.ts';
import { knowTemplates } from '../../../core/keys/templates/templateScheme.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { countText } from '../../../core/words.ts';
import type { FileProgress } from '../../../workers/fileIntake.ts';
import { CANCELLED, type CaptureIntake, readFaultWords } from '../capture/openCapture.ts';
import type { SavedTemplate } from '../../base/savedTemplates.ts';
import { EMPTY_FORM } from '../../run/queryForm.ts';
import type { EndedRun } from '../../run/runState.ts';
import { lacking, madeRun } from '../../run/madeRun.ts';
import { exportOf, fileCompleteness, kindOfFile, tableOfName } from './fileCompleteness.ts';

// A file may be opened before any view has registered the schemes of key templates.
knowTemplates();

/** Where rows of a file came from, and how it was read. */
export interface FileWords {
  readonly name: string;
  readonly summary: FileSummary;
}

/** Where the rows of an export go, and the user's own key templates. */
export interface ExportIntake extends CaptureIntake {
  readonly templates?: readonly SavedTemplate[];
}

export interface OpenedExport {
  readonly run: EndedRun;
  readonly file: FileWords;
}

/** What a file lacks, as far as known. A file proves nothing, so it is never Complete. */
function claimOf({ faults, isCut, rows }: FileSummary, incomplete: string | undefined) {
  const unread =
    faults.total === 0 ? [] : [`Lines that could not be read as rows: ${countText(faults.total)}.`];
  const doubt = 'A file does not prove that it holds every row: run the query again to know.';
  const said = [...(incomplete === undefined ? [] : [incomplete]), ...unread];
  if (isCut === true)
    return lacking('stopped', [
      `Only the first ${countText(rows)} rows of the file are here: this page can hold no more. Close a result, then open the file again.`,
      ...said,
    ]);
  return lacking(said.length > 0 ? 'incomplete' : 'unverifiable', [...said, doubt]);
}

/** Represents a file as an ended run with one query, which cannot be sent again. */
function runOfFile(
  { name, size, lastModified }: File,
  runId: number,
  summary: FileSummary,
  incomplete: string | undefined,
): EndedRun {
  const { rows, schemeId, roundingTicks, repeated, columns, header = columns } = summary;
  const tableName = tableOfName(name);
  return madeRun({
    runId,
    form: { ...EMPTY_FORM, table: tableName, scheme: schemeId, from: '', to: '', windowGiven: true },
    planned: { index: 0, label: name, tableName },
    // A file may contain only chosen columns, so nothing is known about others. Columns named in its header are
    // empty in rows that lack them.
    request: { schemeId, select: header, roundingTicks },
    rows,
    bytes: size,
    repeated,
    completeness: {
      rows,
      queriesDone: 1,
      queriesAsked: 1,
      readAtMs: lastModified,
      ...claimOf(summary, incomplete),
    },
  });
}

/** Why an export without rows is not opened, with the first place that is wrong. */
function noRows({ faults }: FileSummary): string {
  const [first] = faults.first;
  return first === undefined
    ? 'It holds no row.'
    : `It holds no row: line ${countText(first.line)}: ${first.reason}.`;
}

/** Reads an export of a table into a row store, up to the available room. Fails with what is wrong and where. */
export async function openExport(
  files: readonly File[],
  { rows, runId, room, templates = [] }: ExportIntake,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
): Promise<Result<OpenedExport, string>> {
  const file = exportOf(files);
  if (file === undefined) return fail('There is no file.');
  if (room.rows === 0 || room.bytes === 0)
    return fail('This page holds as many rows as it can. Close a result first.');
  const { name } = file;
  try {
    const kind = await kindOfFile(file);
    if (kind.kind === 'list')
      return fail(
        'It is not a table export in CSV, NDJSON or JSON: it names no PartitionKey and RowKey. Decode reads lists of keys.',
      );
    const incomplete = await fileCompleteness(name, files);
    const tableName = tableOfName(name);
    const summary = await rows.readExport(
      { source: file, kind, tableName, templates, room, runId, label: name },
      { onProgress, signal },
    );
    signal.throwIfAborted();
    if (summary.rows === 0) {
      await rows.reset();
      return fail(noRows(summary));
    }
    return ok({ run: runOfFile(file, runId, summary, incomplete), file: { name, summary } });
  } catch (caught) {
    await rows.reset().catch(() => undefined);
    return fail(signal.aborted ? CANCELLED : readFaultWords(caught));
  }
}
