import type { TextFault } from '../../core/result.ts';
import type { DiagnosisPage } from '../../tables/diagnosis/facts.ts';
import type { TablesEnv } from '../../tables/base/env.ts';
import type { TableFault } from '../../tables/base/tableError.ts';
import type { Activity } from '../base/activity.ts';
import type { ConnectDiagnosis } from './diagnosis.ts';
import type { DropReason } from './watch.ts';
import type { IsolationLock, LockRefusal } from './isolation.ts';
import { type ReadableStore, type Store } from '../base/store.ts';
import { type Session, type TransportChoice } from './session.ts';

/** What is chosen before connecting: the page is locked to the hosts before the first request. */
export interface ConnectChoice {
  /** Read from the account's secondary endpoint too, where it has one. */
  readonly secondary?: boolean;
}

export type ConnectionState =
  /** `fault`: how the last attempt ended, whoever began it, until it is forgotten. */
  | { readonly kind: 'none'; readonly dropped?: DroppedSas; readonly fault?: ConnectFault }
  | ({ readonly kind: 'connecting' } & Attempt)
  /** `attempt`: another connection is being tried; this one stays until that one works. */
  | { readonly kind: 'connected'; readonly session: Session; readonly attempt?: Attempt };

/** A connect attempt that goes on. */
export interface Attempt {
  /** No answer yet: what is known so far. */
  readonly slow?: ConnectDiagnosis;
}

/** A SAS that was forgotten without being asked to. */
export interface DroppedSas {
  readonly reason: DropReason;
  readonly host: string;
}

/** Why a connect attempt ended without a connection. */
export type ConnectFault =
  /** `diagnosis`: the SAS was read, and says itself that it cannot work. */
  | { readonly kind: 'text'; readonly fault: TextFault; readonly diagnosis?: ConnectDiagnosis }
  | {
      readonly kind: 'service';
      readonly fault: TableFault;
      readonly diagnosis?: ConnectDiagnosis;
      /** The SAS is still held for another try. */
      readonly canRetry?: boolean;
    }
  /** This page may not take this SAS: it is locked to another account, or shown inside another page. */
  | { readonly kind: 'isolation'; readonly fault: LockRefusal }
  /** Given up by the person, or for a newer attempt. */
  | { readonly kind: 'cancelled'; readonly fault: TextFault };

export interface ConnectionStore extends ReadableStore<ConnectionState> {
  /** Reads the pasted text, opens the account and asks it one question. Undefined: connected. */
  readonly connect: (text: string, choice?: ConnectChoice) => Promise<ConnectFault | undefined>;
  readonly connectDemo: () => Promise<ConnectFault | undefined>;
  /** Tries once more what has just failed. */
  readonly retry: () => Promise<ConnectFault | undefined>;
  /** Gives the attempt up: nothing more is sent, and what was connected before stays. */
  readonly cancelAttempt: () => void;
  /** Forgets an attempt that failed: its SAS, and what was said about it. */
  readonly forgetFailed: () => void;
  /**
   * Puts another SAS for the same account, table and keys in the place of the one in use; a run goes on. `reads`: the tables
   * of the run that waits for it, so that a SAS for one table is enough.
   */
  readonly renew: (text: string, reads?: readonly string[]) => Promise<ConnectFault | undefined>;
  /** Reads the clock of this page's server, which is out of reach once the page is locked to an account. */
  readonly prepare: () => Promise<void>;
  /** Holds for this connection. */
  readonly chooseTransport: (transport: TransportChoice) => void;
  /** The person did something: the SAS is not idle. */
  readonly touch: () => void;
  /** Looks at the clocks: timers of a tab that was frozen come late. */
  readonly checkIdle: () => void;
  /** The page was left and may be shown again as it is: the SAS is forgotten, the results stay. */
  readonly leave: () => void;
  /** Drops the SAS and loads the page anew, at its address: no trace of the account is left in it. */
  readonly disconnect: () => void;
}

export interface ConnectionStoreDeps {
  readonly env: TablesEnv;
  readonly activity: Activity;
  readonly lock: IsolationLock;
  /** Undefined: faults are told as they come, without a diagnosis. */
  readonly page?: DiagnosisPage;
  /** Loads what connects; by default the file of its own that it is in. */
  readonly load?: () => Promise<CreateLive>;
  /** A run reads with the SAS, or waits for another one: then it is not idle. */
  readonly isInUse?: () => boolean;
}

/** What connects, once it is loaded: the store without its state. */
export type LiveConnection = Omit<ConnectionStore, 'get' | 'subscribe'>;
export type CreateLive = (deps: ConnectionStoreDeps, store: Store<ConnectionState>) => LiveConnection;
