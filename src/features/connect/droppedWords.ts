import type { DroppedSas } from '../../state/connection/connectionState.ts';

/** Why the SAS is gone, in one sentence. */
export function droppedWords({ reason, host }: DroppedSas): string {
  switch (reason) {
    case 'idle':
      return `The SAS for ${host} was forgotten after 30 minutes without use.`;
    case 'expired':
      return `The SAS for ${host} has expired and was forgotten.`;
    case 'left':
      return `The SAS for ${host} was forgotten when this page was left.`;
  }
}

/** The same in two or three words, for the chip. */
export const DROPPED_SHORT: Readonly<Record<DroppedSas['reason'], string>> = {
  idle: 'SAS forgotten: idle',
  expired: 'SAS expired',
  left: 'SAS forgotten',
};
