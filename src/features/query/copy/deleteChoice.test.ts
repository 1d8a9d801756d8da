import { describe, expect, it } from 'vitest';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { DELETE_SCRIPTS } from '../../../core/snippets/delete/deleteScripts.ts';
import { planOf, plannedQuery } from '../../../state/run/runFacts.fixture.ts';
import { selectedPartitions } from '../../../state/run/selectedPartitions.ts';
import { copyQuery } from './copyQuery.ts';
import { deleteChoice, deleteEntries, ofPartitions } from './deleteChoice.ts';
import type { CallOptions } from '../../../workers/workerCalls.ts';

const PLAN = planOf([plannedQuery(0)]);
const COMPLETE = { state: 'complete', rows: 1204 } as Completeness;
const ENDED = { plan: PLAN, completeness: COMPLETE, phase: 'ended', rows: 1204 } as const;
const FILTERS = [{ kind: 'is', name: 'Level', type: 'Edm.Int32', text: '2' }] as const;

describe('a delete script', () => {
  it('is offered for a Complete result or for selected rows, and says which rows', () => {
    const words = (...of: Parameters<typeof deleteChoice>): string => deleteChoice(...of).title;
    expect(words(ENDED, [], undefined)).toBe(
      'Copy as delete script: 1,204 rows of this query, and any that it matches later',
    );
    expect(words(ENDED, FILTERS, 17)).toBe('Copy as delete script: 17 selected');
    const unread = { ...ENDED, completeness: { state: 'incomplete' } as Completeness };
    for (const refused of [
      deleteChoice(unread, [], undefined),
      deleteChoice({ ...ENDED, phase: 'running' }, [], undefined),
      deleteChoice(ENDED, FILTERS, undefined),
      deleteChoice(ENDED, FILTERS, 10_001),
    ]) {
      expect(deleteEntries(refused).every(({ isDisabled }) => isDisabled === true)).toBe(true);
    }
    expect(words(unread, FILTERS, 17)).toContain('17 selected');
  });

  it('holds the keys of the selected rows alone, by partition', async () => {
    const lines = [
      ['b', '2'],
      ['a', "it's"],
      ['b', '1'],
    ].map(([PartitionKey, RowKey]) => `${JSON.stringify({ PartitionKey, RowKey })}\n`);
    const rows = {
      exportRows: async (_request: unknown, { onChunk }: CallOptions<never> = {}) => {
        for (const line of lines) await onChunk?.(new TextEncoder().encode(line));
        return { rows: 3, bytes: 0, lossyRows: 0 };
      },
    };
    const texts: string[] = [];
    const [javascript] = DELETE_SCRIPTS;
    if (javascript === undefined) throw new Error('none');
    const outcome = await copyQuery(
      { plan: PLAN, endpoint: 'https://contoso.table.core.windows.net' },
      'sas',
      javascript,
      (text) => Promise.resolve(void texts.push(text)),
      async (plan) => ofPartitions(plan, await selectedPartitions(rows, FILTERS)),
    );
    expect(outcome).toEqual({ isCopied: true, words: 'Copied as JavaScript delete script' });
    expect(texts[0]).toContain(`rows: [\n    ["a", ["it's"]],\n    ["b", ["1", "2"]],\n  ] },`);
    expect(texts[0]).not.toContain('filter:');
  });
});
