import { describe, expect, it } from 'vitest';
import { createActivity } from '../base/activity.ts';
import { rowStorePair } from '../../workers/rowStorePair.fixture.ts';
import type { ResultsStore } from './resultsStore.ts';
import { createResultFiles } from './resultFiles.ts';

/** A dropped folder: it looks like a file, but cannot be read. */
function folder(): File {
  const file = new File([], 'logs');
  Object.defineProperty(file, 'slice', {
    value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
  });
  return file;
}

describe('files that are opened as results', () => {
  it('report one that cannot be read, and open the next', async () => {
    const read: string[] = [];
    const takeRows: ResultsStore['takeRows'] = async (work) => {
      const found = await work({} as never);
      read.push(found.ok ? 'rows' : 'fault');
      return found.ok ? undefined : found.error;
    };
    const files = createResultFiles(
      { takeRows } as ResultsStore,
      createActivity((done) => void setImmediate(done)),
    );
    expect(await files.open([folder()])).toBe(false);
    expect(files.get()?.fault).toMatch(/^This browser cannot read the file/);
    expect(await files.open([folder()])).toBe(false);
    expect(read).toStrictEqual(['fault', 'fault']);
  });

  it('are captures if their name or beginning says so, one at a time, and exports otherwise', async () => {
    const faultOf = async (...files: File[]): Promise<string> => {
      let fault = '';
      const takeRows: ResultsStore['takeRows'] = async (work) => {
        const found = await work({ rows: rowStorePair().client, runId: 1, room: { rows: 10, bytes: 1e6 } });
        fault = found.ok ? '' : found.error;
        return fault;
      };
      const opened = createResultFiles(
        { takeRows } as ResultsStore,
        createActivity((done) => void setImmediate(done)),
      );
      await opened.open(files);
      return fault;
    };
    const text = (name: string, content: string): File => new File([content], name);
    const gzip = new File([Uint8Array.of(0x1f, 0x8b, 0, 0)], 'a.bin');
    for (const [isCapture, file] of [
      [true, text('a.keyscope', 'x')],
      [true, text('A.KEYSCOPE', '')],
      [true, text('a.txt', '{"keyscope":"capture"} x')],
      [true, gzip],
      [false, text('a.txt', 'x')],
      [false, text('a.keyscope.txt', 'x')],
      [false, text('a.txt', '{"keyscope":"other"} x')],
    ] as const) {
      const fault = await faultOf(file);
      expect([file.name, fault]).toStrictEqual([
        file.name,
        expect.stringMatching(isCapture ? /first line is not|damaged or cut off/ : /not a table export/),
      ]);
    }
    // A capture must be dropped alone.
    const two = [text('a.keyscope', 'x'), text('b.keyscope', 'x')];
    expect(await faultOf(...two)).toContain('not a table export');
  });

  it('are read one at a time: another one is ignored until the first is open or refused', async () => {
    const ends: ((fault?: string) => void)[] = [];
    const takeRows = (() =>
      new Promise<string | undefined>((resolve) => void ends.push(resolve))) as ResultsStore['takeRows'];
    const files = createResultFiles(
      { takeRows } as ResultsStore,
      createActivity((done) => void setImmediate(done)),
    );
    const named = (name: string): File => new File(['x'], name);
    const first = files.open([named('a.csv')]);
    expect(files.get()).toStrictEqual({ name: 'a.csv' });
    expect([await files.open([named('b.csv')]), ends.length, files.get()]).toStrictEqual([
      false,
      1,
      { name: 'a.csv' },
    ]);
    ends[0]?.('It is no export.');
    expect([await first, files.get()]).toStrictEqual([false, { name: 'a.csv', fault: 'It is no export.' }]);
    const second = files.open([named('b.csv')]);
    ends[1]?.();
    expect([await second, files.get()]).toStrictEqual([true, undefined]);
    files.refuse('c.csv', 'It did not arrive.');
    expect(files.get()).toStrictEqual({ name: 'c.csv', fault: 'It did not arrive.' });
    files.dismiss();
    expect(files.get()).toBeUndefined();
    const none = files.open([]);
    ends[2]?.('There is no file.');
    expect([await none, files.get()]).toStrictEqual([false, { name: '', fault: 'There is no file.' }]);
  });
});
