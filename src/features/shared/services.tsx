import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  startTransition,
  useLayoutEffect,
  useDeferredValue,
} from 'react';
import { type Action, type ActionLine, runnable } from '../../state/base/actions.ts';
import type { ReadableStore } from '../../state/base/store.ts';
import type { Session } from '../../state/connection/session.ts';
import type { Services } from '../../state/services/services.ts';

/* What a component takes from the page: its services, the values of their stores, the time zone, actions, and parts that load later. */

const ServicesContext = createContext<Services | undefined>(undefined);

export function ServicesProvider(props: {
  readonly services: Services;
  readonly children: ReactNode;
}): ReactNode {
  return <ServicesContext.Provider value={props.services}>{props.children}</ServicesContext.Provider>;
}

/** Replaces some of the services for its children, such as those of the result in sight by those of another one. */
export function ServicesOf(props: {
  readonly result: Partial<Services> | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const services = useServices();
  const { result } = props;
  const bound = useMemo(() => ({ ...services, ...result }), [services, result]);
  return <ServicesContext.Provider value={bound}>{props.children}</ServicesContext.Provider>;
}

/** Binds the services to the result in sight, for the whole page. */
export function ResultInSight({ children }: { readonly children: ReactNode }): ReactNode {
  const { inSight } = useStore(useServices().results);
  return <ServicesOf result={inSight.services}>{children}</ServicesOf>;
}

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('useServices outside of ServicesProvider');
  return services;
}

/** The session of the connected account; undefined if none is connected. */
export function useSession(): Session | undefined {
  const state = useStore(useServices().connection);
  return state.kind === 'connected' ? state.session : undefined;
}

export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/**
 * A part of the value of a store. The component is rendered again only when this part changes, so `part` must return the same object for
 * the same value.
 */
export function usePart<T, P>(store: ReadableStore<T>, part: (value: T) => P): P {
  return useSyncExternalStore(store.subscribe, () => part(store.get()));
}

export interface ShownZone {
  /** IANA name; undefined: UTC. */
  readonly timeZone: string | undefined;
  /** "UTC" or the name of the zone. */
  readonly name: string;
}

/** The time zone in which times are shown. Results and addresses stay in UTC. */
export function useZone(): ShownZone {
  const { settings, localZone } = useServices();
  const isLocal = useStore(settings).timeZone === 'local';
  return isLocal ? { timeZone: localZone, name: localZone } : { timeZone: undefined, name: 'UTC' };
}

/**
 * Offers actions in the command palette and their keys in the sheet of shortcuts, as long as the component is mounted:
 * `useActions([{ id: 'query.run', group: 'Query', title: 'Run query', keys: ['Shift Enter'], run: start }])`. The array
 * may be new at every render.
 */
export function useActions(actions: readonly Action[]): void {
  const { actions: registry } = useServices();
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => registry.add(() => current.current), [registry]);
}

/** The same for actions of one group, each `[id, title, run, ...keys]` and listed only while it has a `run`. */
export function useGroupActions(group: string, lines: readonly ActionLine[]): void {
  useActions(runnable(group, lines));
}

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: T }
  | { readonly state: 'failed' };

/**
 * A part of the app that is in a file of its own, loaded once it is wanted. Loading counts as pending work of the page, like a request.
 * `load` must be the same function at every render.
 */
export function useLoaded<T>(load: () => Promise<T>, isWanted: boolean): Loaded<T> {
  const { activity } = useServices();
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' });
  useEffect(() => {
    if (!isWanted) return;
    void activity.track(
      load().then(
        (value) => setLoaded({ state: 'loaded', value }),
        // The host has a newer version, or the network is gone: the notice offers to reload.
        () => setLoaded({ state: 'failed' }),
      ),
    );
  }, [activity, isWanted, load]);
  return loaded;
}

/**
 * The wall clock in milliseconds since the Unix epoch, renewed every `everyMs`, or a little later while the page is busy: React draws what
 * shows it between frames, so that a scroll stays smooth. For labels, never for results.
 * @param isNeeded false: the clock stands still and causes no rendering
 */
export function useNow(everyMs: number, isNeeded = true): number {
  const { nowMs, connection } = useServices();
  const [now, setNow] = useState(nowMs);
  const wasNeeded = useRef(isNeeded);
  useLayoutEffect(() => {
    // The clock may have stood still for an hour.
    if (isNeeded && !wasNeeded.current) setNow(nowMs());
    wasNeeded.current = isNeeded;
  }, [isNeeded, nowMs]);
  useEffect(() => {
    if (!isNeeded) return undefined;
    const renew = (): void => startTransition(() => setNow(nowMs()));
    const timer = setInterval(renew, everyMs);
    // The first answer of an account tells the time of its service.
    const endWatch = connection.subscribe(renew);
    return () => {
      clearInterval(timer);
      endWatch();
    };
  }, [everyMs, isNeeded, nowMs, connection]);
  return now;
}

/**
 * A value for a large part of the page. The page first paints what was typed or pressed, and then draws that part with the new value, in
 * pauses between other work. The value must keep its identity while it does not change.
 */
export function useLate<T>(value: T): T {
  const { activity } = useServices();
  const late = useDeferredValue(value);
  const isBehind = !Object.is(late, value);
  useLayoutEffect(() => (isBehind ? activity.begin() : undefined), [isBehind, activity]);
  return late;
}

/** Opens the connect dialog. `then` runs once it has closed with an account connected, and never otherwise. */
export type ConnectDoor = (then?: () => void) => void;

const Door = createContext<ConnectDoor>(() => undefined);

export const ConnectDoorProvider = Door.Provider;

/** Opens the connect dialog from any view. */
export function useConnectDoor(): ConnectDoor {
  return useContext(Door);
}
