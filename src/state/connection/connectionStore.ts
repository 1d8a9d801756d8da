import { createStore } from '../base/store.ts';
import type {
  CreateLive,
  ConnectionState,
  ConnectFault,
  ConnectionStore,
  ConnectionStoreDeps,
  LiveConnection,
} from './connectionState.ts';

const loadLive = (): Promise<CreateLive> => import('./live.ts').then((module) => module.createLiveConnection);

/**
 * The connection store of the page. Code that reads a credential, opens an account and explains failures loads from a separate
 * file when the user wants to connect: the first screen does not need it.
 */
export function createConnectionStore(deps: ConnectionStoreDeps): ConnectionStore {
  const { activity } = deps;
  const store = createStore<ConnectionState>({ kind: 'none' });
  let live: LiveConnection | undefined;
  let loading: Promise<LiveConnection> | undefined;

  const load = (): Promise<LiveConnection> => {
    loading ??= (deps.load ?? loadLive)().then(
      (create) => {
        live = create(deps, store);
        return live;
      },
      (reason: unknown) => {
        loading = undefined;
        throw reason;
      },
    );
    return loading;
  };
  const whenLoaded = (
    work: (loaded: LiveConnection) => Promise<ConnectFault | undefined>,
  ): Promise<ConnectFault | undefined> =>
    // The host may serve a newer version, or the network may be gone.
    activity.track(load().then(work, () => NOT_LOADED));

  return {
    get: store.get,
    subscribe: store.subscribe,
    connect: (pasted, choice) => whenLoaded((loaded) => loaded.connect(pasted, choice)),
    connectDemo: () => whenLoaded((loaded) => loaded.connectDemo()),
    retry: () => whenLoaded((loaded) => loaded.retry()),
    renew: (text, reads) => whenLoaded((loaded) => loaded.renew(text, reads)),
    prepare: async () => {
      await whenLoaded((loaded) => loaded.prepare().then(() => undefined));
    },
    cancelAttempt: () => live?.cancelAttempt(),
    forgetFailed: () => live?.forgetFailed(),
    chooseTransport: (transport) => live?.chooseTransport(transport),
    touch: () => live?.touch(),
    checkIdle: () => live?.checkIdle(),
    leave: () => live?.leave(),
    disconnect: () => {
      if (live === undefined) deps.lock.reload();
      else live.disconnect();
    },
  };
}

const NOT_LOADED: ConnectFault = {
  kind: 'service',
  fault: {
    kind: 'network',
    message:
      'The part of Keyscope that connects could not be loaded: most likely a new version was published.',
    nextStep: 'Reload the page; the query stays in the address.',
  },
};
