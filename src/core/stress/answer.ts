/** What the service answered to one request. Its only text is the error code, so that nothing secret can be in it. */
export interface Answer {
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The wait that Retry-After asks for. Undefined if there is none, or if CORS hides the header. */
  readonly retryAfterMs?: number | undefined;
  readonly code?: string | undefined;
  readonly entities: number;
}

/** Whether the service refused for lack of capacity. */
export function isThrottled({ status }: Answer): boolean {
  return status === 503 || status === 429;
}

/** Whether the same operation may succeed later. */
export function isTransient({ status }: Answer): boolean {
  return (
    status === 0 || status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 505)
  );
}

/** True if the credential or the table is refused, so that no further request can succeed. */
export function isRefusal({ status, code }: Answer): boolean {
  return status === 401 || status === 403 || code === 'TableNotFound' || code === 'TableBeingDeleted';
}

/** Whether the answer to a deletion shows that the table is gone, by this request or an earlier one. */
export function isGone({ status }: Answer): boolean {
  return status === 404 || (status >= 200 && status < 300);
}
