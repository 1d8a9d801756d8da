import type { ProbeGroup, ReadCost } from './probeTypes.ts';
import { WHOLE_PAGE } from './sample.ts';

/**
 * The variance of the total is this many times the sum of the groups' variances: their errors are not quite independent,
 * because neighbours share the places that tell their rates.
 */
const TOTAL_SPREAD = 3;
/** Rows of a group of which nothing is known. */
const AT_LEAST = { rows: 1, isCount: false, standardError: Infinity };

/** What reading these groups costs: each prefix is a query of its own; everything else is read by one query. */
export function readCost(groups: readonly ProbeGroup[], isMore: boolean): ReadCost {
  let [rows, variance, rest, requests] = [0, 0, 0, 0];
  let isAtLeast = isMore;
  for (const { kind, hasStrangers, rows: { rows: own, standardError } = AT_LEAST } of groups) {
    isAtLeast ||= hasStrangers || standardError === Infinity;
    rows += own;
    variance += standardError === Infinity ? 0 : TOTAL_SPREAD * standardError ** 2;
    if (kind === 'prefix') requests += Math.max(1, Math.ceil(own / WHOLE_PAGE));
    else rest += own;
  }
  requests = Math.max(1, requests + Math.ceil(rest / WHOLE_PAGE));
  return { rows: Math.round(rows), standardError: Math.sqrt(variance), requests, isAtLeast };
}
