import type { ReadAmount } from '../../tables/progress/runBudget.ts';

/** A run stops at this limit, and at as much more each time it is continued. A row takes about 435 bytes in the worker (all columns). */
export const RUN_BUDGET: ReadAmount = { rows: 1_000_000, bytes: 768 * 1024 * 1024 };
