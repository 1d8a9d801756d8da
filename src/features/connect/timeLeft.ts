import { durationText } from '../../core/time/durationText.ts';
import { TICKS_PER_MS } from '../../core/time/ticks.ts';

export interface TimeLeft {
  readonly text: string;
  /** A shorter text for the bar, where room is scarce: "3 h 59 m". */
  readonly short: string;
  readonly tone: 'ok' | 'warning' | 'danger';
}

/** A SAS that expires sooner than this is shown in amber. */
const SOON_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

/** How long a SAS is still valid, in whole minutes, rounded down. `expiresAtMs` is undefined if a stored policy holds the expiry. */
export function timeLeft(expiresAtMs: number | undefined, nowMs: number): TimeLeft {
  if (expiresAtMs === undefined) return said('expiry held by policy', 'ok');
  const leftMs = expiresAtMs - nowMs;
  if (leftMs <= 0) return said('expired', 'danger');
  const unit = leftMs < MINUTE_MS ? 1000 : MINUTE_MS;
  const text = durationText(BigInt(Math.floor(leftMs / unit) * unit) * TICKS_PER_MS);
  return said(leftMs < unit ? 'under 1 s' : text, leftMs < SOON_MS ? 'warning' : 'ok');
}

function said(text: string, tone: TimeLeft['tone']): TimeLeft {
  // Next to hours, an m can only mean minutes.
  return { text, short: text.replace(/^(\d+ h \d+) min$/, '$1 m'), tone };
}
