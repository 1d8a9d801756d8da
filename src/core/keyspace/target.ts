/**
 * Entities of 1 KiB that one partition is built to serve in a second.
 * Source: Microsoft, "Scalability and performance targets for Table storage" (target throughput for a single partition).
 */
export const PARTITION_TARGET_PER_SECOND = 2_000;

/**
 * Transactions of 1 KiB entities that one account is built to serve in a second.
 * Source: Microsoft, "Scalability and performance targets for Table storage" (maximum request rate per storage account).
 */
export const ACCOUNT_TARGET_PER_SECOND = 20_000;

/**
 * Entities a second that one partition was built for before 7 June 2012. A target of its time, not a cap.
 * Source: Windows Azure Storage team blog, May 2010 (500 entities a second for one table partition).
 */
export const HISTORICAL_PARTITION_TARGET_PER_SECOND = 500;

/** 100 ns intervals a second. */
const TICKS_PER_SECOND = 10_000_000;

/** Rows a second, of rows counted in a span of time. Lossy: a double. `spanTicks` must be above 0. */
export function rowsPerSecond(rows: number, spanTicks: bigint): number {
  return (rows * TICKS_PER_SECOND) / Number(spanTicks);
}
