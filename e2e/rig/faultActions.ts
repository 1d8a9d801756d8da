// What the proxy can do to an answer.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { errorJson } from './wireText.ts';

export type FaultAction =
  /** The connection is reset before any byte. */
  | { readonly kind: 'reset' }
  /** No answer, ever. */
  | { readonly kind: 'hold' }
  /** The true answer, later. */
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** 200 with the page of a captive portal. */
  | { readonly kind: 'html' }
  /** 200 with this body in place of the true one, as JSON: empty, `{}`, `[]`, rubbish. */
  | { readonly kind: 'body'; readonly body: string }
  /** The body ends early, but the answer ends properly. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** The connection breaks within the body: fewer bytes than Content-Length said. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** An error of the service. */
  | { readonly kind: 'status'; readonly status: number; readonly code: string; readonly retryAfter?: string }
  /** 403 as for a SAS that has run out. */
  | { readonly kind: 'expired' }
  /** The true answer, but the page cannot read x-ms-* headers, nor know that there were any. */
  | { readonly kind: 'hideHeaders' }
  /** The true answer, but no page may read it. */
  | { readonly kind: 'noCors' };

interface Replacement {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The answer that stands in for the service's; undefined: ask the service. */
export function replacementOf(
  action: FaultAction | undefined,
  request: IncomingMessage,
): Replacement | undefined {
  switch (action?.kind) {
    case 'html':
      return replace(
        request,
        200,
        'text/html; charset=utf-8',
        '<!doctype html><title>Sign in to Wi-Fi</title>',
      );
    case 'body':
      return replace(request, 200, 'application/json;odata=minimalmetadata', action.body);
    case 'status': {
      const extra: Record<string, string> =
        action.retryAfter === undefined ? {} : { 'Retry-After': action.retryAfter };
      return replaceByError(request, action.status, action.code, 'The server is busy.', extra);
    }
    case 'expired':
      return replaceByError(
        request,
        403,
        'AuthenticationFailed',
        'Server failed to authenticate the request.',
        {},
      );
    default:
      return undefined;
  }
}

function replaceByError(
  request: IncomingMessage,
  status: number,
  code: string,
  message: string,
  extra: Record<string, string>,
): Replacement {
  const body = errorJson({ status, code, message }, 'proxy', new Date().toISOString());
  return replace(request, status, 'application/json', body, { 'x-ms-error-code': code, ...extra });
}

function replace(
  request: IncomingMessage,
  status: number,
  contentType: string,
  body: string,
  extra: Record<string, string> = {},
): Replacement {
  const own = { 'x-ms-request-id': 'proxy', 'x-ms-version': '2019-02-02', ...extra };
  const { origin } = request.headers;
  // Readable by the page, as the service's own answers are: that a page cannot read them is a fault of its own.
  const cors: Record<string, string> =
    origin === undefined
      ? {}
      : {
          'Access-Control-Allow-Origin': origin,
          'Access-Control-Expose-Headers': Object.keys(own).join(','),
        };
  return { status, headers: { 'Content-Type': contentType, ...own, ...cors }, body };
}

/** The headers that go on to the client. */
export function spoilHeaders(
  headers: IncomingHttpHeaders,
  action: FaultAction | undefined,
): IncomingHttpHeaders {
  const kept = { ...headers };
  if (action?.kind === 'hideHeaders') delete kept['access-control-expose-headers'];
  if (action?.kind === 'noCors') {
    for (const name of Object.keys(kept)) if (name.startsWith('access-control-')) delete kept[name];
  }
  return kept;
}

type BodyFault = Extract<FaultAction, { kind: 'truncate' | 'cut' }>;

/** Whether the whole body must be here before it can be spoilt. */
export function isWholeBodyFault(action: FaultAction | undefined): action is BodyFault {
  return action?.kind === 'truncate' || action?.kind === 'cut';
}

/** Sends a part of the body: with an end of its own, or broken off. */
export function spoilBody(
  response: ServerResponse,
  status: number,
  headers: IncomingHttpHeaders,
  body: Buffer,
  action: BodyFault,
): void {
  const part = body.subarray(0, action.bytes);
  const kept = { ...headers };
  delete kept['transfer-encoding'];
  kept['content-length'] = String(action.kind === 'cut' ? body.length : part.length);
  response.writeHead(status, kept);
  if (action.kind === 'truncate') {
    response.end(part);
    return;
  }
  // Written out before the break, or the client would see no headers at all.
  response.write(part, () => response.socket?.resetAndDestroy());
}
