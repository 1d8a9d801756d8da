// The last step of every answer: what the HTTP stack adds after the service.
import { addCorsHeaders, type CorsRule } from './corsRules.ts';
import type { WireAnswer, WireRequest } from './wireExchange.ts';

/** An answer as the service writes it. */
export interface AnswerDraft {
  readonly status: number;
  readonly headers: Map<string, string>;
  readonly body: string;
  /** Whether it is sent in chunks, without a length. */
  readonly isChunked: boolean;
  readonly serviceMs?: number;
}

/** What the last step depends on. */
export interface AnswerPlace {
  readonly request: WireRequest;
  /** The CORS rules that apply to this answer. */
  readonly cors: readonly CorsRule[];
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
}

const FRONT = 'Microsoft-HTTPAPI/2.0';

export function finish(
  { status, headers, body, isChunked, serviceMs = 0 }: AnswerDraft,
  { request, cors, nowMs }: AnswerPlace,
): WireAnswer {
  const bytes = Buffer.from(body, 'utf8');
  addCorsHeaders(cors, request, headers);
  if (!headers.has('Server')) headers.set('Server', FRONT);
  headers.set('Date', new Date(nowMs).toUTCString());
  if (isChunked) headers.set('Transfer-Encoding', 'chunked');
  else headers.set('Content-Length', String(bytes.length));
  return { status, headers, body: bytes, serviceMs };
}
