import { useCallback, useRef, useState } from 'react';
import type { ConnectDoor } from '../features/shared/connectDoor.tsx';
import { useServices } from '../features/shared/services.tsx';
import type { OverlayName } from './Overlays.tsx';

/** Which dialog is open, and what to do once the connect dialog closes with an account. */
export function useOverlay() {
  const { connection } = useServices();
  const [open, setOpen] = useState<OverlayName>();
  const afterConnect = useRef<() => void>(undefined);
  const show = useCallback(
    (name: OverlayName | undefined): void => {
      const then = afterConnect.current;
      afterConnect.current = undefined;
      setOpen(name);
      if (name === undefined && connection.get().kind === 'connected') then?.();
    },
    [connection],
  );
  const connect: ConnectDoor = useCallback(
    (then) => {
      show('connect');
      afterConnect.current = then;
    },
    [show],
  );
  return { open, show, connect };
}
