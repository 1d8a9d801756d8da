import type { TableFault } from '../base/tableError.ts';

/** Why a run sends nothing for a while. Its queries keep their continuation tokens and continue where they were. */
export interface RunPause {
  /**
   * `credential`: needs another SAS or token, and `resume`. The others end as soon as a page is answered; `resume` only sends an outage
   * check at once. `busy`: like `unanswered`, but only for a short time so far. `asked-to-wait`: nothing is sent before `untilUnixMs`, not
   * even at the user's wish.
   */
  readonly kind: 'credential' | 'offline' | 'busy' | 'unanswered' | 'asked-to-wait';
  readonly fault: TableFault;
  /** Milliseconds since the Unix epoch. */
  readonly untilUnixMs?: number;
}

/** Lets the user make a waiting run go on. */
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

/** Whether another SAS or token might be accepted after this fault. */
export function isRefusal({ kind }: TableFault): boolean {
  return kind === 'auth' || kind === 'expired';
}
