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
export function createRunControl() {
  const listeners = new Set<() => void>();
  return {
    resume: (): void => {
      for (const listener of listeners) listener();
    },
    onResume: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type RunControl = ReturnType<typeof createRunControl>;

/** Whether another SAS or token might be accepted after this fault. */
export function isRefusal({ kind }: TableFault): boolean {
  return kind === 'auth' || kind === 'expired';
}
