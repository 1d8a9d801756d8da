/**
 * The datum under the pointer. recharts passes a list of entries to a tooltip, each with the same datum from the chart's `data`.
 * Undefined if there is none.
 */
export function tipPayload(entries: unknown): unknown {
  const first: unknown = Array.isArray(entries) ? entries[0] : undefined;
  if (typeof first !== 'object' || first === null || !('payload' in first)) return undefined;
  return first.payload;
}
