/** What the service said. */
export interface Answer {
  /** HTTP status; 0: there was no answer. */
  readonly status: number;
  /** What Retry-After says, if it may be read. */
  readonly retryAfterMs?: number | undefined;
  /** The service's error code. */
  readonly code?: string | undefined;
  /** Entities stored or read. */
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

/** Of the deletion of a table: whether it is gone, by this request or before. */
export function isGone({ status }: Answer): boolean {
  return status === 404 || (status >= 200 && status < 300);
}
