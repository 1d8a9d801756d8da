import { Keyboard, Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ConnectionChip } from '../features/connect/ConnectionChip.tsx';
import { DecodeView } from '../features/decode/DecodeView.tsx';
import { useServices } from '../features/shared/services.tsx';
import { useLoaded } from '../features/shared/useLoaded.ts';
import { useStore } from '../features/shared/useStore.ts';
import type { Settings, Theme } from '../state/base/settings.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { Logo } from '../ui/shell/Logo.tsx';
import css from './app.module.css';

import { useShortcuts } from './useShortcuts.ts';
import { VIEWS, viewOf } from './views.ts';

const NEXT_THEME: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const THEME_ICONS: Readonly<Record<Theme, ReactNode>> = {
  system: <Monitor />,
  light: <Sun />,
  dark: <Moon />,
};

/** One bar, one view below it. The address says which. */
export function Shell(): ReactNode {
  const { address, settings } = useServices();
  const view = viewOf(useStore(address).view);
  const choice = useStore(settings);
  const [sheetOpen, setSheetOpen] = useState(false);
  const [connectOpen, setConnectOpen] = useState(false);
  useThemeOnRoot(choice.theme);
  useShortcuts({ '?': () => setSheetOpen(true) });

  return (
    <div className={css.shell}>
      <header className={css.bar}>
        <a className={css.home} href="#/decode" aria-label="Keyscope">
          <Logo />
        </a>
        <nav className={css.views} aria-label="Views">
          {VIEWS.map((item) => (
            <a
              key={item.id}
              href={`#/${item.id}`}
              className={css.view}
              {...(item.id === view.id && { 'aria-current': 'page' as const })}
            >
              {item.title}
            </a>
          ))}
        </nav>
        <span className={css.gap} />
        <ConnectionChip onOpen={() => setConnectOpen(true)} />
        <BarSettings choice={choice} />
        <IconButton
          label="Keyboard shortcuts"
          icon={<Keyboard />}
          shortcut="?"
          onPress={() => setSheetOpen(true)}
        />
      </header>
      <StrippedNotice />
      <main className={css.main}>
        {view.id === 'decode' && <DecodeView />}
        {view.id === 'query' && (
          <LazyView key="query" load={loadQueryView} onConnect={() => setConnectOpen(true)} />
        )}
        {view.id === 'keyspace' && (
          <LazyView key="keyspace" load={loadKeyspaceView} onConnect={() => setConnectOpen(true)} />
        )}
      </main>
      <LazyConnectDialog isOpen={connectOpen} onOpenChange={setConnectOpen} />
      <LazyKeyboardSheet isOpen={sheetOpen} onOpenChange={setSheetOpen} />
    </div>
  );
}

// Only what the first screen shows comes with it; these come when they are wanted.
const loadQueryView = () => import('./QueryPage.tsx').then((module) => module.QueryPage);
const loadKeyspaceView = () =>
  import('../features/keyspace/KeyspaceView.tsx').then((module) => module.KeyspaceView);
const loadConnectDialog = () =>
  import('../features/connect/ConnectDialog.tsx').then((module) => module.ConnectDialog);
const loadFramedDialog = () => import('./FramedDialog.tsx').then((module) => module.FramedDialog);
const loadKeyboardSheet = () => import('./KeyboardSheet.tsx').then((module) => module.KeyboardSheet);

interface ViewProps {
  readonly onConnect: () => void;
}

function LazyView(
  props: ViewProps & { readonly load: () => Promise<(props: ViewProps) => ReactNode> },
): ReactNode {
  const loaded = useLoaded(props.load, true);
  if (loaded.state === 'failed') return <LoadFault />;
  return loaded.state === 'loaded' && <loaded.value onConnect={props.onConnect} />;
}

interface OverlayProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

function LazyConnectDialog(props: OverlayProps): ReactNode {
  const { isolation } = useServices();
  const loaded = useLoaded(isolation.isFramed ? loadFramedDialog : loadConnectDialog, props.isOpen);
  if (loaded.state === 'failed') return <LoadFault />;
  return loaded.state === 'loaded' && <loaded.value {...props} />;
}

function LazyKeyboardSheet(props: OverlayProps): ReactNode {
  const loaded = useLoaded(loadKeyboardSheet, props.isOpen);
  if (loaded.state === 'failed') return <LoadFault />;
  return loaded.state === 'loaded' && <loaded.value {...props} />;
}

function LoadFault(): ReactNode {
  return (
    <Notice
      tone="error"
      title="A part of Keyscope could not be loaded: most likely a new version was published."
      nextStep="Reload the page; the query stays in the address."
      actions={<Button onPress={() => location.reload()}>Reload</Button>}
      isLive
    />
  );
}

function BarSettings({ choice }: { readonly choice: Settings }): ReactNode {
  const { settings, localZone } = useServices();
  const isUtc = choice.timeZone === 'utc';
  return (
    <>
      <Button
        look="subtle"
        ariaLabel="Time zone"
        isPressed={!isUtc}
        onPress={() => settings.change({ timeZone: isUtc ? 'local' : 'utc' })}
      >
        {isUtc ? 'UTC' : localZone}
      </Button>
      <IconButton
        label="Theme"
        icon={THEME_ICONS[choice.theme]}
        onPress={() => settings.change({ theme: NEXT_THEME[choice.theme] })}
      />
    </>
  );
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
          : 'A credential stood in the address. It was removed from there and not used.'
      }
      nextStep={
        isLong
          ? 'Type the values again. If the link held a SAS, renew it.'
          : 'Treat it as seen: renew the SAS where it was issued. Then connect through the Connection button.'
      }
      actions={
        <Button size="small" onPress={address.dismissStripped}>
          Understood
        </Button>
      }
      isLive
    />
  );
}

/** tokens.css follows `data-theme` on the root; without it, the system. */
function useThemeOnRoot(theme: Theme): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
  }, [theme]);
}
