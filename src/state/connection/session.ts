import type { Connection, SecondaryReaders, TableList } from '../../tables/connection/connectionTypes.ts';
import type { DemoAccount } from '../../tables/connection/demoAccount.ts';
import { credentialName } from '../../tables/sas/credentialFacts.ts';
import type { PageReader } from '../../tables/wire/pageReader.ts';

/** A connected account, which the shell shows and the views query. Holds no secret itself. */
export interface Session {
  readonly connection: Connection;
  /** Set for the demo account: the window of its data, ISO. */
  readonly demo?: DemoLease['window'] | undefined;
  /** Tables listed at connect; undefined if the credential may not list them. */
  readonly tables?: TableList | undefined;
  /** False if CORS hides x-ms-* headers from this page: then no result can be Complete. Undefined: unknown yet. */
  readonly headersExposed?: boolean | undefined;
  readonly warnings: readonly string[];
  readonly transport: TransportChoice;
}

/**
 * How pages are read. `automatic`: simple requests, and the SDK for good if the service refuses them; `sdk`:
 * @azure/data-tables from the start, with its headers and preflights.
 */
export type TransportChoice = 'automatic' | 'sdk';

export type CredentialName = ReturnType<typeof credentialName>;

/** The kind of credential of a session, for display: "SAS" or "access token". */
export function credentialOf({ connection }: Session): CredentialName {
  return credentialName(connection.facts);
}

/** The name of a session's account in an address: `demo`, or its endpoint. */
export function accountName(session: Session): string {
  return session.demo === undefined ? session.connection.endpoint.url : 'demo';
}

export function readerOf(session: Session): PageReader {
  return session.transport === 'sdk' ? session.connection.sdk : session.connection.reader;
}

export function costsPreflight(session: Session): boolean {
  return readerOf(session).costsPreflight();
}

/** All readers of a run; the secondary only if chosen. */
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

/** Expiry of the demo SAS, and the window of its data. */
export type DemoLease = Omit<DemoAccount, 'text'>;

/** Identifies the keys that a session reads. */
export function keysOfSession({ connection }: Session): string {
  return JSON.stringify([connection.endpoint.url, connection.tableName, connection.facts.keyRange]);
}
