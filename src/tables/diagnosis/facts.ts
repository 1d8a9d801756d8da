import type { TableEndpoint } from '../connection/connectionTypes.ts';
import type { SasFacts } from '../sas/sasFacts.ts';
import type { TableFault } from '../base/tableError.ts';

/** What a request without the SAS showed. `waiting`: nothing came within the time that was given. */
export interface ProbeFacts {
  /** A request whose answer the page may not read (no-cors): anything that answers at all counts. */
  readonly opaque: 'answered' | 'failed' | 'waiting';
  /** A request as Keyscope's own, without the SAS and with redirects held. */
  readonly bare:
    | { readonly kind: 'read'; readonly status: number }
    | { readonly kind: 'redirected' | 'unread' | 'waiting' };
  /** The no-cors request was led on to an address that the policy of the page blocks. */
  readonly isLedAway: boolean;
}

/** How far this computer's clock is from another one. */
export interface ClockReading {
  /** Milliseconds that this computer is ahead; negative: behind. To a second or two. */
  readonly aheadMs: number;
  readonly of: 'the server of this page' | 'the table service';
}

/** Local Network Access: what the browser says about requests from a public page to this computer. */
export type LocalNetworkState = 'granted' | 'denied' | 'prompt';

/** All that a failed or slow connection is judged by. Holds no secret. */
export interface DiagnosisFacts {
  readonly endpoint: Pick<TableEndpoint, 'url' | 'host' | 'account' | 'kind' | 'secondary'>;
  /** The only table that the SAS or the address names. */
  readonly tableName?: string;
  readonly sas: SasFacts;
  /** Where this page comes from: what a CORS rule must name. */
  readonly origin: string;
  /** What the request ended with; undefined: nothing was sent, or there is no answer yet. */
  readonly fault?: TableFault;
  /** The attempt is not over: `fault` is what its last request met. */
  readonly goesOn?: boolean;
  /** The SAS says itself that it cannot work: nothing was sent. */
  readonly isUnsent: boolean;
  /** What the platform says; false is sure, true is not. */
  readonly isOnline: boolean;
  /** Milliseconds since the Unix epoch, by this computer. */
  readonly nowMs: number;
  readonly elapsedMs: number;
  /** The policy of the page blocked the request that carries the SAS. */
  readonly isBlockedByPolicy: boolean;
  readonly localNetwork?: LocalNetworkState;
  readonly clock?: ClockReading;
  readonly probes?: ProbeFacts;
}

/** What a diagnosis needs of the page that it runs in. */
export interface DiagnosisPage {
  /** `location.origin` */
  readonly origin: string;
  /** Calls back with the origin of each request that the policy of the page blocks; returns what ends it. */
  readonly onPolicyBlock: (listener: (origin: string) => void) => () => void;
  /** Undefined where the browser has no such permission. */
  readonly localNetworkState: () => Promise<LocalNetworkState | undefined>;
}
