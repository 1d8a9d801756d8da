import { describe, expect, it } from 'vitest';
import { createActivity } from '../base/activity.ts';
import type { ResultsStore } from './resultsStore.ts';
import { createResultFiles } from './resultFiles.ts';

/** A folder that was dropped: it is there, and no byte of it can be read. */
function folder(): File {
  const file = new File([], 'logs');
  Object.defineProperty(file, 'slice', {
    value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
  });
  return file;
}

describe('files that are opened as results', () => {
  it('says that one cannot be read, and opens the next', async () => {
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
    expect(read).toEqual(['fault', 'fault']);
  });
});
