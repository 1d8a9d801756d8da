import { describe, expect, it } from 'vitest';
import { entityAt, storeWith } from '../../workers/rowStorePair.fixture.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import { type SaveTarget, createSaveTargets, type FileHandle } from '../base/saveTarget.ts';
import { saveRows, type SaveProgress, saveText } from './saveRows.ts';

/** 40 rows of 200 kB. */
const filled = () =>
  storeWith(
    ...Array.from({ length: 40 }, (_, at) =>
      entityAt('0', 63_930_729_600 + at, String(at), { Text: 'x'.repeat(200_000) }),
    ),
  );

function target(over: Partial<SaveTarget> = {}): { readonly log: string[]; readonly target: SaveTarget } {
  const log: string[] = [];
  const note = (what: string) => (): Promise<void> => Promise.resolve(void log.push(what));
  return {
    log,
    target: {
      name: 'chosen.ndjson',
      kind: 'disk',
      write: note('write'),
      close: note('close'),
      abort: () => Promise.resolve(log.push('abort') > 0 ? 'gone' : 'empty'),
      ...over,
    },
  };
}

const none = new AbortController().signal;
const ROWS = await filled();
const JOB = { request: { format: 'ndjson' }, suggestedName: 'Rows.ndjson' } as const;

/** Saves rows to this file, or to none if it rejects or the dialog is closed. */
const save = (
  file: SaveTarget | undefined | Promise<SaveTarget>,
  rows: Pick<RowStoreClient, 'exportRows'> = ROWS,
  signal = none,
  onProgress: (progress: SaveProgress) => void = () => undefined,
) => saveRows({ rows, openFile: async () => file }, JOB, signal, onProgress);

describe('saving rows to a file', () => {
  it('writes each piece, reports progress, and closes the file', async () => {
    const { target: file, log } = target();
    const seen: SaveProgress[] = [];
    const outcome = await save(file, ROWS, none, (each) => void seen.push(each));
    expect(outcome).toMatchObject({
      kind: 'saved',
      name: 'chosen.ndjson',
      where: 'disk',
      rows: 40,
      lossyRows: 0,
    });
    expect(log.at(-1)).toBe('close');
    expect(log.filter((each) => each === 'write').length).toBeGreaterThan(5);
    expect(seen.length).toBeGreaterThan(0);
    expect(
      seen.every(
        ({ rowsDone, rows: all, isLargeInMemory }) => rowsDone <= 40 && all === 40 && !isLargeInMemory,
      ),
    ).toBe(true);
  });

  it('leaves no partial file if it is cancelled, or the rows are gone', async () => {
    const abort = new AbortController();
    const cancelled = target({ write: async () => abort.abort() });
    const one = await save(cancelled.target, ROWS, abort.signal);
    expect([one, cancelled.log]).toEqual([{ kind: 'cancelled' }, ['abort']]);

    const rows = await filled();
    const gone = target({ write: () => rows.reset() });
    const other = await save(gone.target, rows);
    expect(other).toMatchObject({ kind: 'failed', words: expect.stringContaining('dropped') as string });
    expect(gone.log).toEqual(['abort']);
  });

  it('does nothing if the dialog is closed', async () => {
    expect(await save(undefined)).toEqual({ kind: 'cancelled' });
  });

  describe.each(['open', 'write 1', 'write 3', 'close'])('to a real file that fails at %s', (failing) => {
    /** A file handle that fails at one step, and what was done with it. */
    const broken = () => {
      const log: string[] = [];
      const step = (name: string): Promise<void> => {
        log.push(name);
        return name === failing
          ? Promise.reject(new DOMException('no', 'QuotaExceededError'))
          : Promise.resolve();
      };
      let writes = 0;
      const handle: FileHandle = {
        name: 'mine.ndjson',
        createWritable: async () => {
          await step('open');
          return {
            write: () => step(`write ${String(++writes)}`),
            close: () => step('close'),
            abort: () => step('abort'),
          };
        },
        remove: () => step('remove'),
      };
      const openFile = createSaveTargets({
        picker: () => () => Promise.resolve(handle),
        saveFile: async () => void log.push('download'),
        nowMs: () => 0,
      });
      return { log, openFile };
    };

    it('keeps the result, leaves no file and reports it', async () => {
      const { log, openFile } = broken();
      const outcome = await saveRows({ rows: ROWS, openFile }, JOB, none, () => {});
      expect(outcome).toMatchObject({ kind: 'failed', name: 'mine.ndjson' });
      expect([log.includes(failing), log.at(-1), log.includes('download')]).toEqual([true, 'remove', false]);
      // The result can still be saved to another place.
      expect(await save(target().target)).toMatchObject({ kind: 'saved', rows: 40 });
    });

    it('reports the same for the companion file, which is written in one piece', async () => {
      const { log, openFile } = broken();
      const saved = await saveText(openFile, 'a.json', '{}');
      expect([saved.kind, log.at(-1)]).toEqual(
        failing === 'write 3' ? ['saved', 'close'] : ['failed', 'remove'],
      );
    });
  });
});

