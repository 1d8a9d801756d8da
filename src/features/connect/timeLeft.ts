import { durationText } from '../../core/time/durationText.ts';
import { TICKS_PER_MS } from '../../core/time/ticks.ts';

export interface TimeLeft {
  readonly text: string;
  readonly tone: 'ok' | 'warning' | 'danger';
}

/** A SAS that ends sooner than this is shown amber. */
const SOON_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

/**
 * How long a SAS still holds, in whole minutes rounded down, by the better clock; undefined expiry: a stored policy holds
 * it.
 */
export function timeLeft(
  { expiresAtMs, clockAheadMs }: { readonly expiresAtMs?: number; readonly clockAheadMs: number },
  nowMs: number,
): TimeLeft {
  if (expiresAtMs === undefined) return { text: 'expiry held by policy', tone: 'ok' };
  const leftMs = expiresAtMs - (nowMs - clockAheadMs);
  if (leftMs <= 0) return { text: 'expired', tone: 'danger' };
  const unit = leftMs < MINUTE_MS ? 1000 : MINUTE_MS;
  const text = durationText(BigInt(Math.floor(leftMs / unit) * unit) * TICKS_PER_MS);
  return { text: leftMs < unit ? 'under 1 s' : text, tone: leftMs < SOON_MS ? 'warning' : 'ok' };
}
