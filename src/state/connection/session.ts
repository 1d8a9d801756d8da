import type { Connection, SecondaryReaders, TableList } from '../../tables/connection/connectionTypes.ts';
import type { PageReader } from '../../tables/wire/pageReader.ts';

/** An account that is connected: what the shell shows and the views query. Holds no secret of its own. */
export interface Session {
  readonly connection: Connection;
  /** Present for the demo account: the window that holds its data, ISO. */
  readonly demo?: { readonly from: string; readonly to: string };
  /** Tables listed at connect; undefined where the SAS may not list them. */
  readonly tables?: TableList;
  /** False where CORS hides x-ms-* headers from this page: no result can be called complete. Absent: not known yet. */
  readonly headersExposed?: boolean;
  readonly warnings: readonly string[];
  readonly transport: TransportChoice;
}

/**
 * How pages are read. `automatic`: simple requests, and the SDK for good where the service refuses them;
 * `sdk`: @azure/data-tables from the start, with its headers and preflights.
 */
export type TransportChoice = 'automatic' | 'sdk';

/** How an address names the account of a session: `demo`, or its endpoint. */
export function accountName(session: Session): string {
  return session.demo === undefined ? session.connection.endpoint.url : 'demo';
}

/** The reader that a session's pages come through. */
export function readerOf(session: Session): PageReader {
  return session.transport === 'sdk' ? session.connection.sdk : session.connection.reader;
}

/** All that a run reads through: the secondary only where it was chosen. */
export function readersOf(session: Session): {
  readonly reader: PageReader;
  readonly secondary?: PageReader;
  readonly readStats?: SecondaryReaders['readStats'];
} {
  const { secondary } = session.connection;
  const reader = readerOf(session);
  if (secondary === undefined) return { reader };
  const copy = session.transport === 'sdk' ? secondary.sdk : secondary.reader;
  return { reader, secondary: copy, readStats: secondary.readStats };
}

/** How long the demo SAS holds, and the window that its data fills. */
export interface DemoLease {
  readonly expiresAtMs: number;
  readonly window: { readonly from: string; readonly to: string };
}