describe('the outcome of saving a file', () => {
  const rows = (exportRows: RowStoreClient['exportRows']) => ({ exportRows });
  const done: RowStoreClient['exportRows'] = async (_request, { onChunk, onProgress } = {}) => {
    onProgress?.({ rowsDone: 1, rows: 4 });
    await onChunk?.(new Uint8Array(3));
    onProgress?.({ rowsDone: 4, rows: 4 });
    return { rows: 4, bytes: 3, lossyRows: 2 };
  };

  it('warns of a large file if the browser would hold more than 256 MiB of it, estimated from its first rows', async () => {
    const large = async (kind: SaveTarget['kind'], size: number, rowsDone: number) => {
      const { target: file } = target({ kind });
      const seen: boolean[] = [];
      const exportRows: RowStoreClient['exportRows'] = async (_request, { onChunk, onProgress } = {}) => {
        await onChunk?.({ length: size } as Uint8Array<ArrayBuffer>);
        onProgress?.({ rowsDone, rows: 8 });
        return { rows: 8, bytes: size, lossyRows: 0 };
      };
      await save(file, rows(exportRows), none, ({ isLargeInMemory }) => void seen.push(isLargeInMemory));
      return seen[0];
    };
    const limit = 256 * 1024 * 1024;
    expect([await large('download', limit, 8), await large('download', limit + 1, 8)]).toEqual([false, true]);
    expect([await large('download', limit / 8, 1), await large('download', limit / 8 + 1, 1)]).toEqual([
      false,
      true,
    ]);
    // Before the first row, the data so far may belong to a single row of all.
    expect([await large('download', limit / 8 + 1, 0), await large('disk', limit * 9, 1)]).toEqual([
      true,
      false,
    ]);
  });

  it.each([
    ['QuotaExceededError', /^The disk is full\. The result is still here/],
    ['NotAllowedError', /may not write to that file\. The result is still here/],
    ['SecurityError', /may not write to that file/],
    ['NoModificationAllowedError', /may not write to that file/],
    ['NotFoundError', /was removed or changed meanwhile\. The result is still here/],
    ['InvalidStateError', /was removed or changed meanwhile/],
    ['OtherError', /^no\. Nothing was saved\.$/],
  ])('is described: %s', async (name, words) => {
    const { target: file, log } = target({ close: () => Promise.reject(new DOMException('no', name)) });
    const outcome = await save(file, rows(done));
    expect(outcome).toEqual({
      kind: 'failed',
      name: 'chosen.ndjson',
      words: expect.stringMatching(words) as string,
    });
    expect(log).toEqual(['write', 'abort']);
  });

  it('is described even if a non-error was thrown, and names a file that could not be removed', async () => {
    const { target: file } = target({ abort: () => Promise.resolve('empty') });
    const failing = (thrown: unknown) =>
      save(
        file,
        rows(() => Promise.reject(thrown)),
      );
    expect(await failing('odd')).toEqual({
      kind: 'failed',
      name: 'chosen.ndjson',
      empty: 'chosen.ndjson',
      words: 'The rows could not be read back. Nothing was saved.',
    });
    expect(await failing(new Error('It stopped.'))).toMatchObject({
      words: 'It stopped. Nothing was saved.',
    });
    expect(await save(Promise.reject(new Error('no file')), rows(done))).toEqual({
      kind: 'failed',
      words: 'no file. Nothing was saved.',
    });
    // Cancelled after the last piece, so it is not a complete file.
    const stop = new AbortController();
    const late: RowStoreClient['exportRows'] = () => {
      stop.abort();
      return Promise.resolve({ rows: 4, bytes: 3, lossyRows: 0 });
    };
    expect(await save(file, rows(late), stop.signal)).toEqual({ kind: 'cancelled', empty: 'chosen.ndjson' });
  });
});
