import type { EntityKey } from '../../core/keys/base/entityKey.ts';
import type { TablesEnv } from '../../tables/base/clock.ts';
import type { RequestRecord } from '../../tables/progress/runTypes.ts';
import type { Activity } from '../base/activity.ts';
import { readerOf, type Session } from '../connection/session.ts';
import { LOST } from './queryRun.ts';

/** Returns the first key of a range, undefined if there is none. Throws TableError. */
export type FirstKey = (filter: string | undefined) => Promise<EntityKey | undefined>;

export interface AskedTable {
  readonly session: Session;
  readonly tableName: string;
  readonly signal: AbortSignal;
  /** Receives all requests that were sent, answered or not, so that no request goes unlisted. */
  readonly onRequests: (requests: readonly RequestRecord[]) => void;
}

/** Asks a table for first keys outside a run, one request each, with the retries and lanes of a run. */
export type AskTable = <T>(asked: AskedTable, ask: (firstKey: FirstKey) => Promise<T>) => Promise<T>;

/** Loads the code that asks for keys. Rejects with a message if it cannot be loaded. */
export async function loadKeyPages() {
  try {
    const [{ createKeyPages }, { CONNECT_RETRY_POLICY }] = await Promise.all([
      import('../../tables/run/keyPages.ts'),
      import('../../tables/connection/renewal.ts'),
    ]);
    return { createKeyPages, CONNECT_RETRY_POLICY };
  } catch {
    throw new Error(LOST);
  }
}

/** Somebody is waiting for the answer, so a longer outage is reported instead of waited out. */
const OUTAGE_MS = 4000;

export function createAskTable(env: TablesEnv, activity: Activity): AskTable {
  const askTable: AskTable = async ({ session, tableName, signal, onRequests }, ask) => {
    const { createKeyPages, CONNECT_RETRY_POLICY } = await loadKeyPages();
    const sent: RequestRecord[] = [];
    const pages = createKeyPages({
      tableName,
      reader: readerOf(session),
      lanes: session.connection.lanes,
      env,
      signal,
      policy: {
        ...CONNECT_RETRY_POLICY,
        breaker: { ...CONNECT_RETRY_POLICY.breaker, silenceMs: OUTAGE_MS, askedMs: 0 },
      },
      onEvent: (event) => {
        if (event.kind === 'request')
          sent[event.request.id] = { ...event.request, kind: 'search', queryIndex: 0 };
      },
    });
    let id = 0;
    try {
      return await ask(async (filter) => {
        const { rows } = await pages.ask({ id: id++, top: 1, filter });
        return rows[0];
      });
    } finally {
      pages.end();
      onRequests(sent);
    }
  };
  return (asked, ask) => activity.track(askTable(asked, ask));
}
