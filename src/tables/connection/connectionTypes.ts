import type { ClockReading } from '../base/serviceClock.ts';
import type { Result, TextFault } from '../../core/result.ts';
import type { Answer } from '../wire/answer.ts';
import type { HeaderExposure } from './headerCheck.ts';
import type { Lanes } from '../pacing/lanes.ts';
import type { Page, PageQuery, PageReader } from '../wire/pageReader.ts';
import type { CredentialFacts } from '../sas/credentialFacts.ts';
import type { SealedCredential } from '../sas/sealedCredential.ts';
import type { TableFault } from '../base/tableError.ts';

/** Where an account answers: a host that this page can reach (`reachable.ts`). */
export interface TableEndpoint {
  /** Scheme, host, port and, if path-style, the account. No trailing slash, no query. */
  readonly url: string;
  /** The host, with the port if one was given. The page shows it prominently. */
  readonly host: string;
  readonly account: string;
  readonly kind: 'azure' | 'sovereign' | 'dns-zone' | 'emulator';
  /** For example "Azure public" or "Azure US Government". */
  readonly cloud: string;
  /** Whether this is the read-only copy in the paired region, which lags behind the primary. */
  readonly secondary: boolean;
}

/** The parsed connection text. The credential is sealed; everything else may be shown. */
export interface ConnectionText {
  readonly endpoint: TableEndpoint;
  /** From the path of the address, or from the SAS (tn). */
  readonly tableName?: string | undefined;
  /**
   * What the credential says of itself.
   * @param nowMs `nowMs` of the env, in milliseconds since the Unix epoch.
   * @param clock The difference between this computer's clock and the servers', if known.
   */
  readonly factsAt: (nowMs: number, clock?: ClockReading) => CredentialFacts;
  readonly credential: SealedCredential;
  /** What was corrected while reading, in words such as "the signature's + was encoded". */
  readonly repairs: readonly string[];
}

export interface TableList {
  /** In the order in which the service lists them. */
  readonly names: readonly string[];
  /** False if nothing proves that the list ended, so the account may have more tables. */
  readonly complete: boolean;
  /** How many listed names were left out because no table can have such a name. */
  readonly dropped?: number | undefined;
  /** The list was cut off at the limit of names or pages. */
  readonly isCut?: true | undefined;
  /** Whether this page can read continuation tokens, found out by reading one row of the first tables. */
  readonly exposure: HeaderExposure;
}

/** Readers for the account's secondary endpoint, with the same credential. */
export interface SecondaryReaders {
  readonly url: string;
  readonly host: string;
  readonly reader: PageReader;
  readonly sdk: PageReader;
  /**
   * Reads how far the copy lags. Undefined if the credential does not permit reading its statistics.
   * @throws TableError
   */
  readonly readStats: (signal: AbortSignal) => Promise<Answer | undefined>;
}

/** An open account: the only object that can send requests with its credential. JSON and the console show no secret of it. */
export interface Connection {
  /** An opaque id, new for each connection and safe in cache keys. */
  readonly id: string;
  readonly account: string;
  readonly endpoint: TableEndpoint;
  /** The table that the SAS or the address names; undefined if neither does. */
  readonly tableName?: string | undefined;
  /** What the current credential says of itself. Changes with a renewal. */
  readonly facts: CredentialFacts;
  /** Sends simple requests, and switches to the SDK for good if the service refuses them. */
  readonly reader: PageReader;
  /** Sends through the SDK, which is loaded with the first page. */
  readonly sdk: PageReader;
  readonly transportInUse: () => 'simple' | 'sdk';
  /** The account's read-only copy, if the user chose to read it too. Undefined: primary only. */
  readonly secondary?: SecondaryReaders | undefined;
  /** Six for each host, shared by all requests of the connection. */
  readonly lanes: Lanes;
  /**
   * Lists all tables, and retries as `CONNECT_RETRY_POLICY` says. Until this connection has read a continuation token, it also reads one
   * row of the first tables to see whether tokens are readable; that is not retried, since a run checks again. Check `facts.canListTables`
   * first.
   * @throws TableError
   */
  readonly listTables: (signal: AbortSignal) => Promise<TableList>;
  /**
   * Reads a page outside a run, such as a sample of keys. It waits for a lane behind the pages of running queries, and is retried for about
   * two seconds.
   * @throws TableError
   */
  readonly readOnce: (query: PageQuery, signal: AbortSignal) => Promise<Page>;
  /**
   * Replaces the credential by another one for the same account; lanes, continuation tokens and requests in flight are kept. The new one
   * must reach everything that the old one did (account, table, key range). If `reads` names the tables of a waiting run, a SAS for that
   * one table with the same keys is also accepted, because the service refuses anything else with an error. One row is read with the new
   * credential first, without a lane, since all lanes may be waiting for it. If that is refused, the old credential stays. Never throws a
   * TableError.
   */
  readonly renew: (text: string, reads?: readonly string[]) => Promise<Result<CredentialFacts, TextFault>>;
  /** The same for text that was parsed already, and without asking the service. A credential that is not accepted is dropped. */
  readonly renewWith: (text: ConnectionText, reads?: readonly string[]) => Result<CredentialFacts, TextFault>;
  /** The fault of the last request; undefined if it succeeded, and before the first one. */
  readonly lastFault: () => TableFault | undefined;
  readonly isClosed: () => boolean;
  /** Drops the credential and aborts requests in flight. Later calls throw a TableError of kind 'closed'. */
  readonly close: () => void;
}
