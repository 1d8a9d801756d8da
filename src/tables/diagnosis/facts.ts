import type { TableEndpoint } from '../connection/connectionTypes.ts';
import type { CredentialFacts } from '../sas/credentialFacts.ts';
import type { ClockReading } from '../base/serviceClock.ts';
import type { TableFault } from '../base/tableError.ts';

/** What requests without the credential showed. `waiting` means that none was answered within the time limit. */
export interface ReachabilityFacts {
  /** A no-cors request, whose answer the page cannot read. Any answer shows that the host is there. */
  readonly opaque: 'answered' | 'failed' | 'waiting';
  /** A request like those that read rows, but without the credential and without following redirects. */
  readonly bare:
    | { readonly kind: 'read'; readonly status: number }
    | { readonly kind: 'redirected' | 'unread' | 'waiting' };
  /**
   * The same request with the headers that a token needs, but empty, to see whether the preflight lets them pass. Undefined for a SAS,
   * which needs none.
   */
  readonly headers?: 'allowed' | 'refused' | 'waiting' | undefined;
  /** Whether the no-cors request was redirected to an address that the page's policy blocks. */
  readonly isLedAway: boolean;
}

/** The browser's permission for requests from a public page to this computer (Local Network Access). */
export type LocalNetworkState = 'granted' | 'denied' | 'prompt';

/** Everything that the diagnosis of a failed or slow connection uses. It contains no secret. */
export interface DiagnosisFacts {
  readonly endpoint: Pick<TableEndpoint, 'url' | 'host' | 'account' | 'kind' | 'secondary'>;
  /** The table that the SAS or the address names; undefined if neither does. */
  readonly tableName?: string | undefined;
  readonly credential: CredentialFacts;
  /** This page's origin, which a CORS rule must name. */
  readonly origin: string;
  /** How the request failed. Undefined if nothing was sent, or if there is no answer yet. */
  readonly fault?: TableFault | undefined;
  /** The attempt still continues, and `fault` is from its last request. */
  readonly goesOn?: boolean;
  /** The credential itself shows that it cannot work, so nothing was sent. */
  readonly isUnsent: boolean;
  /** What the platform says: false is certain, true is not. */
  readonly isOnline: boolean;
  /** Milliseconds since the Unix epoch, by this computer's clock. */
  readonly nowMs: number;
  readonly elapsedMs: number;
  /** Whether the page's policy blocked the request with the credential. */
  readonly isBlockedByPolicy: boolean;
  readonly localNetwork?: LocalNetworkState | undefined;
  readonly clock?: ClockReading | undefined;
  readonly reachability?: ReachabilityFacts | undefined;
}

/** What a diagnosis needs from its page. */
export interface DiagnosisPage {
  /** `location.origin` */
  readonly origin: string;
  /** Calls the listener with the origin of each request that the page's policy blocks. Returns a function that unsubscribes. */
  readonly onPolicyBlock: (listener: (origin: string) => void) => () => void;
  /** Resolves with undefined if the browser has no such permission. */
  readonly localNetworkState: () => Promise<LocalNetworkState | undefined>;
}

/** The permission has had two names: Chrome 142 began with the first one. */
const PERMISSION_NAMES = ['loopback-network', 'local-network-access'];

async function localNetworkState(): Promise<LocalNetworkState | undefined> {
  for (const name of PERMISSION_NAMES) {
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state;
    } catch {
      // A browser without this permission throws TypeError. Such a browser neither asks nor denies.
    }
  }
  return undefined;
}

export function createDiagnosisPage(): DiagnosisPage {
  return {
    origin: location.origin,
    onPolicyBlock: (listener) => {
      const onViolation = (event: SecurityPolicyViolationEvent): void => {
        if (event.effectiveDirective !== 'connect-src' || event.disposition !== 'enforce') return;
        // The blocked address may contain the SAS, so only its origin is passed on.
        if (URL.canParse(event.blockedURI)) listener(new URL(event.blockedURI).origin);
      };
      document.addEventListener('securitypolicyviolation', onViolation);
      return () => document.removeEventListener('securitypolicyviolation', onViolation);
    },
    localNetworkState,
  };
}
