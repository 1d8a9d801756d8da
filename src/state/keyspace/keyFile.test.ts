import { describe, expect, it } from 'vitest';
import { fakeKeyspaceWorker } from '../../workers/fakeWorker.fixture.ts';
import { templateSchemeId } from '../../core/keys/templates/templateScheme.ts';
import { clampTicks } from '../../core/time/ticks.ts';
import type { SavedTemplate } from '../base/savedTemplates.ts';
import { createActivity } from '../base/activity.ts';
import { fileCompleteness } from '../results/file/fileCompleteness.ts';
import { createKeyFile } from './keyFile.ts';

const activity = createActivity((done) => void setImmediate(done));
const CSV = 'PartitionKey,RowKey\n0639028224000000000,r\n0639028224600000000,s\n';

function setUp(templates: readonly SavedTemplate[] = []) {
  const lists: string[] = [];
  let cleared = 0;
  const workers: ReturnType<typeof fakeKeyspaceWorker>['worker'][] = [];
  const file = createKeyFile({
    start: () => {
      const { worker } = fakeKeyspaceWorker();
      workers.push(worker);
      return worker;
    },
    activity,
    readList: ({ name }) => void lists.push(name),
    clearList: () => void (cleared += 1),
    templates: () => templates,
  });
  const take = async (...files: readonly File[]) => {
    file.take(files);
    await activity.idle();
    return file.get();
  };
  const ended = () => workers.map(({ terminated }) => terminated);
  return { file, take, lists, ended, cleared: () => cleared, crash: () => workers.at(-1)?.crash('gone') };
}

