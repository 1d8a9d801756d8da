import type { WireAnswer, WireHeaders } from './wireExchange.ts';

/** How an answer reaches the client, or fails to, byte by byte with times. */
export type Delivery =
  | {
      readonly kind: 'answer';
      /** Milliseconds until the headers. */
      readonly waitMs: number;
      readonly status: number;
      readonly headers: WireHeaders;
      readonly pieces: readonly Piece[];
      /** What follows the last piece. 'reset' and 'fin': the connection breaks or ends. 'hang': nothing ever follows. */
      readonly end: 'close' | 'reset' | 'fin' | 'hang';
    }
  /** The connection is reset before the first byte. */
  | { readonly kind: 'reset'; readonly waitMs: number }
  /** Never answers. */
  | { readonly kind: 'hold' };

export interface Piece {
  /** Milliseconds since the previous piece, or the headers. */
  readonly afterMs: number;
  readonly bytes: Buffer;
}

export type AnswerDelivery = Extract<Delivery, { kind: 'answer' }>;

/** The unchanged answer. */
export function wholeDelivery({ status, headers, body, serviceMs }: WireAnswer): AnswerDelivery {
  return {
    kind: 'answer',
    waitMs: serviceMs,
    status,
    headers,
    pieces: [{ afterMs: 0, bytes: body }],
    end: 'close',
  };
}

/** Whether the client gets headers and every byte. */
export function isWhole(delivery: Delivery): boolean {
  return delivery.kind === 'answer' && delivery.end === 'close';
}
