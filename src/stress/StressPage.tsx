import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { NEXT_THEME, useThemeOnRoot } from '../features/shared/theme.ts';
import { useStore } from '../features/shared/services.tsx';
import type { Lab } from './lab.ts';
import css from './stress.module.css';
import { Monitor, Moon, PencilLine, Sun } from 'lucide-react';
import { timeLeft } from '../features/connect/credentialWords.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { isRunning } from './testRun.ts';

// Loaded late, because it contains all key schemes, the model and the charts.
const TestPane = lazy(() => import('./TestPane.tsx').then((module) => ({ default: module.TestPane })));

/** The stress lab: connect, plan a load, run it against a table of its own, read the verdict. */
export function StressPage({ lab }: { readonly lab: Lab }): ReactNode {
  const { theme } = useStore(lab.settings);
  useThemeOnRoot(theme);
  return (
    <div className={css.page}>
      <LabBar lab={lab} />
      <main className="flex fill scroll">
        <Suspense>
          <TestPane lab={lab} />
        </Suspense>
      </main>
    </div>
  );
}

const THEME_ICONS = { system: <Monitor />, light: <Sun />, dark: <Moon /> } as const;
/** How often the remaining time of the SAS is updated, in milliseconds. */
const LABEL_MS = 10_000;

/** Shows which page this is, a warning that it writes, the account, and the link to Design. */
function LabBar({ lab }: { readonly lab: Lab }): ReactNode {
  const { session, run, settings, otherUrl } = lab;
  const state = useStore(session);
  const busy = isRunning(useStore(run));
  const { theme } = useStore(settings);
  const [nowMs, setNow] = useState(lab.nowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(lab.nowMs()), LABEL_MS);
    return () => clearInterval(timer);
  }, [lab]);
  return (
    <header className={css.bar}>
      <h1 className={css.logo}>
        Key<span className={css.scope}>scope</span> stress lab
      </h1>
      <strong className={css.writes}>
        <PencilLine aria-hidden="true" />
        This page writes to the account
      </strong>
      <span className="rest" />
      {state.kind === 'connected' && (
        <>
          <span className="clip second">
            <bdi>{state.endpoint.host}</bdi>, SAS: {timeLeft(state.expiresAtMs, nowMs).short}
          </span>
          <Button onPress={session.disconnect} isDisabled={busy}>
            Disconnect
          </Button>
        </>
      )}
      {otherUrl !== undefined && (
        <a className="nowrap" href={`${otherUrl}#/design`}>
          Back to Design
        </a>
      )}
      <IconButton
        label={`Theme: ${theme}`}
        icon={THEME_ICONS[theme]}
        onPress={() => settings.change({ theme: NEXT_THEME[theme] })}
      />
    </header>
  );
}
