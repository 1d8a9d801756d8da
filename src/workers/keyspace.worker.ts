import { KEYSPACE_MOVES, keyspaceHandlers } from './keyspaceHandlers.ts';
import { serveWorker } from './workerHost.ts';

serveWorker(keyspaceHandlers(), KEYSPACE_MOVES);
