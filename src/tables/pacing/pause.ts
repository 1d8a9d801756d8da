import type { TableFault } from '../base/tableError.ts';

/** Why a run sends nothing for a while. Its queries keep their tokens and go on where they were. */
export interface RunPause {
  /**
   * `sas`: goes on with another SAS, after `resume`. The others end by themselves as soon as a probe is answered; `resume`
   * only asks at once. `asked-to-wait`: not before `untilUnixMs`, whoever asks.
   */
  readonly kind: 'sas' | 'offline' | 'unanswered' | 'asked-to-wait';
  /** The last thing that was heard. */
  readonly fault: TableFault;
  /** Milliseconds since the Unix epoch. */
  readonly untilUnixMs?: number;
}

/** How the person who started a run moves it on. */
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

/** Whether another SAS may be let in where this one was not. */
export function isRefusal({ kind }: TableFault): boolean {
  return kind === 'auth' || kind === 'expired';
}
