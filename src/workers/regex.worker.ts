import { regexHandlers } from './regexHandlers.ts';
import { serveWorker } from './workerHost.ts';

serveWorker(regexHandlers(), { test: 'output' });
