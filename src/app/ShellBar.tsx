import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { ConnectionChip } from '../features/connect/ConnectionChip.tsx';
import { useServices, useStore } from '../features/shared/services.tsx';
import { NEXT_THEME } from '../features/shared/theme.ts';
import type { Theme } from '../state/base/settings.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Kbd } from '../ui/controls/Kbd.tsx';
import css from './app.module.css';
import { viewOf, VIEWS } from './views.ts';

const THEME_ICONS: Readonly<Record<Theme, ReactNode>> = {
  system: <Monitor />,
  light: <Sun />,
  dark: <Moon />,
};
const IS_MAC = /^(?:Mac|iP)/u.test(navigator.platform);

export interface ShellBarProps {
  readonly onConnect: () => void;
  readonly onPalette: () => void;
  readonly onKeys: () => void;
}

/** Views on the left; account, clock, theme and keys on the right. */
export function ShellBar(props: ShellBarProps): ReactNode {
  const { address } = useServices();
  const view = viewOf(useStore(address).view);
  return (
    <header className={css.bar}>
      <div className={css.home}>
        {/* The word mark is the page's h1. Headings of views and panes come below it. */}
        <h1 className={css.logo}>
          Key<span className={css.scope}>scope</span>
        </h1>
      </div>
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
      <span className="rest" />
      <ConnectionChip onOpen={props.onConnect} />
      <BarSettings />
      <BarKey
        label="Command palette"
        keys={IS_MAC ? '\u2318\u00a0K' : 'Ctrl\u00a0K'}
        chord="Control+K"
        onPress={props.onPalette}
      />
      <BarKey label="Keyboard shortcuts" keys="?" chord="?" onPress={props.onKeys} />
    </header>
  );
}

function BarSettings(): ReactNode {
  const { settings, localZone } = useServices();
  const choice = useStore(settings);
  const isUtc = choice.timeZone === 'utc';
  return (
    <>
      <span className={css.zone}>
        <Button
          look="subtle"
          ariaLabel="Time zone"
          isPressed={!isUtc}
          onPress={() => settings.change({ timeZone: isUtc ? 'local' : 'utc' })}
        >
          {isUtc ? 'UTC' : <ZoneName name={localZone} />}
        </Button>
      </span>
      <button
        type="button"
        className={css.barIcon}
        aria-label="Theme"
        title="Theme"
        onClick={() => settings.change({ theme: NEXT_THEME[choice.theme] })}
      >
        {THEME_ICONS[choice.theme]}
      </button>
    </>
  );
}

/** The zone as "America/New_York", or "New_York" in a narrow bar, so that the account's name is not cut off. */
function ZoneName({ name }: { readonly name: string }): ReactNode {
  const at = name.lastIndexOf('/') + 1;
  return (
    <span>
      <span className={css.zoneArea}>{name.slice(0, at)}</span>
      {name.slice(at)}
    </span>
  );
}

/** A button that looks like the key it stands for. */
function BarKey(props: {
  readonly label: string;
  readonly keys: string;
  readonly chord: string;
  readonly onPress: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      className={css.barKey}
      aria-label={props.label}
      aria-keyshortcuts={props.chord}
      title={props.label}
      onClick={props.onPress}
    >
      <Kbd keys={props.keys} />
    </button>
  );
}
