import type { TextFault } from '../../core/result.ts';
import type { TokenText } from '../../tables/connection/connectionText.ts';
import type { DiagnosisPage } from '../../tables/diagnosis/facts.ts';
import type { TablesEnv } from '../../tables/base/clock.ts';
import type { TableFault } from '../../tables/base/tableError.ts';
import type { Activity } from '../base/activity.ts';
import type { ConnectDiagnosis } from './diagnosis.ts';
import type { DropReason } from './watch.ts';
import type { IsolationLock, LockRefusal } from './isolation.ts';
import type { ReadableStore, Store } from '../base/store.ts';
import type { CredentialName, Session, TransportChoice } from './session.ts';

/** Chosen before connecting, because the page is locked to the hosts before the first request. */
export interface ConnectChoice {
  /** Also read the account's secondary endpoint, if it has one. */
  readonly secondary?: boolean;
}

export type ConnectionState =
  /** `fault`: why the last attempt failed, until it is discarded. */
  | { readonly kind: 'none'; readonly dropped?: DroppedCredential; readonly fault?: ConnectFault | undefined }
  | ({ readonly kind: 'connecting' } & Attempt)
  /** `attempt`: another connection is being tried; this one stays until that one works. */
  | { readonly kind: 'connected'; readonly session: Session; readonly attempt?: Attempt | undefined };

/** A connect attempt in progress. */
export interface Attempt {
  /** Set if there is no answer yet: what is known so far. */
  readonly slow?: ConnectDiagnosis;
}

/** A SAS or token that was dropped without a user action. */
export interface DroppedCredential {
  readonly reason: DropReason;
  /** The host of its account. */
  readonly host: string;
  readonly url: string;
  readonly name: CredentialName;
}

/** Why a connect attempt ended without a connection. */
export type ConnectFault =
  /** `diagnosis`: the credential itself says that it cannot work. */
  | { readonly kind: 'text'; readonly fault: TextFault; readonly diagnosis?: ConnectDiagnosis | undefined }
  | {
      readonly kind: 'service';
      readonly fault: TableFault;
      readonly diagnosis?: ConnectDiagnosis | undefined;
      /** The credential is still kept for a retry. */
      readonly canRetry?: boolean;
    }
  /** This page must not use it, because it is locked to another account or framed by another page. */
  | { readonly kind: 'isolation'; readonly fault: LockRefusal }
  /** Cancelled by the user, or by a newer attempt. */
  | { readonly kind: 'cancelled'; readonly fault: TextFault };

export interface ConnectionStore extends ReadableStore<ConnectionState> {
  /**
   * Reads what was pasted, a text with a SAS or an account with its token, opens the account and sends one request.
   * Undefined: connected.
   */
  readonly connect: (pasted: string | TokenText, choice?: ConnectChoice) => Promise<ConnectFault | undefined>;
  readonly connectDemo: () => Promise<ConnectFault | undefined>;
  /** Retries the last failed attempt. */
  readonly retry: () => Promise<ConnectFault | undefined>;
  /** Cancels the attempt: nothing more is sent, and the current connection stays. */
  readonly cancelAttempt: () => void;
  /** Drops a failed attempt: its credential and its messages. */
  readonly forgetFailed: () => void;
  /**
   * Replaces the credential by another for the same account, table and keys; a run continues. `reads`: the tables of
   * the waiting run, for which a SAS for one table is enough.
   */
  readonly renew: (text: string, reads?: readonly string[]) => Promise<ConnectFault | undefined>;
  /** Reads the clock of this page's server, which cannot be reached once the page is locked to an account. */
  readonly prepare: () => Promise<void>;
  /** Applies to this connection only. */
  readonly chooseTransport: (transport: TransportChoice) => void;
  /** The user did something, so the credential is not idle. */
  readonly touch: () => void;
  /** Checks the clocks now, because timers of a frozen tab fire late. */
  readonly checkIdle: () => void;
  /** The page was left and may be shown again: drops the credential, keeps the results. */
  readonly leave: () => void;
  /** Drops the credential and reloads the page at its address, which removes every trace of the account. */
  readonly disconnect: () => void;
}

export interface ConnectionStoreDeps {
  readonly env: TablesEnv;
  readonly activity: Activity;
  readonly lock: IsolationLock;
  /** Undefined: faults are reported without a diagnosis. */
  readonly page?: DiagnosisPage;
  /** Loads the connection code; by default from its own file. */
  readonly load?: () => Promise<CreateLive>;
  /** Whether a run reads with the credential or waits for another one: then it is not idle. */
  readonly isInUse?: () => boolean;
}

/** The connection code once loaded: the store without its state. */
export type LiveConnection = Omit<ConnectionStore, 'get' | 'subscribe'>;
export type CreateLive = (deps: ConnectionStoreDeps, store: Store<ConnectionState>) => LiveConnection;
