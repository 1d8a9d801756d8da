import { KEY_SCHEMES } from '../core/keys/schemeRegistry.ts';
import { ROW_STORE_MOVES, rowStoreHandlers } from './rowStoreHandlers.ts';
import { serveWorker } from './workerHost.ts';

serveWorker(
  rowStoreHandlers((schemeId) => KEY_SCHEMES.find((scheme) => scheme.id === schemeId)),
  ROW_STORE_MOVES,
);
