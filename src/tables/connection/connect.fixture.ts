import { valueOf } from '../../core/valueOf.fixture.ts';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';
import { FAKE_ACCOUNT_SAS, type Handler, scriptFetch } from '../wire/scriptedFetch.fixture.ts';
import { loadSdk } from '../wire/sdkLoader.fixture.ts';
import { openConnection } from './connection.ts';
import { readConnectionText } from './connectionText.ts';
import type { ConnectionText } from './connectionTypes.ts';

export const ACCOUNT = 'https://contoso.table.core.windows.net';

/** What the connection form makes of a text. */
export const textOf = (pasted: string): ConnectionText => valueOf(readConnectionText(pasted));

/** An open connection to a service with scripted answers, on a virtual clock. */
export function connect(
  handler: Handler,
  pasted: string | ConnectionText = `${ACCOUNT}/?${FAKE_ACCOUNT_SAS}`,
  options: Parameters<typeof openConnection>[2] = {},
) {
  const { fetch, seen } = scriptFetch(handler);
  const clock = createVirtualClock(fetch);
  const text = typeof pasted === 'string' ? textOf(pasted) : pasted;
  return { connection: openConnection(text, clock.env, { loadSdk, ...options }), clock, seen };
}
