import './navigationLock.ts';
import './sealTimings.ts';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { Component, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ResultInSight, ServicesProvider } from '../features/shared/services.tsx';
import { createServices } from './services.ts';
import { Shell } from './Shell.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import css from './app.module.css';

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly failed: boolean;
}

/** Shown when the app itself crashes. The address still holds the query; the SAS is gone with the page. */
class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={css.crash ?? ''}>
        <Notice
          tone="error"
          title="Keyscope stopped: this page has an error."
          nextStep="Reload the page. Your query stays in the address; connect again."
          actions={<Button onPress={() => location.reload()}>Reload</Button>}
        >
          Nothing was written to your account: Keyscope only reads.
        </Notice>
      </main>
    );
  }
}

declare global {
  interface Window {
    /** Resolves when no request, worker job or data-driven paint is pending. For tests. */
    appIdle: () => Promise<void>;
  }
}

const services = createServices();
window.appIdle = services.activity.idle;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <ServicesProvider services={services}>
        <ResultInSight>
          <Shell />
        </ResultInSight>
      </ServicesProvider>
    </ErrorBoundary>
  </StrictMode>,
);
