/**
 * The datum under the pointer, from what recharts hands to the content of a tooltip: a list of entries that each hold
 * the same datum, one of the chart's own `data`. Undefined where there is none.
 */
export function tipPayload(entries: unknown): unknown {
  const first: unknown = Array.isArray(entries) ? entries[0] : undefined;
  if (typeof first !== 'object' || first === null || !('payload' in first)) return undefined;
  return first.payload;
}
