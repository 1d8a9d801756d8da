import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useServices, useStore } from '../features/shared/services.tsx';
import { useLoaded } from '../features/shared/late.ts';
import type { Action } from '../state/base/actions.ts';
import { LoadFault } from './ErrorBoundary.tsx';
import { focusOrElse } from './useFocusGuard.ts';
import { VIEWS } from './views.ts';

/** The dialogs over the view; one at a time. `renew` is the connect dialog, open at its form for another SAS. */
export type OverlayName = 'connect' | 'renew' | 'palette' | 'keys';

export interface OverlaysProps {
  readonly open: OverlayName | undefined;
  readonly onOpen: (name: OverlayName | undefined) => void;
  /** The element that gets the focus if nothing else can take it. */
  readonly main: RefObject<HTMLElement | null>;
}

// The first screen does not show these, so they load when they are needed.
const loadConnectDialog = () =>
  import('../features/connect/ConnectDialog.tsx').then((module) => module.ConnectDialog);
const loadFramedDialog = () => import('./FramedDialog.tsx').then((module) => module.FramedDialog);
const loadLeaveDialog = () => import('./LeaveDialog.tsx').then((module) => module.LeaveDialog);
const loadSheet = () => import('./palette/KeyboardSheet.tsx').then((module) => module.KeyboardSheet);
const loadPalette = () => import('./palette/CommandPalette.tsx').then((module) => module.CommandPalette);

export function Overlays({ open, onOpen, main }: OverlaysProps): ReactNode {
  const { isolation, leave } = useServices();
  const leaving = useLoaded(loadLeaveDialog, useStore(leave) !== undefined);
  const isConnect = open === 'connect' || open === 'renew';
  const connect = useLoaded(isolation.isFramed ? loadFramedDialog : loadConnectDialog, isConnect);
  const palette = useLoaded(loadPalette, open === 'palette');
  const sheet = useLoaded(loadSheet, open === 'keys');
  const choose = useRunOnceClosed(open, main);
  const doors = {
    views: VIEWS,
    onConnect: () => onOpen('connect'),
    onRenew: () => onOpen('renew'),
    onKeys: () => onOpen('keys'),
  };

  const wanted = { connect, renew: connect, palette, keys: sheet };
  if (open !== undefined && wanted[open].state === 'failed') return <LoadFault />;
  return (
    <>
      {/* While it loads, keys are not shortcuts of the page behind: see the key listener of the shell. */}
      {open !== undefined && wanted[open].state === 'loading' && <div role="dialog" hidden />}
      {leaving.state === 'loaded' && <leaving.value />}
      {connect.state === 'loaded' && (
        <connect.value
          isOpen={isConnect}
          isRenewing={open === 'renew'}
          onOpenChange={(isOpen) => onOpen(isOpen ? 'connect' : undefined)}
        />
      )}
      {open === 'palette' && palette.state === 'loaded' && (
        <palette.value
          {...doors}
          onClose={(action) => {
            choose(action);
            onOpen(undefined);
          }}
        />
      )}
      {open === 'keys' && sheet.state === 'loaded' && (
        <sheet.value {...doors} onClose={() => onOpen(undefined)} />
      )}
    </>
  );
}

/**
 * Runs the action chosen in the palette once the palette is closed and has returned the focus: the action may
 * move the focus itself, or open a dialog that returns it later.
 */
function useRunOnceClosed(open: OverlayName | undefined, main: RefObject<HTMLElement | null>) {
  const chosen = useRef<Action>(undefined);
  const before = useRef<Element>(undefined);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.closest('[role="dialog"]') === null) before.current = target;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  useEffect(() => {
    const action = chosen.current;
    if (open !== undefined || action === undefined) return;
    chosen.current = undefined;
    focusOrElse(before.current, main.current);
    action.run?.();
  }, [open, main]);
  return (action: Action | undefined): void => {
    chosen.current = action;
  };
}
