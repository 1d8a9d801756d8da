import { describe, expect, it } from 'vitest';
import { planOf as requested } from '../../../core/plan/planRequest.fixture.ts';
import { toTicks } from '../../../core/time/ticks.ts';
import type { SnippetLanguage } from '../../../core/snippets/snippet.ts';
import { keysIn } from '../../../tables/run/keyTable.fixture.ts';
import type { PlanRequest } from '../../../core/plan/queryPlan.ts';
import { JOBS } from '../../../core/snippets/jobs/jobs.ts';
import { SNIPPETS } from '../../../core/snippets/snippets.ts';
import { recognise } from '../../../state/base/secrets.ts';
import { copyQuery, snippetPlan, deleteChoice, deleteEntries, ofPartitions } from './CopyQueryMenu.tsx';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { DELETE_SCRIPTS } from '../../../core/snippets/delete/deleteScripts.ts';
import { planOf, plannedQuery } from '../../../state/run/runFacts.fixture.ts';
import { selectedPartitions } from '../../../state/run/selectedPartitions.ts';
import type { CallOptions } from '../../../workers/workerCalls.ts';

const endpoint = 'https://contoso.table.core.windows.net';
const run = (over: Partial<PlanRequest> = {}) => ({
  plan: requested({ schemeId: 'mds-prefixed', volume: 10, ...over }),
  endpoint: `${endpoint}/`,
});

async function copied(subject: ReturnType<typeof run>, id: string): Promise<readonly unknown[]> {
  const language = SNIPPETS.find((each) => each.id === id);
  if (language === undefined) throw new Error(id);
  const texts: string[] = [];
  const { isCopied, words } = await copyQuery(subject, 'sas', language, (text) =>
    Promise.resolve(void texts.push(text)),
  );
  return [isCopied, words, texts.length];
}

describe('copying the queries of a run', () => {
  it('takes every query of the plan, in all languages', async () => {
    const subject = run();
    expect(subject.plan.queries.length).toBe(10);
    expect(snippetPlan(subject, 'sas')).toMatchObject({ endpoint });
    expect(snippetPlan(subject, 'sas').queries.map(({ filter }) => filter)).toEqual(
      subject.plan.queries.map(({ filter }) => filter),
    );
    for (const { id, title } of SNIPPETS) {
      expect(await copied(subject, id)).toEqual([true, `Copied as ${title}`, 1]);
    }
  });

  it('gives a job several tasks for one long range, which read each row once; other texts have the one query', async () => {
    const from = 639_290_880_000_000_000n;
    const minute = 600_000_000n;
    const window = { from: toTicks(from), to: toTicks(from + 1440n * minute) };
    const subject = run({ schemeId: 'wad', volume: 1, window, filter: 'Level eq 2' });
    const filtersOf = async (language: SnippetLanguage | undefined): Promise<readonly string[]> => {
      const filters: string[] = [];
      if (language === undefined) throw new Error('none');
      await copyQuery(
        subject,
        'sas',
        language,
        () => Promise.resolve(),
        (plan) => {
          filters.push(...plan.queries.map(({ filter = '' }) => filter));
          return plan;
        },
      );
      return filters;
    };
    const keys = Array.from({ length: 1440 }, (_, at) => ({
      partitionKey: `0${from + BigInt(at) * minute}`,
      rowKey: 'r',
    }));
    for (const job of JOBS) {
      const filters = await filtersOf(job);
      expect(filters.length).toBe(16);
      const read = filters.map((filter) => {
        expect(filter).toContain(' and Level eq 2');
        return keysIn(keys, filter.replace(' and Level eq 2', ''));
      });
      expect(read.flat()).toEqual(keys);
      expect(Math.max(...read.map(({ length }) => length))).toBeLessThan(100);
    }
    expect(await filtersOf(SNIPPETS[0])).toEqual([subject.plan.queries[0]?.filter]);
  });

  it('says why nothing was copied', async () => {
    expect(await copied(run({ filter: "Data eq X'00ff'" }), 'kql')).toEqual([
      false,
      'Not copied: KQL has no equivalent of this query.',
      0,
    ]);
    const [curl] = SNIPPETS;
    if (curl === undefined) throw new Error('none');
    const refused = await copyQuery(run(), 'sas', curl, () => Promise.reject(new Error('denied')));
    expect(refused).toEqual({ isCopied: false, words: 'Not copied: the browser refused the clipboard.' });
  });

  it('copies no SAS, whichever field it was pasted into', async () => {
    const signature = 'c2VjcmV0IGNhbmFyeSBzaWduYXR1cmUgb2YgYSB0ZXN0IQ==';
    recognise((plain) => plain.includes(signature));
    const sas = `sv=2019-02-02&sp=r&sig=${encodeURIComponent(signature)}`;
    for (const over of [
      { filter: `Message eq '${sas}'` },
      { filter: `Message eq '${signature}'` },
      { partitionKey: { kind: 'begins', text: sas }, schemeId: 'none' },
    ] as const) {
      for (const { id } of SNIPPETS) {
        expect(await copied(run(over), id), `${id} ${JSON.stringify(over)}`).toEqual([
          false,
          'Not copied: a field of the query holds a SAS, a token or a key. Remove it there.',
          0,
        ]);
      }
    }
  });
});

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
      { plan: PLAN, endpoint },
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
