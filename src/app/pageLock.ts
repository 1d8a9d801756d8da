import { createIsolationLock, type IsolationLock } from '../state/isolation.ts';

const POLICY_META = 'meta[http-equiv="Content-Security-Policy"]';

/**
 * The lock of this very page. A policy in a meta element holds from the moment it is in the head, also when the
 * element is taken out again. Throws where the page came without its policy: then nothing must be connected.
 */
export function createPageLock(): IsolationLock {
  const own = document.querySelector(POLICY_META)?.getAttribute('content');
  if (own === null || own === undefined) throw new Error('index.html has no Content-Security-Policy.');
  return createIsolationLock({
    policy: own,
    // A page that is not the top one may be drawn over by the one that is.
    isFramed: window.top !== window.self,
    addPolicy: (policy) => {
      const meta = document.createElement('meta');
      meta.httpEquiv = 'Content-Security-Policy';
      meta.content = policy;
      document.head.append(meta);
    },
    reload: () => location.reload(),
  });
}
