import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { curlSnippet } from '../../src/core/snippets/curl.ts';
import { javascriptSnippet } from '../../src/core/snippets/javascript.ts';
import { keysOf, type SnippetRig, startSnippetRig, TRUE_ROWS } from './snippetRig.ts';

let rig: SnippetRig;

beforeAll(async () => {
  rig = await startSnippetRig('token');
});

afterAll(async () => {
  await rig.close();
});

describe.each(['sas', 'token'] as const)(
  'a copied query reads every row with a %s, to the last page',
  (credential) => {
    it('curl', async () => {
      const output = await rig.run('bash', 'query.sh', curlSnippet.text({ ...rig.plan, credential }) ?? '');
      const pages = output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly value: readonly object[] });
      expect(pages.length).toBe(rig.plan.queries.length + 1);
      expect(pages.flatMap(({ value }) => value.map(keysOf)).toSorted()).toEqual(TRUE_ROWS);
    });

    it('JavaScript', async () => {
      const output = await rig.run(
        'node',
        'query.mjs',
        javascriptSnippet.text({ ...rig.plan, credential }) ?? '',
      );
      const entities = output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(entities.map(keysOf).toSorted()).toEqual(TRUE_ROWS);
    });
  },
);

it('fails, and does not look empty, where the service refuses', async () => {
  const [query] = rig.plan.queries;
  const plan = { ...rig.plan, queries: [{ ...query, tableName: 'NoSuchTable' }] };
  await expect(rig.run('bash', 'refused.sh', curlSnippet.text(plan) ?? '')).rejects.toThrow('404');
  await expect(rig.run('node', 'refused.mjs', javascriptSnippet.text(plan) ?? '')).rejects.toThrow(
    'TableNotFound',
  );
});
