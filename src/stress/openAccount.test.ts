import { expect, it } from 'vitest';
import { isCredentialIn } from '../state/base/secrets.ts';
import { createVirtualClock } from '../tables/base/virtualClock.fixture.ts';
import { newTableName } from '../tables/stress/tableName.ts';
import { jsonResponse, scriptFetch } from '../tables/wire/scriptedFetch.fixture.ts';
import { openPasted } from './openAccount.ts';

/** Used by this file only, because a signature of another test may still be known as a secret. */
const SIGNATURE = `${'Q'.repeat(43)}=`;
const OWN = newTableName(Date.UTC(2026, 10, 20), 0.5);

/** Connects to an account with two tables, with a SAS of these permissions. Attempts to write are answered with `status`. */
async function opened({ sp = 'rwdlacu', status = 404, refuses = false }) {
  const done: string[] = [];
  const { fetch } = scriptFetch(({ method, path }) => {
    done.push(`${method} ${path}`);
    return method === 'GET'
      ? jsonResponse({ value: [{ TableName: 'Orders' }, { TableName: OWN }] })
      : jsonResponse({ 'odata.error': { code: 'X', message: { value: 'x' } } }, {}, status);
  });
  const { env, run } = createVirtualClock(fetch);
  const refusal = { message: 'This page is locked to another account.', nextStep: '', reloadHelps: true };
  const found = await run(
    openPasted(
      `https://contoso.table.core.windows.net/?sv=2022-11-02&ss=t&srt=co&sp=${sp}&spr=https&se=2026-11-21T08:00:00Z&sig=${encodeURIComponent(SIGNATURE)}`,
      {
        env,
        lock: {
          isFramed: false,
          lockTo: ({ endpoints }) => {
            done.push(`lock ${endpoints.join()}`);
            return refuses ? refusal : undefined;
          },
          refusalOfDemo: () => undefined,
          reload: () => undefined,
        },
        page: {
          origin: 'https://keyscope.example',
          onPolicyBlock: () => () => undefined,
          localNetworkState: async () => undefined,
        },
        clock: { ask: async () => undefined, close: () => undefined },
        tablesInUse: async () => new Set([OWN]),
      },
    ),
  );
  return { found, done };
}

it('an account is opened once the page can reach nothing else; its SAS is known, and only tables of the lab are named', async () => {
  const { found, done } = await opened({});
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  expect(done.slice(0, 2)).toEqual(['lock https://contoso.table.core.windows.net', 'GET /Tables']);
  expect(found.value.leftovers.map(({ name, isInUse }) => [name, isInUse])).toEqual([[OWN, true]]);
  // Texts of the plan become part of the address, the keys and the report, so the signature must be recognized in them.
  expect(isCredentialIn(SIGNATURE)).toBe(true);
  found.value.close();
  expect(isCredentialIn(SIGNATURE)).toBe(false);
});

it.each([
  { how: 'its text does not let it write', world: { sp: 'rl' }, sent: 0, said: 'lacks permissions' },
  { how: 'the page is locked to another account', world: { refuses: true }, sent: 0, said: 'is locked to' },
  { how: 'the service does not let it write', world: { status: 403 }, sent: 3, said: 'refuses to let' },
])('a SAS is refused and forgotten if $how', async ({ world, sent, said }) => {
  const { found, done } = await opened(world);
  expect(JSON.stringify(found)).toContain(said);
  expect(done.filter((text) => !text.startsWith('lock'))).toHaveLength(sent);
  expect(isCredentialIn(SIGNATURE)).toBe(false);
});
