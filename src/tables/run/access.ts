import type { TableFault } from '../base/tableError.ts';
import { isRefusal } from '../pacing/pause.ts';

/** Monotonic time of a page's last refusal; undefined if it was not refused. */
interface Refused {
  readonly refusedAtMs?: number;
}

/** What is known about the access of the current credential to a table. Times are monotonic. */
export interface Access {
  /** When the last answered request for the table was sent; undefined if none was answered. */
  readonly letInAtMs: number | undefined;
  /** When the user last gave another credential. */
  readonly resumedAtMs: number;
}

/**
 * Why a failed page waits for something that retries cannot bring; undefined if it does not. After the first refusal of a page, a check
 * finds out whether all requests are refused. If the credential never worked for the table, the query fails instead of waiting, unless the
 * credential has expired, because then another one helps.
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

/** When this page was last refused with the current credential; undefined if it was not. */
function lastRefusedMs({ refusedAtMs }: Refused, { resumedAtMs }: Access): number | undefined {
  return refusedAtMs !== undefined && refusedAtMs > resumedAtMs ? refusedAtMs : undefined;
}

/**
 * Whether this page was refused, and a request of the same table that was sent after that was answered. Then the credential is accepted,
 * and only this request is refused.
 */
export function isRefusedAlone(page: Refused, { kind }: TableFault, access: Access): boolean {
  const refusedAtMs = lastRefusedMs(page, access);
  const { letInAtMs } = access;
  return kind === 'auth' && refusedAtMs !== undefined && letInAtMs !== undefined && letInAtMs >= refusedAtMs;
}
