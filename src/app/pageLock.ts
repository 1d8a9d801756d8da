import { createIsolationLock, type IsolationLock } from '../state/connection/isolation.ts';
import { lockNavigation } from './navigationLock.ts';

const POLICY_META = 'meta[http-equiv="Content-Security-Policy"]';

/**
 * Locks this page. A policy in a meta element holds from the moment it is in the head, even if the element is
 * removed again. Throws if the page has no policy of its own: then it must not connect.
 */
export function createPageLock(): IsolationLock {
  const own = document.querySelector(POLICY_META)?.getAttribute('content');
  if (own === null || own === undefined) throw new Error('index.html has no Content-Security-Policy.');
  return createIsolationLock({
    policy: own,
    // The page around a frame can draw over it and trick the user.
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
 * A frame inherits the policies that its page has when the frame is created, so an earlier frame would be a
 * way around the lock. Keyscope has no frames. Frames of other origins (an extension's) stay: this page
 * cannot use them.
 */
function dropFrames(): void {
  // Backwards, because each removal shortens the list.
  for (let at = window.length - 1; at >= 0; at -= 1) ownFrame(at)?.remove();
}

/** The element of a same-origin frame; undefined for other origins. */
function ownFrame(at: number): Element | undefined {
  try {
    return window[at]?.frameElement ?? undefined;
  } catch {
    return undefined; // of another origin
  }
}
