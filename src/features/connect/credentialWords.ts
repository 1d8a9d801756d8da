import { durationText } from '../../core/time/durationText.ts';
import { TICKS_PER_MS } from '../../core/time/ticks.ts';
import type { Session } from '../../state/connection/session.ts';
import type { DroppedCredential } from '../../state/connection/connectionState.ts';

interface TimeLeft {
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

/** Rights that only read; any other can change data. */
const READ_RIGHTS: ReadonlySet<string> = new Set(['read', 'list']);

/** Whether a SAS says that it allows changing data. A SAS with a stored policy does not say what it allows. */
export function canWrite({ permissions }: Session['connection']['facts']): boolean {
  return permissions.some((right) => !READ_RIGHTS.has(right));
}

/** Why the credential was dropped, in one sentence. */
export function droppedWords({ reason, host, name }: DroppedCredential): string {
  switch (reason) {
    case 'idle':
      return `The ${name} for ${host} was forgotten after 30 minutes without use.`;
    case 'expired':
      return `The ${name} for ${host} has expired and was forgotten.`;
    case 'left':
      return `The ${name} for ${host} was forgotten when this page was left.`;
  }
}

/** The reason in two or three words, for the chip. */
export function droppedShort({ reason, name }: DroppedCredential): string {
  const what = name === 'SAS' ? name : 'Token';
  if (reason === 'expired') return `${what} expired`;
  return `${what} forgotten${reason === 'idle' ? ': idle' : ''}`;
}
