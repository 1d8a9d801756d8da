import { schemeById } from '../core/keys/schemeRegistry.ts';
import { knowTemplates } from '../core/keys/templates/templateScheme.ts';
import { RunRows } from '../core/rows/runRows.ts';
import { loadParquetAhead, ROW_STORE_MOVES, rowStoreHandlers } from './rowStoreHandlers.ts';
import { serveWorker } from './workerHost.ts';

knowTemplates();
const rows = new RunRows(schemeById);
serveWorker(rowStoreHandlers(schemeById, rows), ROW_STORE_MOVES, () => rows.idleWork());
// The worker lives longer than the files on the host: a newer version removes them.
loadParquetAhead();
