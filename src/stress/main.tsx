import '../app/navigationLock.ts';
import '../app/sealTimings.ts';
import '../ui/theme/tokens.css';
import '../ui/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../app/ErrorBoundary.tsx';
import { createLab } from './lab.ts';
import { StressPage } from './StressPage.tsx';

const lab = createLab();
window.appIdle = lab.activity.idle;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary
      title="The stress lab stopped: this page has an error."
      nextStep="Reload the page and connect again."
      note="If a test table is still there, you can delete it once you are connected."
    >
      <StressPage lab={lab} />
    </ErrorBoundary>
  </StrictMode>,
);
