// Selects the requests that the proxy damages, and how.
import { createRandom } from '../../scripts/demo/random.mjs';
import type { FaultAction } from './faultActions.ts';
import type { LoggedRequest } from './requestLog.ts';

/** Only GETs are damaged. */
export interface FaultRule {
  readonly action: FaultAction;
  readonly table?: string;
  /** The account as in the log: `scripted` or `scripted-secondary`. */
  readonly account?: string;
  /** A part of the decoded $filter, such as a prefix. */
  readonly filterHas?: string;
  /** False for first pages only, true for later pages only. */
  readonly hasToken?: boolean;
  /** Only in this time since the rules were set. Half-open, in milliseconds. */
  readonly during?: { readonly fromMs: number; readonly toMs: number };
  /** Position among the requests that match the conditions above, counted from 1. Undefined for all of them. */
  readonly nth?: { readonly from: number; readonly to: number };
  /** From 0 to 1; drawn with the layer's seed for each remaining request. */
  readonly chance?: number;
}

/** Returns a function that picks the action for each request. The first rule that applies wins. */
export function ruleMatcher(
  rules: readonly FaultRule[],
  seed: number,
): (request: LoggedRequest, sinceMs: number) => FaultAction | undefined {
  const random = createRandom(seed, 'faults');
  const seen = rules.map(() => 0);
  return (request, sinceMs) => {
    let action: FaultAction | undefined;
    // Every rule counts all requests that match it, even those for which an earlier rule was used.
    rules.forEach((rule, i) => {
      if (!isAbout(rule, request) || !isNow(rule, sinceMs)) return;
      const nth = (seen[i] ?? 0) + 1;
      seen[i] = nth;
      if (rule.nth !== undefined && (nth < rule.nth.from || nth > rule.nth.to)) return;
      if (rule.chance !== undefined && random.next() >= rule.chance) return;
      action ??= rule.action;
    });
    return action;
  };
}

function isAbout(rule: FaultRule, request: LoggedRequest): boolean {
  return (
    request.method === 'GET' &&
    (rule.table === undefined || rule.table === request.table) &&
    (rule.account === undefined || rule.account === request.account) &&
    (rule.filterHas === undefined || (request.filter ?? '').includes(rule.filterHas)) &&
    (rule.hasToken === undefined || rule.hasToken === request.hasToken)
  );
}

function isNow({ during }: FaultRule, sinceMs: number): boolean {
  return during === undefined || (sinceMs >= during.fromMs && sinceMs < during.toMs);
}
