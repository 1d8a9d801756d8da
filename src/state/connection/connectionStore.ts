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
 * The store that the whole page watches. Reading a SAS, asking an account and telling why it fails is a file of its own,
 * which comes when somebody wants to connect: the first screen needs nothing of it.
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
    // A newer version was put on the host, or the network is gone.
    activity.track(load().then(work, () => NOT_LOADED));

  return {
    get: store.get,
    subscribe: store.subscribe,
    connect: (text, choice) => whenLoaded((loaded) => loaded.connect(text, choice)),
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
