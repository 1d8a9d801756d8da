import { tableError } from '../base/tableError.ts';
import type { Deadline } from './deadline.ts';

/**
 * Reads the body of an answer.
 * @param asked What was requested, for messages.
 * @throws TableError 'too-large' above `maxBytes`, and whatever fetch throws once the deadline has passed
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  deadline: Deadline,
  asked: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (response.body === null) return new Uint8Array(0);
  const reader = response.body.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await untilAborted(reader.read(), deadline.signal);
    if (done) break;
    deadline.sawBytes();
    length += value.length;
    if (length > maxBytes) {
      // The rest is not needed: an error body may lose its end, and a page this large is refused.
      void reader.cancel().catch(() => undefined);
      if (response.status !== 200) break;
      throw tableError({
        kind: 'too-large',
        status: response.status,
        message: `${asked}: the answer is larger than ${maxBytes} bytes`,
        nextStep: 'Select fewer columns, or request fewer rows per page.',
      });
    }
    pieces.push(value);
  }
  return join(pieces);
}

/** The body streams of some browsers do not end when their fetch is aborted, so this ends the wait. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new DOMException('aborted', 'AbortError'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
