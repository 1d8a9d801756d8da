import { schemeById } from '../core/keys/schemeRegistry.ts';
import { knowTemplates } from '../core/keys/templates/templateScheme.ts';
import { ROW_STORE_MOVES, rowStoreHandlers } from './rowStoreHandlers.ts';
import { serveWorker } from './workerHost.ts';

knowTemplates();
serveWorker(rowStoreHandlers(schemeById), ROW_STORE_MOVES);
