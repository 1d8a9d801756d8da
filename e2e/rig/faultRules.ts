// Which requests the proxy breaks, and how.
import { createRandom } from '../../scripts/demo/random.mjs';
import type { FaultAction } from './faultActions.ts';
import type { LoggedRequest } from './requestLog.ts';

export interface FaultRule {
  readonly action: FaultAction;
  /** GET by default. */
  readonly method?: string;
  readonly table?: string;
  /** As the log has it: `scripted`, `scripted-secondary`. */
  readonly account?: string;
  /** A piece of the decoded $filter, such as a prefix. */
  readonly filterHas?: string;
  /** Only first pages (false) or only later ones (true). */
  readonly hasToken?: boolean;
  /** The continuation that is sent holds this piece, decoded. */
  readonly tokenHas?: string;
  /** Only then, counted from when the rules were set. Half-open, milliseconds. */
  readonly during?: { readonly fromMs: number; readonly toMs: number };
  /** Counted among the requests that match what stands above: the first is 1. Undefined: all of them. */
  readonly nth?: { readonly from: number; readonly to: number };
  /** 0..1, drawn with the proxy's seed for each request that is left. */
  readonly chance?: number;
}

/** Says for each request in turn what to do with it; the first rule that applies wins. */
export function ruleMatcher(
  rules: readonly FaultRule[],
  seed: number,
): (request: LoggedRequest, sinceMs: number) => FaultAction | undefined {
  const random = createRandom(seed, 'faults');
  const seen = rules.map(() => 0);
  return (request, sinceMs) => {
    let action: FaultAction | undefined;
    // Every rule counts every request that it is about, also where another one was first.
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
    request.method === (rule.method ?? 'GET') &&
    (rule.table === undefined || rule.table === request.table) &&
    (rule.account === undefined || rule.account === request.account) &&
    (rule.filterHas === undefined || (request.filter ?? '').includes(rule.filterHas)) &&
    (rule.tokenHas === undefined || (request.token ?? '').includes(rule.tokenHas)) &&
    (rule.hasToken === undefined || rule.hasToken === request.hasToken)
  );
}

function isNow({ during }: FaultRule, sinceMs: number): boolean {
  return during === undefined || (sinceMs >= during.fromMs && sinceMs < during.toMs);
}
