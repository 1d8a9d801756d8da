import { describe, expect, it } from 'vitest';
import { createSaveTargets, type FileHandle, type FilePart, type PickFile } from './saveTarget.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function rig(picker: PickFile | undefined, tickMs = 0) {
  const saved: string[] = [];
  let nowMs = 0;
  const open = createSaveTargets({
    picker: () => picker,
    saveFile: async (name, parts) => void saved.push(`${name} ${await new Blob([...parts]).text()}`),
    nowMs: () => {
      nowMs += tickMs;
      return nowMs;
    },
  });
  return { open, saved };
}

function handle(name: string): { readonly handle: FileHandle; readonly log: string[] } {
  const log: string[] = [];
  const writable = {
    write: (part: Uint8Array) => Promise.resolve(void log.push(new TextDecoder().decode(part))),
    close: () => Promise.resolve(void log.push('close')),
    abort: () => Promise.resolve(void log.push('abort')),
  };
  return { handle: { name, createWritable: () => Promise.resolve(writable) }, log };
}

const aborted = (): Promise<never> => Promise.reject(new DOMException('closed', 'AbortError'));

describe('where a file is saved', () => {
  it('on disk, piece by piece, under the name that the user chose', async () => {
    const { handle: file, log } = handle('mine.csv');
    const { open, saved } = rig(() => Promise.resolve(file));
    const target = await open('Rows.incomplete.csv');
    await target?.write(bytes('a'));
    expect(log).toEqual(['a']);
    await target?.write(bytes('b'));
    await target?.close();
    expect([target?.name, target?.kind, log, saved]).toEqual(['mine.csv', 'disk', ['a', 'b', 'close'], []]);
  });

  it('as one download in a browser without a save dialog', async () => {
    const { open, saved } = rig(undefined);
    const target = await open('Rows.csv');
    await target?.write(bytes('a'));
    await target?.write(bytes('b'));
    expect(saved).toEqual([]);
    await target?.close();
    expect(saved).toEqual(['Rows.csv ab']);
  });

  it('as a download that is passed to the browser some megabytes at a time, not all at the end', async () => {
    const handed: (readonly FilePart[])[] = [];
    const open = createSaveTargets({
      picker: () => undefined,
      saveFile: (_name, parts) => Promise.resolve(void handed.push(parts)),
      nowMs: () => 0,
    });
    const target = await open('Rows.csv');
    for (let piece = 0; piece < 42; piece++) await target?.write(new Uint8Array(1 << 20).fill(piece));
    await target?.close();
    const [parts = []] = handed;
    expect(parts.map((part) => part instanceof Blob)).toEqual([true, true, true, true, true, false, false]);
    const all = new Uint8Array(await new Blob([...parts]).arrayBuffer());
    expect(all).toHaveLength(42 << 20);
    expect(Array.from({ length: 42 }, (_, piece) => all[(piece << 20) + 5])).toEqual([...Array(42).keys()]);
  });

  it('nowhere if the user closes the dialog', async () => {
    const { open, saved } = rig(aborted, 700);
    expect(await open('Rows.csv')).toBeUndefined();
    expect(saved).toEqual([]);
  });

  it('as a download if the browser refuses to show its dialog', async () => {
    const quick = await rig(aborted, 30).open('Rows.csv');
    const denied = (): Promise<never> => Promise.reject(new DOMException('no gesture', 'SecurityError'));
    const refused = await rig(denied, 700).open('Rows.csv');
    expect([quick?.kind, refused?.kind]).toEqual(['download', 'download']);
    // A human needs at least 400 ms.
    const after = async (ms: number) => (await rig(aborted, ms).open('Rows.csv'))?.kind;
    expect([await after(399), await after(400)]).toEqual(['download', undefined]);
    // Anything else that is thrown does not mean that the user closed the dialog.
    for (const thrown of [undefined, 'AbortError', { name: 'AbortError' }, new Error('AbortError')]) {
      const odd = rig(() => Promise.reject(thrown), 700);
      expect((await odd.open('Rows.csv'))?.kind).toBe('download');
    }
    const named = Object.assign(new Error('closed'), { name: 'AbortError' });
    expect(await rig(() => Promise.reject(named), 700).open('Rows.csv')).toBeUndefined();
  });

  it('as a download of what was written last, with nothing left of an aborted one', async () => {
    const { open, saved } = rig(undefined);
    const target = await open('Rows.csv');
    await target?.write(bytes('a'));
    expect([await target?.abort(), saved]).toEqual(['gone', []]);
    await target?.write(bytes('b'));
    await target?.close();
    expect(saved).toEqual(['Rows.csv b']);
  });

  it('reports if the file may not be written, and leaves none', async () => {
    const denied = new DOMException('denied', 'NotAllowedError');
    const log: string[] = [];
    const { open } = rig(() =>
      Promise.resolve({
        name: 'a',
        createWritable: () => Promise.reject(denied),
        remove: () => Promise.resolve(void log.push('remove')),
      }),
    );
    const target = await open('Rows.csv');
    await expect(target?.write(bytes('a'))).rejects.toBe(denied);
    await expect(target?.close()).rejects.toBe(denied);
    expect([await target?.abort(), log]).toEqual(['gone', ['remove']]);
  });

  it('removes the file that the dialog created, or reports that it is empty', async () => {
    const abort = async (remove?: () => Promise<void>) => {
      const { handle: file, log } = handle('mine.csv');
      const { open } = rig(() => Promise.resolve(remove === undefined ? file : { ...file, remove }));
      const target = await open('Rows.csv');
      return [await target?.abort(), log];
    };
    let removed = 0;
    expect(await abort(() => Promise.resolve(void removed++))).toEqual(['gone', ['abort']]);
    expect(removed).toBe(1);
    expect(await abort(() => Promise.reject(new DOMException('no', 'NotAllowedError')))).toEqual([
      'empty',
      ['abort'],
    ]);
    expect(await abort()).toEqual(['empty', ['abort']]);
  });
});
