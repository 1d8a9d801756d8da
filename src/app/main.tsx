import './navigationLock.ts';
import './sealTimings.ts';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ResultInSight, ServicesProvider } from '../features/shared/services.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { createServices } from './services.ts';
import { Shell } from './Shell.tsx';

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
