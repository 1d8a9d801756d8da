import { QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { readTableSample } from '../../state/connection/tableSample.ts';
import type { Session } from '../../state/connection/session.ts';
import type { Activity } from '../../state/base/activity.ts';

/*
 * Reads that views share and that take one answer: asked for once, cached, and read again when they are old. A cache key names the
 * connection by its number; the SAS is in neither the key nor the answer.
 */

/** Undefined: nothing is read. */
type Asked = Session['connection'] | undefined;

/** The cache, which outlives the views. */
export const oneShotReads = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      // Only tables/pacing/retry.ts decides on retries.
      retry: false,
      // Opening a link may show a view, and must not send anything.
      refetchOnMount: false,
      retryOnMount: false,
      // Browsers are often wrong about being online.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

/** The tables that the credential may list. */
export function tableListRead(connection: Asked, activity: Activity) {
  return queryOptions({
    queryKey: ['tables', connection?.id],
    queryFn:
      connection === undefined ? skipToken : ({ signal }) => activity.track(connection.listTables(signal)),
  });
}

/** A sample of the keys of a table, and how it seems to be keyed. */
export function tableSampleRead(connection: Asked, table: string, activity: Activity) {
  return queryOptions({
    queryKey: ['sample', connection?.id, table],
    queryFn:
      connection === undefined
        ? skipToken
        : ({ signal }) => activity.track(readTableSample(connection, table, signal)),
  });
}
