import type { ConnectDoor } from './connectDoor.tsx';
import { useServices } from './services.tsx';

const loadStart = () => import('./startQuery.ts');

/** One press from anywhere to the demo account and its rows. `prepare`: loads what that needs, before the press. */
export function useTryDemo(connect: ConnectDoor): {
  readonly tryDemo: () => void;
  readonly prepare: () => void;
} {
  const services = useServices();
  const { activity, connection } = services;
  const start = async (): Promise<void> => {
    const { tryDemo } = await loadStart();
    if ((await tryDemo(services)) !== undefined) connect();
  };
  return {
    // The dialog says what went wrong.
    tryDemo: () => void activity.track(start()).catch(() => connect()),
    prepare: () => void Promise.all([loadStart(), connection.prepare()]).catch(() => undefined),
  };
}