describe('createKeyFile', () => {
  it('reads exports, and passes lists of keys on', async () => {
    const { take, lists, cleared } = setUp();
    expect(await take(new File([CSV], 'a.csv'))).toMatchObject({
      kind: 'read',
      name: 'a.csv',
      version: 1,
      summary: { rows: 2, schemeId: 'ticks19' },
    });
    expect(cleared()).toBe(1);
    expect(await take(new File(['0639028224000000000\n'], 'keys.txt'))).toStrictEqual({ kind: 'none' });
    expect(lists).toStrictEqual(['keys.txt']);
    expect(await take(new File([CSV], 'b.csv'))).toMatchObject({ name: 'b.csv', version: 2 });
  });

  it.each([
    ['{Site}~{InvertedTicks}', '{Guid}', 'north~2516342175999999999', 'south~2516342175399999999'],
    ['{Site}', 'x{yyyyMMddHHmm}', 'a', 'b'],
  ])('reads keys by a saved template: %s / %s', async (partition, row, one, two) => {
    const rows =
      row === '{Guid}'
        ? [
            `${one},${'a'.repeat(8)}-0000-4000-8000-000000000001`,
            `${two},${'b'.repeat(8)}-0000-4000-8000-000000000002`,
          ]
        : [`${one},x202603010710`, `${two},x202603022359`];
    const text = `PartitionKey,RowKey\n${rows.join('\n')}\n`;
    const template = { name: 'mine', partition, row };
    const { take, file } = setUp([{ name: 'other', partition: 'x{yyyy}', row: '{Guid}' }, template]);
    expect(await take(new File([text], 'own.csv'))).toMatchObject({
      kind: 'read',
      summary: { rows: 2, timedRows: 2, schemeId: templateSchemeId(partition, row) },
    });
    // Each row appears on the map at its own time.
    const state = file.get();
    if (state.kind !== 'read' || state.summary.span === undefined) throw new Error('Not read.');
    file.map.ask({
      version: state.version,
      question: {
        window: { from: clampTicks(state.summary.span.from), to: clampTicks(state.summary.span.to) },
        columns: 2,
        by: 'group',
        grouping: { by: 'prefix' },
      },
    });
    await activity.idle();
    const { answer } = file.map.get();
    // The map has a row for each text that keys have besides the time.
    expect(answer?.labels).toStrictEqual([one, two].map((key) => key.replace(/~\d+$/, '')));
    expect(answer?.counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await setUp().take(new File([text], 'own.csv'))).not.toMatchObject({
      summary: { schemeId: templateSchemeId(partition, row) },
    });
  });

  it('the newest file wins, and reading can be cancelled', async () => {
    const { file, take } = setUp();
    file.take([new File([CSV], 'old.csv')]);
    expect(await take(new File([CSV], 'new.csv'))).toMatchObject({ name: 'new.csv' });
    file.take([new File([CSV], 'long.csv')]);
    file.cancel();
    await activity.idle();
    expect(file.get()).toStrictEqual({ kind: 'cancelled', name: 'long.csv' });
    file.clear();
    expect(file.get()).toStrictEqual({ kind: 'none' });
  });

  it('ends the worker once its file is dropped, fails or is replaced by a list, and not before', async () => {
    const { take, file, ended, cleared, crash } = setUp();
    expect(ended()).toStrictEqual([]);
    await take(new File([CSV], 'a.csv'));
    await take(new File([CSV], 'b.csv'));
    expect(ended()).toStrictEqual([false]);
    file.clear();
    expect([file.get(), ended()]).toStrictEqual([{ kind: 'none' }, [true]]);
    await take(new File([CSV], 'c.csv'));
    expect([ended(), cleared()]).toStrictEqual([[true, false], 3]);
    await take(new File(['0639028224000000000\n'], 'keys.txt'));
    expect([ended(), cleared()]).toStrictEqual([[true, true], 3]);
    await take(new File([CSV], 'd.csv'));
    file.take([new File([CSV], 'f.csv')]);
    crash();
    await activity.idle();
    expect(file.get()).toMatchObject({ kind: 'failed', name: 'f.csv' });
    // The next file gets its own worker.
    expect(await take(new File([CSV], 'g.csv'))).toMatchObject({ kind: 'read', name: 'g.csv' });
    expect(ended()).toStrictEqual([true, true, true, false]);
    // Without a file, nothing happens.
    expect(await take()).toMatchObject({ kind: 'read', name: 'g.csv' });
  });

  it('reports what went wrong', async () => {
    const { take } = setUp();
    const broken = new File([CSV], 'gone.csv');
    Object.defineProperty(broken, 'slice', {
      value: () => {
        throw new Error('The file is gone.');
      },
    });
    expect(await take(broken)).toStrictEqual({
      kind: 'failed',
      name: 'gone.csv',
      message: 'The file is gone.',
    });
  });

  it('reads the data file, not its companion', async () => {
    const { take } = setUp();
    const companion = new File(
      [JSON.stringify({ state: 'stopped', statement: 'Stopped: 2 rows.' })],
      'a.csv.completeness.json',
    );
    expect(await take(companion, new File([CSV], 'a.csv'))).toMatchObject({
      name: 'a.csv',
      incomplete: 'The export says: Stopped: 2 rows.',
    });
  });
});

describe('fileCompleteness', () => {
  it('trusts the companion over the name', async () => {
    const say = (text: string, name = 'a.incomplete.csv') =>
      fileCompleteness(name, [new File([text], `${name}.completeness.json`)]);
    expect(await say('{"state":"complete"}')).toBeUndefined();
    expect(await say('{"state":"incomplete","statement":"Incomplete: 3 of 4"}')).toContain(
      'Incomplete: 3 of 4',
    );
    expect(await fileCompleteness('a.csv', [])).toBeUndefined();
    // Our own exports name the companion after the file without its extension.
    const report = {
      format: 'keyscope-completeness/1',
      file: 'a.ndjson',
      state: 'stopped',
      statement: 'Stopped: 7 rows',
    };
    const own = new File([JSON.stringify(report)], 'x.completeness.json');
    expect(await fileCompleteness('a.ndjson', [own])).toBe('The export says: Stopped: 7 rows');
    expect(await fileCompleteness('b.ndjson', [own])).toBeUndefined();
    const named = new File(['{"state":"stopped"}'], 'a.completeness.json');
    expect(await fileCompleteness('a.csv', [named])).toContain('stopped');
    for (const text of ['', '[]', 'null', '{"state":7}', '{"__proto__":1}', '{'])
      expect(await say(text)).toContain('The file name says incomplete');
  });
});
