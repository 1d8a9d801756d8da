import type { TableFault } from '../base/tableError.ts';
import { isRefusal } from '../pacing/pause.ts';

/** When a page was last refused, monotonic; undefined: it was not. */
interface Refused {
  readonly refusedAtMs?: number;
}

/** What is known of the credential in use. Instants are monotonic. */
export interface Access {
  /** When the last request of the table that was answered was sent; undefined: none was. */
  readonly letInAtMs: number | undefined;
  /** When the user last gave another credential. */
  readonly resumedAtMs: number;
}

/**
 * Why a failed page waits for something that retries cannot bring; undefined: it does not. After its first refusal a check tells
 * whether all are refused.
 * A credential that never worked for the table is a fault of the query, unless it expired: then another one helps.
 */
export function whyHeld(
  page: Refused,
  fault: TableFault,
  now: { readonly isSilent: boolean; readonly isOnline: boolean; readonly canPause: boolean } & Access,
): string | undefined {
  if (fault.afterSleep === true && now.isSilent)
    return 'the page was asleep: checking whether the service answers';
  if (fault.kind === 'network' && !now.isOnline) return 'waiting for the network';
  if (!now.canPause || !isRefusal(fault)) return undefined;
  if (fault.kind === 'auth' && lastRefusedMs(page, now) === undefined)
    return 'refused: checking whether all requests are';
  const isLetIn = now.letInAtMs !== undefined && !isRefusedAlone(page, fault, now);
  return fault.kind === 'expired' || isLetIn ? 'waiting for another SAS or token' : undefined;
}

/** When this page was last refused with the credential in use; undefined: it was not. */
function lastRefusedMs({ refusedAtMs }: Refused, { resumedAtMs }: Access): number | undefined {
  return refusedAtMs !== undefined && refusedAtMs > resumedAtMs ? refusedAtMs : undefined;
}

/**
 * Whether this page was refused before, and a request of its table that was sent after that was answered: then the credential is
 * accepted, and this request is not.
 */
export function isRefusedAlone(page: Refused, { kind }: TableFault, access: Access): boolean {
  const refusedAtMs = lastRefusedMs(page, access);
  const { letInAtMs } = access;
  return kind === 'auth' && refusedAtMs !== undefined && letInAtMs !== undefined && letInAtMs >= refusedAtMs;
}
