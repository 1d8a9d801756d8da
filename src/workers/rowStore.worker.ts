import { schemeById } from '../core/keys/schemeRegistry.ts';
import { knowTemplates } from '../core/keys/templates/templateScheme.ts';
import { RunRows } from '../core/rows/runRows.ts';
import { loadParquetAhead, rowStoreHandlers } from './rowStoreHandlers.ts';
import { ROW_STORE_MOVES } from './rowStoreProtocol.ts';
import { serveWorker } from './workerHost.ts';

knowTemplates();
const rows = new RunRows(schemeById);
serveWorker(rowStoreHandlers(schemeById, rows), ROW_STORE_MOVES, () => rows.idleWork());
// Loads it now, because a newer version of the page may remove the file from the host while this worker lives.
loadParquetAhead();
