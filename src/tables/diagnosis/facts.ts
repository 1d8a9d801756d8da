import type { TableEndpoint } from '../connection/connectionTypes.ts';
import type { CredentialFacts } from '../sas/credentialFacts.ts';
import type { ClockReading } from '../base/serviceClock.ts';
import type { TableFault } from '../base/tableError.ts';

/** What requests without the credential showed. `waiting`: no answer within the time limit. */
export interface ReachabilityFacts {
  /** A no-cors request, whose answer the page may not read: any answer counts. */
  readonly opaque: 'answered' | 'failed' | 'waiting';
  /** A request like Keyscope's own, without the credential and without following redirects. */
  readonly bare:
    | { readonly kind: 'read'; readonly status: number }
    | { readonly kind: 'redirected' | 'unread' | 'waiting' };
  /** The same with the headers of a token, empty: whether the preflight lets it pass. Undefined: a SAS needs none. */
  readonly headers?: 'allowed' | 'refused' | 'waiting' | undefined;
  /** The no-cors request was redirected to an address that the page's policy blocks. */
  readonly isLedAway: boolean;
}

/** Local Network Access: the browser's setting for requests from a public page to this computer. */
export type LocalNetworkState = 'granted' | 'denied' | 'prompt';

/** Everything that the diagnosis of a failed or slow connection uses. Holds no secret. */
export interface DiagnosisFacts {
  readonly endpoint: Pick<TableEndpoint, 'url' | 'host' | 'account' | 'kind' | 'secondary'>;
  /** The only table that the SAS or the address names. */
  readonly tableName?: string | undefined;
  readonly credential: CredentialFacts;
  /** This page's origin, which a CORS rule must name. */
  readonly origin: string;
  /** How the request ended; undefined: nothing sent, or no answer yet. */
  readonly fault?: TableFault | undefined;
  /** The attempt is not over: `fault` is from its last request. */
  readonly goesOn?: boolean;
  /** The credential itself says that it cannot work, so nothing was sent. */
  readonly isUnsent: boolean;
  /** What the platform says; false is certain, true is not. */
  readonly isOnline: boolean;
  /** Milliseconds since the Unix epoch, by this computer. */
  readonly nowMs: number;
  readonly elapsedMs: number;
  /** The page's policy blocked the request with the credential. */
  readonly isBlockedByPolicy: boolean;
  readonly localNetwork?: LocalNetworkState | undefined;
  readonly clock?: ClockReading | undefined;
  readonly reachability?: ReachabilityFacts | undefined;
}

/** What a diagnosis needs from its page. */
export interface DiagnosisPage {
  /** `location.origin` */
  readonly origin: string;
  /**
   * Calls back with the origin of each request that the page's policy blocks; returns the function that unsubscribes.
   */
  readonly onPolicyBlock: (listener: (origin: string) => void) => () => void;
  /** Undefined if the browser has no such permission. */
  readonly localNetworkState: () => Promise<LocalNetworkState | undefined>;
}
