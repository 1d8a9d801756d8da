import { QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { readTableSample } from '../../state/connection/tableSample.ts';
import type { Session } from '../../state/connection/session.ts';
import type { Activity } from '../../state/base/activity.ts';

/*
 * The reads of one answer that views share: asked for once, kept, and read again when they are old. A key names the
 * connection by its number; the SAS is in neither key nor answer.
 */

/** Undefined: nothing is read. */
type Asked = Session['connection'] | undefined;

/** The cache, which outlives a view. */
export const oneShotReads = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      // One owner of retry: tables/pacing/retry.ts.
      retry: false,
      // A view also appears because somebody opened a link, which sends nothing.
      refetchOnMount: false,
      retryOnMount: false,
      // The browser's idea of being online is often wrong.
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

/** The tables that the SAS may list. */
export function tableListRead(connection: Asked, activity: Activity) {
  return queryOptions({
    queryKey: ['tables', connection?.id],
    queryFn:
      connection === undefined ? skipToken : ({ signal }) => activity.track(connection.listTables(signal)),
  });
}

/** Keys of a table, and how it seems to be keyed. */
export function tableSampleRead(connection: Asked, table: string, activity: Activity) {
  return queryOptions({
    queryKey: ['sample', connection?.id, table],
    queryFn:
      connection === undefined
        ? skipToken
        : ({ signal }) => activity.track(readTableSample(connection, table, signal)),
  });
}
