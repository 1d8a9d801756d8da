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

const services = createServices();
window.appIdle = services.activity.idle;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary
      title="Keyscope stopped: this page has an error."
      nextStep="Reload the page. Your query stays in the address; connect again."
      note="Nothing was written to your account: Keyscope only reads."
    >
      <ServicesProvider services={services}>
        <ResultInSight>
          <Shell />
        </ResultInSight>
      </ServicesProvider>
    </ErrorBoundary>
  </StrictMode>,
);
