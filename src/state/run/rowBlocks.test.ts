import { describe, expect, it } from 'vitest';
import type { Entity } from '../../core/entities/entity.ts';
import type { RowView, ViewRequest, ViewResult } from '../../core/rows/rowTypes.ts';

import { createActivity } from '../base/activity.ts';
import { createRowBlocks, type RowQuestion } from './rowBlocks.ts';
import type { CallOptions } from '../../workers/workerCalls.ts';

const QUESTION: RowQuestion = { runId: 1, version: 1, order: 'key', columns: ['Level'] };

function viewOf(row: number, more: Partial<RowView> = {}): RowView {
  return {
    row,
    queryIndex: 0,
    group: '',
    partitionKey: 'p',
    rowKey: String(row),
    cells: [],
    ...more,
  };
}

const LONG = '\u200b'.repeat(31_000);

/** Rows that have "Message" twice; the first one counts. */
function entity(row: number): Promise<Entity> {
  const property = { type: 'Edm.String', form: 'string', duplicate: false } as const;
  return Promise.resolve({
    partitionKey: 'p',
    rowKey: String(row),
    properties: [
      { ...property, name: 'Other', text: '' },
      { ...property, name: 'Message', text: LONG },
      { ...property, name: 'Message', text: 'b', duplicate: true },
    ],
  });
}

/** Rows whose number is their position. */
function rig(faults = 0) {
  const asked: ViewRequest[] = [];
  const view = (request: ViewRequest): Promise<ViewResult> => {
    asked.push(request);
    if (asked.length <= faults) return Promise.reject(new Error('The worker stopped.'));
    const rows = Array.from({ length: request.to - request.from }, (_, row) => viewOf(request.from + row));
    return Promise.resolve({
      total: rows.length,
      filteredOut: 0,
      rows,
    });
  };
  const activity = createActivity((done) => setImmediate(done));
  const blocks = createRowBlocks({ view, entity }, activity);
  return { blocks, asked, settled: () => activity.idle() };
}

