import type { TableFault } from '../base/tableError.ts';

/** Why a run sends nothing for a while. Its queries keep their tokens and continue where they were. */
export interface RunPause {
  /**
   * `credential`: continues with another SAS or token, after `resume`. The others end as soon as a page is answered;
   * `resume` only sends an outage check at once. `busy`: `unanswered` for a moment. `asked-to-wait`: nobody sends before
   * `untilUnixMs`, whoever asks.
   */
  readonly kind: 'credential' | 'offline' | 'busy' | 'unanswered' | 'asked-to-wait';
  /** The last fault. */
  readonly fault: TableFault;
  /** Milliseconds since the Unix epoch. */
  readonly untilUnixMs?: number;
}

/** How the user moves a waiting run on. */
export interface RunControl {
  readonly resume: () => void;
  readonly onResume: (listener: () => void) => () => void;
}

export function createRunControl(): RunControl {
  const listeners = new Set<() => void>();
  return {
    resume: () => {
      for (const listener of listeners) listener();
    },
    onResume: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Whether another SAS or token may be accepted after this fault. */
export function isRefusal({ kind }: TableFault): boolean {
  return kind === 'auth' || kind === 'expired';
}
