import { knowTemplates } from '../core/keys/templates/templateScheme.ts';
import { KEYSPACE_MOVES, keyspaceHandlers } from './keyspaceHandlers.ts';
import { serveWorker } from './workerHost.ts';

knowTemplates();
serveWorker(keyspaceHandlers(), KEYSPACE_MOVES);
