/** Where a locked page may send. */
export interface LockTarget {
  /** Table endpoints without a trailing slash: the account's, and its read-only copy if used. */
  readonly endpoints: readonly string[];
  /** Whether this page's server stays reachable: the demo account renews its SAS there. */
  readonly ownServer: boolean;
}

/** Why a credential is refused, with the next step. */
export interface LockRefusal {
  readonly message: string;
  readonly nextStep: string;
  readonly reloadHelps: boolean;
}

/**
 * Stops code in this page from sending a credential anywhere but to its account. A page can be locked only once,
 * because policies only get stricter; another account needs a reload.
 */
export interface IsolationLock {
  /** Whether another page frames this one and could draw over it. */
  readonly isFramed: boolean;
  /** Call before the first request that carries a credential. Undefined: from now on nothing else can be reached. */
  readonly lockTo: (target: LockTarget) => LockRefusal | undefined;
  /** Why the demo account cannot be used; undefined if it can. */
  readonly refusalOfDemo: () => LockRefusal | undefined;
  /** Reloads the page at its address: its data and the lock are gone. */
  readonly reload: () => void;
}

/** The parts of a page that the lock needs; tests pass a plain object. */
export interface LockablePage {
  /** The page's original policy, as in a Content-Security-Policy header. */
  readonly policy: string;
  readonly isFramed: boolean;
  /** Adds a policy permanently, in addition to the existing ones. */
  readonly addPolicy: (policy: string) => void;
  readonly reload: () => void;
}

const FRAMED: LockRefusal = {
  message: 'Keyscope does not connect while it is shown inside another page: that page could draw over it.',
  nextStep: 'Open Keyscope in a tab of its own.',
  reloadHelps: false,
};

export function createIsolationLock(page: LockablePage): IsolationLock {
  let held: LockTarget | undefined;

  const refusal = (target: LockTarget): LockRefusal | undefined => {
    if (page.isFramed) return FRAMED;
    if (held === undefined || isWithin(target, held)) return undefined;
    return {
      message: `This page is locked to ${held.endpoints[0] ?? 'one account'}: nothing in it can reach another account.`,
      nextStep: 'Reload the page, then connect again. The query stays in the address.',
      reloadHelps: true,
    };
  };

  return {
    isFramed: page.isFramed,
    lockTo: (target) => {
      const refused = refusal(target);
      if (refused !== undefined || held !== undefined) return refused;
      page.addPolicy(lockedPolicy(page.policy, target));
      held = target;
      return undefined;
    },
    refusalOfDemo: () => refusal({ endpoints: [], ownServer: true }),
    reload: page.reload,
  };
}

function isWithin(target: LockTarget, held: LockTarget): boolean {
  if (target.ownServer && !held.ownServer) return false;
  return target.endpoints.every((endpoint) => held.endpoints.includes(endpoint));
}

/** Scheme, host, port and, path-style, the account: nothing that could end a source or a directive. */
const ENDPOINT = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[a-z0-9-]+)?$/u;

/**
 * The page's whole policy with `connect-src` narrowed to the target. The whole policy, because some loads (a prefetch)
 * pass if any directive allows them, and a missing directive allows everything. Throws TypeError for a target that
 * cannot be written as a source.
 */
export function lockedPolicy(policy: string, { endpoints, ownServer }: LockTarget): string {
  if (endpoints.length === 0) throw new TypeError('A page is locked to at least one endpoint.');
  for (const endpoint of endpoints) {
    if (!ENDPOINT.test(endpoint)) throw new TypeError('Not an endpoint that a policy can name.');
  }
  // A source with a trailing slash covers everything below it; without one, only that address.
  const sources = [...(ownServer ? ["'self'"] : []), ...endpoints.map((endpoint) => `${endpoint}/`)];
  const directives = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '');
  const others = directives.filter((directive) => !/^connect-src(?:\s|$)/iu.test(directive));
  if (others.length === directives.length) throw new TypeError('The policy of the page has no connect-src.');
  return [...others, `connect-src ${sources.join(' ')}`].join('; ');
}
