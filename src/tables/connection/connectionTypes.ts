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
  /** Scheme, host, port and, path-style, the account. No trailing slash, no query. */
  readonly url: string;
  /** Host, with the port if given: what the page shows large. */
  readonly host: string;
  readonly account: string;
  readonly kind: 'azure' | 'sovereign' | 'dns-zone' | 'emulator';
  /** "Azure public", "Azure US Government", ... */
  readonly cloud: string;
  /** The read-only copy in the paired region: eventually consistent. */
  readonly secondary: boolean;
}

/** The parsed connection text. The credential is sealed; everything else may be shown. */
export interface ConnectionText {
  readonly endpoint: TableEndpoint;
  /** From the address or from the SAS (tn). */
  readonly tableName?: string | undefined;
  /**
   * What the credential says of itself at `nowMs` of the env (milliseconds since the Unix epoch). `clock`: what other clocks
   * said.
   */
  readonly factsAt: (nowMs: number, clock?: ClockReading) => CredentialFacts;
  readonly credential: SealedCredential;
  /** What was repaired while reading, in words: "the signature's + was encoded". */
  readonly repairs: readonly string[];
}

export interface TableList {
  /** In the service's order. */
  readonly names: readonly string[];
  /** False if the end of the list is not proven, so more tables may exist. */
  readonly complete: boolean;
  /** Listed names that no table can have; left out. */
  readonly dropped?: number | undefined;
  /** The list was cut: an account may have more tables than anyone chooses from. */
  readonly isCut?: true | undefined;
  /** Whether this page can read continuation tokens, judged by one row of the first tables. */
  readonly exposure: HeaderExposure;
}

/** The same transports to the account's secondary endpoint, with the same credential. */
export interface SecondaryReaders {
  readonly url: string;
  readonly host: string;
  readonly reader: PageReader;
  readonly sdk: PageReader;
  /** How far it lags; undefined if the credential does not reach its stats. Throws TableError. */
  readonly readStats: (signal: AbortSignal) => Promise<Answer | undefined>;
}

/** An open account: the only object that can send with its credential. Shows no secret in JSON or the console. */
export interface Connection {
  /** Opaque, new for each connection; safe in cache keys. */
  readonly id: string;
  readonly account: string;
  readonly endpoint: TableEndpoint;
  /** The only table that the SAS or the address names. */
  readonly tableName?: string | undefined;
  /** Facts of the current credential; a renewal changes them. */
  readonly facts: CredentialFacts;
  /** Uses simple requests; switches to the SDK for good if the service refuses them. */
  readonly reader: PageReader;
  /** Loads the SDK on its first page. */
  readonly sdk: PageReader;
  readonly transportInUse: () => 'simple' | 'sdk';
  /** The account's read-only copy, if the user chose to read it too. Undefined: primary only. */
  readonly secondary?: SecondaryReaders | undefined;
  /** Six for each host, shared by all its requests. */
  readonly lanes: Lanes;
  /**
   * Names of all tables. Until a continuation token was read on this connection, also reads one row of the first tables
   * to see whether tokens are readable (not retried: a run checks again). Throws TableError; check
   * `facts.canListTables` first. The list itself is retried by the policy.
   */
  readonly listTables: (signal: AbortSignal) => Promise<TableList>;
  /**
   * Reads a page outside a run, such as a sample of keys: in a lane, after pages of running queries, and retried for
   * about two seconds. Throws TableError.
   */
  readonly readOnce: (query: PageQuery, signal: AbortSignal) => Promise<Page>;
  /**
   * Replaces the credential by another for the same account; lanes, tokens and requests in flight stay. The new one must
   * reach everything that the old one did (account, table, key range); or, if `reads` names the tables of the waiting run,
   * that one table with the same keys: the service refuses anything else with an error. Reads one row with it first,
   * outside the lanes, which may all be waiting for it. If refused, the old one stays. Never throws a TableError.
   */
  readonly renew: (text: string, reads?: readonly string[]) => Promise<Result<CredentialFacts, TextFault>>;
  /** The same for a parsed text, without asking the service. Drops a refused credential. */
  readonly renewWith: (text: ConnectionText, reads?: readonly string[]) => Result<CredentialFacts, TextFault>;
  /** The fault of the last request; undefined after a whole answer. */
  readonly lastFault: () => TableFault | undefined;
  readonly isClosed: () => boolean;
  /** Drops the credential and aborts requests in flight. Later calls throw kind 'closed'. */
  readonly close: () => void;
}
