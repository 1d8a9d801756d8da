import type { Result } from '../core/result.ts';
import type { Activity } from '../state/base/activity.ts';
import { createStore, type ReadableStore } from '../state/base/store.ts';
import { createCredentialWatch, type DropReason } from '../state/connection/watch.ts';
import { faultOf } from '../tables/base/tableError.ts';
import type { OpenDeps, openDemo, Opened, openPasted, SessionFault } from './openAccount.ts';

export interface Connected extends Opened {
  readonly kind: 'connected';
}

export type SessionState =
  | { readonly kind: 'none'; readonly fault?: SessionFault | undefined; readonly dropped?: DropReason }
  | { readonly kind: 'connecting' }
  | Connected;

export interface Session extends ReadableStore<SessionState> {
  readonly connect: (text: string) => Promise<void>;
  readonly connectDemo: () => Promise<void>;
  /** Lists the tables that were left behind again. */
  readonly refresh: () => Promise<void>;
  /** Deletes a table that was left behind. Resolves with whether it is gone. */
  readonly deleteLeftover: (name: string) => Promise<boolean>;
  /** Does nothing during a test, which needs the credential to delete its table. */
  readonly disconnect: () => void;
  readonly leave: () => void;
  readonly touch: () => void;
}

interface OpenPart {
  readonly openPasted: typeof openPasted;
  readonly openDemo: typeof openDemo;
}

export interface SessionDeps extends OpenDeps {
  readonly activity: Activity;
  /** Whether a test is running, which needs the credential. */
  readonly isInUse: () => boolean;
  /** Loads the code that only a connection needs. */
  readonly load: () => Promise<OpenPart>;
}

/** Manages the connection to one account at a time, with a credential that may write. */
export function createSession(deps: SessionDeps): Session {
  const { env, activity, lock } = deps;
  const store = createStore<SessionState>({ kind: 'none' });
  /** Whether the page was left while it connected. A browser may keep such a page and show it again. */
  let isLeft = false;
  const opened = (): Connected | undefined => {
    const state = store.get();
    return state.kind === 'connected' ? state : undefined;
  };
  const drop = (next: SessionState): void => {
    watch.stop();
    opened()?.close();
    store.set(next);
  };
  const watch = createCredentialWatch({
    env,
    isInUse: deps.isInUse,
    expiresAtMs: () => opened()?.expiresAtMs,
    drop: (reason) => drop({ kind: 'none', dropped: reason }),
  });
  const attempt = async (open: (part: OpenPart) => Promise<Result<Opened, SessionFault>>): Promise<void> => {
    if (store.get().kind === 'connecting') return;
    drop({ kind: 'connecting' });
    isLeft = false;
    try {
      const found = await activity.track(deps.load().then(open));
      if (isLeft) {
        if (found.ok) found.value.close();
        store.set({ kind: 'none', dropped: 'left' });
        return;
      }
      store.set(found.ok ? { kind: 'connected', ...found.value } : { kind: 'none', fault: found.error });
      if (found.ok) watch.start();
    } catch (caught) {
      const fault = faultOf(caught) ?? NOT_LOADED;
      store.set({ kind: 'none', fault: { kind: 'text', fault } });
      if (fault === NOT_LOADED) throw caught;
    }
  };
  const refresh = async (): Promise<void> => {
    const before = opened();
    if (before === undefined) return;
    const leftovers = await activity.track(before.listLeftovers()).catch(() => undefined);
    const now = opened();
    if (leftovers !== undefined && now?.account === before.account) store.set({ ...now, leftovers });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    connect: (pasted) => attempt((part) => part.openPasted(pasted, deps)),
    connectDemo: () => attempt((part) => part.openDemo(deps)),
    refresh,
    deleteLeftover: async (name) => {
      const deleted = opened()?.deleteTable(name) ?? Promise.resolve(false);
      const isDeleted = await activity.track(deleted).catch(() => false);
      await refresh();
      return isDeleted;
    },
    disconnect: () => {
      if (deps.isInUse()) return;
      drop({ kind: 'none' });
      lock.reload();
    },
    leave: () => {
      isLeft = true;
      if (opened() !== undefined) drop({ kind: 'none', dropped: 'left' });
    },
    touch: watch.touch,
  };
}

const NOT_LOADED = {
  message: 'The part of the page that connects could not be loaded: most likely a new version was published.',
  nextStep: 'Reload the page.',
};
