import type { WireAnswer, WireHeaders } from './wireExchange.ts';

/** How an answer reaches the client, or does not: byte for byte, and when. */
export type Delivery =
  | {
      readonly kind: 'answer';
      /** Until the headers, milliseconds. */
      readonly waitMs: number;
      readonly status: number;
      readonly headers: WireHeaders;
      readonly pieces: readonly Piece[];
      /** 'reset', 'fin': the connection breaks, or ends, behind the last piece. 'hang': nothing more comes, ever. */
      readonly end: 'close' | 'reset' | 'fin' | 'hang';
    }
  /** The connection is reset before any byte. */
  | { readonly kind: 'reset'; readonly waitMs: number }
  /** No answer, ever. */
  | { readonly kind: 'hold' };

export interface Piece {
  /** Since the piece before, or the headers, milliseconds. */
  readonly afterMs: number;
  readonly bytes: Buffer;
}

export type AnswerDelivery = Extract<Delivery, { kind: 'answer' }>;

/** The whole answer, as it is. */
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

/** Whether the client gets an answer with headers and all of its bytes. */
export function isWhole(delivery: Delivery): boolean {
  return delivery.kind === 'answer' && delivery.end === 'close';
}
