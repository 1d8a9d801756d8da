import { knowTemplates } from '../core/keys/templates/templateScheme.ts';
import { keyspaceHandlers } from './keyspaceHandlers.ts';
import { KEYSPACE_MOVES } from './keyspaceProtocol.ts';
import { serveWorker } from './workerHost.ts';

knowTemplates();
serveWorker(keyspaceHandlers(), KEYSPACE_MOVES);
