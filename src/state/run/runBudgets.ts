import type { ReadAmount } from '../../tables/progress/runBudget.ts';

/**
 * A run stops there, and at this much more each time it is continued. About 435 bytes per row in the worker (all
 * columns).
 */
export const RUN_BUDGET: ReadAmount = { rows: 1_000_000, bytes: 768 * 1024 * 1024 };
