import type { DroppedCredential } from '../../state/connection/connectionState.ts';

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