describe('the blocks of rows around the visible ones', () => {
  it.each([
    [0, 30, 0, 192],
    [255, 256, 64, 320],
    [256, 256, 192, 448],
    [600, 700, 448, 832],
    [700, 790, 576, 960],
    [512, 768, 448, 832],
  ])('for rows %i to %i are %i to %i', async (from, to, first, last) => {
    const { blocks, asked, settled } = rig();
    blocks.show(QUESTION, from, to);
    await settled();
    expect(asked.map((request) => [request.from, request.to])).toStrictEqual([[first, last]]);
    expect(asked[0]).toMatchObject({ order: QUESTION.order, columns: ['Level'], toDraw: true });
    expect(asked[0]).not.toHaveProperty('version');
    expect([first, last - 1].map((at) => blocks.rowAt(at))).toStrictEqual([viewOf(first), viewOf(last - 1)]);
    expect([first - 1, last].map((at) => blocks.rowAt(at))).toStrictEqual([undefined, undefined]);
  });

  it('are requested again if the question had a fault', async () => {
    const { blocks, asked, settled } = rig(1);
    blocks.show(QUESTION, 0, 30);
    await settled();
    expect(blocks.get().fault).toBe('The worker stopped.');
    blocks.show(QUESTION, 0, 30);
    await settled();
    expect(asked).toHaveLength(2);
    expect(blocks.get().fault).toBeUndefined();
    expect(blocks.rowAt(0)).toStrictEqual(viewOf(0));
  });

  it('are abandoned once another list is requested, but not for another part of the same list', async () => {
    const asked: { readonly text: string; readonly signal: AbortSignal | undefined }[] = [];
    const view = ({ filters = [], from }: ViewRequest, { signal }: CallOptions = {}): Promise<ViewResult> => {
      asked.push({
        text: `${filters.map((filter) => ('text' in filter ? filter.text : '')).join()} ${from}`,
        signal,
      });
      const isFirst = asked.length === 1;
      const result = { total: asked.length, filteredOut: 0, rows: [] };
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        if (!isFirst) resolve(result);
      });
    };
    const activity = createActivity((done) => setImmediate(done));
    const blocks = createRowBlocks({ view, entity }, activity);
    const typed = (text: string): RowQuestion => ({
      ...QUESTION,
      filters: [{ name: 'N', kind: 'contains', text }],
    });
    blocks.show(typed('e'), 0, 30);
    blocks.show(typed('e'), 5000, 5030);
    expect(asked.map(({ signal }) => signal?.aborted)).toStrictEqual([false]);
    blocks.show(typed('er'), 0, 30);
    blocks.show(typed('err'), 0, 30);
    await activity.idle();
    expect(asked.map(({ text }) => text)).toStrictEqual(['e 0', 'err 0']);
    expect(asked.map(({ signal }) => signal?.aborted)).toStrictEqual([true, false]);
    expect(blocks.get()).toMatchObject({ answer: { total: 2 } });
    expect(blocks.get().fault).toBeUndefined();
  });

  it('can load the whole text of a cell on demand, only from the same row', async () => {
    const { blocks } = rig();
    expect(await blocks.wholeCell(viewOf(7), 'Message')).toStrictEqual({ type: 'Edm.String', text: LONG });
    await expect(blocks.wholeCell(viewOf(7, { rowKey: '8' }), 'Message')).rejects.toThrow('no longer there');
    await expect(blocks.wholeCell(viewOf(7, { partitionKey: 'q' }), 'Message')).rejects.toThrow(
      'no longer there',
    );
    await expect(blocks.wholeCell(viewOf(7), 'Absent')).rejects.toThrow('no longer there');
  });

  it('are requested once for the same question, and again for each different one', async () => {
    const { blocks, asked, settled } = rig();
    const ask = async (question: Partial<RowQuestion>): Promise<number> => {
      blocks.show({ ...QUESTION, ...question }, 3, 40);
      await settled();
      return asked.length;
    };
    const within = (from: string, to: string) => ({
      filters: [{ name: 'Level', kind: 'range', as: 'number', from, to }] as const,
    });
    const changes: readonly Partial<RowQuestion>[] = [
      {},
      { version: 2 },
      { columns: ['Text'] },
      { order: 'arrival' },
      within('0', '1'),
      within('0', '2'),
      within('1', '2'),
    ];
    for (const [before, change] of changes.entries()) {
      expect(await ask(change)).toBe(before + 1);
      expect(await ask(change)).toBe(before + 1);
    }
  });

  it('have a list state even before the first answer: nothing, then a fault, then rows', async () => {
    const answers: (Omit<ViewResult, 'rows'> | string)[] = ['It stopped.', 'It stopped.'];
    const view = (): Promise<ViewResult> => {
      const next = answers.shift() ?? '';
      return typeof next === 'string'
        ? Promise.reject(new Error(next))
        : Promise.resolve({ ...next, rows: [] });
    };
    const activity = createActivity((done) => setImmediate(done));
    const { list, ...blocks } = createRowBlocks({ view, entity }, activity);
    const after = async (version: number) => {
      blocks.show({ ...QUESTION, version }, 0, 30);
      await activity.idle();
      return list.get();
    };
    expect(list.get()).toStrictEqual({});
    expect(list.get()).toBe(list.get());
    expect(await after(1)).toStrictEqual({ fault: 'It stopped.' });
    expect(await after(2)).toStrictEqual({ fault: 'It stopped.' });
    const facts = { total: 0, filteredOut: 0 };
    answers.push(facts);
    expect(await after(3)).toMatchObject({ question: { order: 'key' }, answer: facts });
  });

  it('bring a row of the block before as the same object, unless it is of another run or has other columns', async () => {
    const { blocks, settled } = rig();
    const at = async (from: number, more: Partial<RowQuestion> = {}) => {
      blocks.show({ ...QUESTION, ...more }, from, from + 30);
      await settled();
      return blocks.rowAt(130);
    };
    const first = await at(0);
    expect(first).toStrictEqual(viewOf(130));
    expect(await at(128)).toBe(first);
    expect(await at(128, { version: 2 })).toBe(first);
    const other = await at(128, { columns: ['Text'] });
    expect(other).not.toBe(first);
    expect(await at(128, { columns: ['Text'], runId: 2 })).not.toBe(other);
  });
});
