import { describe, expect, it } from 'vitest';
import { planQueries } from '../../../core/plan/planQueries.ts';
import type { PlanRequest } from '../../../core/plan/queryPlan.ts';
import { SNIPPETS } from '../../../core/snippets/snippets.ts';
import { toTicks } from '../../../core/time/ticks.ts';
import { recognise } from '../../../state/base/secrets.ts';
import { copyQuery, snippetPlan } from './copyQuery.ts';

const window = { from: toTicks(638452296000000000n), to: toTicks(638452299000000000n) };

function run(over: Partial<PlanRequest> = {}) {
  const plan = planQueries({
    tableName: 'Rows',
    schemeId: 'mds-prefixed',
    window,
    volume: 10,
    unprefixed: false,
    ...over,
  });
  if (!plan.ok) throw new Error(plan.error.message);
  return { plan: plan.value, endpoint: 'https://contoso.table.core.windows.net/' };
}

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
    expect(snippetPlan(subject, 'sas')).toMatchObject({ endpoint: 'https://contoso.table.core.windows.net' });
    expect(snippetPlan(subject, 'sas').queries.map(({ filter }) => filter)).toEqual(
      subject.plan.queries.map(({ filter }) => filter),
    );
    for (const { id, title } of SNIPPETS) {
      expect(await copied(subject, id)).toEqual([true, `Copied as ${title}`, 1]);
    }
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
