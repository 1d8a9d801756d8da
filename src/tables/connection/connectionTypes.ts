import type { Result, TextFault } from '../../core/result.ts';
import type { Answer } from '../wire/answer.ts';
import type { HeaderExposure } from './exposureProbe.ts';
import type { Lanes } from '../pacing/lanes.ts';
import type { Page, PageQuery, PageReader } from '../wire/pageReader.ts';
import type { SasFacts } from '../sas/sasFacts.ts';
import type { SealedSas } from '../sas/sealedSas.ts';
import type { TableFault } from '../base/tableError.ts';

/** Where an account answers: a host that this page can reach (`reachable.ts`). */
export interface TableEndpoint {
  /** Scheme, host, port and, path-style, the account. No slash at the end, no query. */
  readonly url: string;
  /** Host with port where one is given: what the page shows large. */
  readonly host: string;
  readonly account: string;
  readonly kind: 'azure' | 'sovereign' | 'dns-zone' | 'emulator';
  /** "Azure public", "Azure US Government", ... */
  readonly cloud: string;
  /** The read-only copy in the paired region: eventually consistent. */
  readonly secondary: boolean;
}

/** What was pasted, understood. The SAS is sealed; everything else may be shown. */
export interface ConnectionText {
  readonly endpoint: TableEndpoint;
  /** From the address or from the SAS (tn). */
  readonly tableName?: string;
  /** Known SAS parameters, decoded, without the signature. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly sas: SealedSas;
  /** What was put right while reading, in words: "the signature's + was encoded". */
  readonly repairs: readonly string[];
}

export interface TableList {
  /** Sorted as the service gave them. */
  readonly names: readonly string[];
  /** False where the end of the list is not proven, so that more tables may exist. */
  readonly complete: boolean;
  /** Names in the list that no table can have; left out. */
  readonly dropped?: number;
  /** The list goes on, and the rest was not read: an account may have more tables than anyone chooses from. */
  readonly isCut?: true;
  /** Whether this page may read continuations, as far as one row of the first tables shows. */
  readonly exposure: HeaderExposure;
}

/** The same transports as those of the account, to its secondary endpoint, with the same SAS. */
export interface SecondaryReaders {
  readonly url: string;
  readonly host: string;
  readonly reader: PageReader;
  readonly sdk: PageReader;
  /** How far it is behind; undefined where the SAS does not reach its stats (srt without s). Throws TableError. */
  readonly readStats: (signal: AbortSignal) => Promise<Answer | undefined>;
}

/** An open account: the only thing that can send with its SAS. Shows no secret in JSON or in the console. */
export interface Connection {
  /** Opaque, new for each connection; safe in cache keys. */
  readonly id: string;
  readonly account: string;
  readonly endpoint: TableEndpoint;
  /** The only table that the SAS or the address names. */
  readonly tableName?: string;
  /** Of the SAS that is in use now: a renewal changes them. */
  readonly facts: SasFacts;
  /** Simple first; falls back to the SDK for good where the service refuses simple requests. */
  readonly reader: PageReader;
  /** Loads the SDK on its first page. */
  readonly sdk: PageReader;
  readonly transportInUse: () => 'simple' | 'sdk';
  /** The account's read-only copy, where it was chosen to be read too. Undefined: the primary alone is asked. */
  readonly secondary?: SecondaryReaders;
  /** Six for each host, shared by everything that asks it. */
  readonly lanes: Lanes;
  /**
   * Names of all tables; then, until a continuation was read on this connection, one row of the first of them, to see
   * whether continuations can be read (not retried: a run asks again). Throws TableError; ask `facts.canListTables` first.
   * The list itself is retried by the policy.
   */
  readonly listTables: (signal: AbortSignal) => Promise<TableList>;
  /**
   * A page for a question that is no run, such as a sample of keys: in a lane, after pages of queries that go on, and
   * retried for about two seconds. Throws TableError.
   */
  readonly readOnce: (query: PageQuery, signal: AbortSignal) => Promise<Page>;
  /**
   * Takes another SAS for the same account in the place of the one in use; lanes, tokens and what is in flight stay.
   * It must reach all that the one before reached (account, table, key range), or, where `reads` names the tables of the
   * run that waits, that one table with the same keys; what it does not reach is then refused aloud. It is asked for one row
   * first, outside of the lanes, which may all be waiting for it. Refused: the one before stays. Never throws a TableError.
   */
  readonly renew: (text: string, reads?: readonly string[]) => Promise<Result<SasFacts, TextFault>>;
  /** The same with a text that was read already, and without asking the service. A refused SAS is dropped. */
  readonly renewWith: (text: ConnectionText, reads?: readonly string[]) => Result<SasFacts, TextFault>;
  /** What the last answer, or its absence, meant, while requests fail; undefined after one that was whole. */
  readonly lastFault: () => TableFault | undefined;
  readonly isClosed: () => boolean;
  /** Drops the SAS and aborts what is in flight. Later calls throw kind 'closed'. */
  readonly close: () => void;
}
