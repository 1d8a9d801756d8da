import { createIsolationLock, type IsolationLock } from '../state/connection/isolation.ts';
import { lockNavigation } from './navigationLock.ts';

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
      dropFrames();
      lockNavigation();
      const meta = document.createElement('meta');
      meta.httpEquiv = 'Content-Security-Policy';
      meta.content = policy;
      document.head.append(meta);
    },
    reload: () => location.reload(),
  });
}

/**
 * A frame takes over the policies that its page has when the frame is made: one from before the lock would be a way
 * around it. Keyscope has no frames. Those of other origins (an extension's) stay: this page cannot use them.
 */
function dropFrames(): void {
  // From the last to the first: each that goes shortens the list.
  for (let at = window.length - 1; at >= 0; at -= 1) ownFrame(at)?.remove();
}

/** The element of a frame that this page may look into. */
function ownFrame(at: number): Element | undefined {
  try {
    return window[at]?.frameElement ?? undefined;
  } catch {
    return undefined; // of another origin
  }
}
