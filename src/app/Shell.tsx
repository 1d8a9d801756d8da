import { type ReactNode, useCallback, useRef, useState } from 'react';
import { DecodeView } from '../features/decode/DecodeView.tsx';
import { type ConnectDoor, ConnectDoorProvider } from '../features/shared/credential/connectDoor.ts';
import { useServices, useStore } from '../features/shared/services.tsx';
import { useLoaded } from '../features/shared/late.ts';
import { useWindowKey } from '../features/shared/keyOwners.ts';
import { useThemeOnRoot } from '../features/shared/theme.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import css from './app.module.css';
import { FileDrop } from './FileDrop.tsx';
import { LoadFault } from './ErrorBoundary.tsx';
import { type OverlayName, Overlays } from './Overlays.tsx';
import { ShellBar } from './ShellBar.tsx';
import { focusPlace, useFocusGuard } from './useFocusGuard.ts';
import { viewOf } from './views.ts';
import type { Actions } from '../state/base/actions.ts';

/** The top bar, and below it the view that the address names. */
export function Shell(): ReactNode {
  const { actions, address, settings } = useServices();
  const view = viewOf(useStore(address).view);
  const { open, show, connect } = useOverlay();
  const main = useRef<HTMLElement>(null);
  useThemeOnRoot(useStore(settings).theme);
  useFocusGuard(main);
  // A dialog keeps the keyboard. The key that opened the palette also closes it.
  const toggle = (name: OverlayName): void => {
    if (open === name) show(undefined);
    else if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') === null)
      show(name);
  };
  useShellKeys({ onPalette: () => toggle('palette'), onKeys: () => toggle('keys'), actions });

  return (
    <div className={css.shell}>
      <button type="button" className={css.skip} onClick={() => skipTo(main.current)}>
        Skip to results
      </button>
      <ShellBar onConnect={() => connect()} onPalette={() => show('palette')} onKeys={() => show('keys')} />
      <StrippedNotice />
      <FileDrop />
      <ConnectDoorProvider value={connect}>
        <main ref={main} className={css.main} tabIndex={-1}>
          {view.id === 'decode' && <DecodeView />}
          {view.id === 'query' && <LazyView key="query" load={loadQueryView} />}
          {view.id === 'keyspace' && <LazyView key="keyspace" load={loadKeyspaceView} />}
          {view.id === 'design' && <LazyView key="design" load={loadDesignView} />}
        </main>
      </ConnectDoorProvider>
      <Overlays open={open} onOpen={show} main={main} />
    </div>
  );
}

/** Moves the focus to the result of a view, or to the view itself if it has no result. */
function skipTo(main: HTMLElement | null): void {
  const place = main?.querySelector<HTMLElement>('section[aria-label="Result"]') ?? main;
  if (place !== null) focusPlace(place);
}

// The first screen does not show these, so they load when they are needed.
const loadQueryView = () => import('../features/query/QueryView.tsx').then((module) => module.QueryView);
const loadKeyspaceView = () =>
  import('../features/keyspace/KeyspaceView.tsx').then((module) => module.KeyspaceView);
const loadDesignView = () => import('../features/design/DesignView.tsx').then((module) => module.DesignView);

function LazyView({ load }: { readonly load: () => Promise<() => ReactNode> }): ReactNode {
  const loaded = useLoaded(load, true);
  if (loaded.state === 'failed') return <LoadFault />;
  return loaded.state === 'loaded' && <loaded.value />;
}

function StrippedNotice(): ReactNode {
  const { address } = useServices();
  if (!useStore(address.stripped)) return undefined;
  const isLong = address.strippedLong();
  return (
    <Notice
      tone="warning"
      title={
        isLong
          ? 'The address was too long to check for credentials. Its values were removed and not used.'
          : 'The address held a credential. It was removed and not used.'
      }
      nextStep={
        isLong
          ? 'Type the values again. If the link held a credential, renew it.'
          : 'Others may have seen it: renew it where it was issued, then connect with the new one.'
      }
      actions={
        <Button size="small" onPress={address.dismissStripped}>
          Dismiss
        </Button>
      }
      isLive
    />
  );
}

/** Which dialog is open, and what to do once the connect dialog closes with an account. */
function useOverlay() {
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

interface ShellKeys {
  /** Ctrl+K, Cmd+K or F1, from anywhere. */
  readonly onPalette: () => void;
  /** `?`, outside of text fields. */
  readonly onKeys: () => void;
  /** Actions with their own key, which works outside text fields. */
  readonly actions: Actions;
}

/** Listens for the keys that work in every view. */
function useShellKeys(keys: ShellKeys): void {
  useWindowKey((event) => {
    if (event.defaultPrevented) return;
    const run = actionOf(event, keys);
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
}

function actionOf(event: KeyboardEvent, { onPalette, onKeys, actions }: ShellKeys): (() => void) | undefined {
  const hasModifier = event.ctrlKey || event.metaKey;
  if (event.altKey) return undefined;
  if (event.key === 'F1' || (hasModifier && event.key.toLowerCase() === 'k')) return onPalette;
  if (hasModifier || isTyping(event)) return undefined;
  if (event.key === '?') return onKeys;
  // An open dialog or menu gets all keys.
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return undefined;
  // Caps Lock must not turn "time range" into "export".
  const key = event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase();
  return actions.list().find(({ press }) => press === key)?.run;
}

function isTyping(event: KeyboardEvent): boolean {
  // For an editor in a shadow root, event.target is only the host element.
  const [target = null] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
