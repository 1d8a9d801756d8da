// An entity group transaction on the wire: parts of a multipart body, in and out.
// https://learn.microsoft.com/rest/api/storageservices/performing-entity-group-transactions
import type { ServiceFault } from './errorAnswer.ts';

/** A request inside of a transaction. */
export interface InnerRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const REQUEST = /^(POST|PUT|MERGE|PATCH|DELETE|GET) (\S+) HTTP\/1\.1\r?\n([\s\S]*)$/m;

/** The requests in a batch body, in order. The boundaries need not be known, because each part begins with a request line. */
export function innerRequests(body: string): readonly InnerRequest[] {
  return body.split(/^--(?:batch|changeset)_.*$/m).flatMap((part): InnerRequest[] => {
    const [, method, address, rest] = REQUEST.exec(part) ?? [];
    if (method === undefined || address === undefined || rest === undefined) return [];
    const [head = '', ...bodyParts] = rest.split(/\r?\n\r?\n/);
    const headers = head.split(/\r?\n/).flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at < 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
    });
    const { pathname, search } = new URL(address, 'http://service');
    return [
      {
        method,
        target: pathname + search,
        headers: Object.fromEntries(headers),
        body: bodyParts.join('\n\n').trim(),
      },
    ];
  });
}

/** The body of the 202 that answers a transaction: one answer for each request, or the one fault that made all of them fail. */
export function batchAnswer(
  id: string,
  etags: readonly (string | undefined)[],
  fault?: { readonly fault: ServiceFault; readonly text: string },
): { readonly type: string; readonly body: string } {
  const boundary = `batchresponse_${id}`;
  const inner = `changesetresponse_${id}`;
  const part = (status: string, lines: readonly string[], text: string) =>
    [
      `--${inner}`,
      'Content-Type: application/http',
      'Content-Transfer-Encoding: binary',
      '',
      `HTTP/1.1 ${status}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-cache',
      ...lines,
      '',
      text,
    ].join('\r\n');
  const parts =
    fault === undefined
      ? etags.map((etag) =>
          part(
            '204 No Content',
            ['DataServiceVersion: 1.0;', ...(etag === undefined ? [] : [`ETag: ${etag}`])],
            '',
          ),
        )
      : [
          part(
            `${fault.fault.status} ${REASONS.get(fault.fault.status) ?? 'Error'}`,
            [
              'DataServiceVersion: 3.0;',
              'Content-Type: application/json;odata=minimalmetadata;charset=utf-8',
            ],
            fault.text,
          ),
        ];
  const head = [`--${boundary}`, `Content-Type: multipart/mixed; boundary=${inner}`, ''].join('\r\n');
  return {
    type: `multipart/mixed; boundary=${boundary}`,
    body: `${[head, ...parts, `--${inner}--`, `--${boundary}--`].join('\r\n')}\r\n`,
  };
}

const REASONS = new Map([
  [400, 'Bad Request'],
  [404, 'Not Found'],
  [409, 'Conflict'],
  [412, 'Precondition Failed'],
  [503, 'Service Unavailable'],
]);
