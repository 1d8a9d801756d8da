import { TICKS_PER_SECOND_F64 } from '../time/ticks.ts';

/**
 * Entities of 1 KiB per second that one partition is built to serve.
 * Source: Microsoft, "Scalability and performance targets for Table storage" (target throughput for a single partition).
 */
export const PARTITION_TARGET_PER_SECOND = 2_000;

/**
 * Transactions of 1 KiB entities per second that one account is built to serve.
 * Source: Microsoft, "Scalability and performance targets for Table storage" (maximum request rate per storage account).
 */
export const ACCOUNT_TARGET_PER_SECOND = 20_000;

/**
 * Entities per second that one partition was built for before 7 June 2012. A target, not a limit.
 * Source: Windows Azure Storage team blog, May 2010 (500 entities a second for one table partition).
 */
export const HISTORICAL_PARTITION_TARGET_PER_SECOND = 500;

/** Rows per second from a count and its time span. Lossy: a double. `spanTicks` must be above 0. */
export function rowsPerSecond(rows: number, spanTicks: bigint): number {
  return (rows * TICKS_PER_SECOND_F64) / Number(spanTicks);
}

/** The entity size in bytes that the targets assume. Source: as above. */
export const TARGET_ENTITY_BYTES = 1024;

/** How much one entity counts against the targets: 1 up to 1 KiB, more above. */
export function entityUnits({ entityBytes }: { readonly entityBytes: number }): number {
  return Math.max(1, entityBytes / TARGET_ENTITY_BYTES);
}

/** Entities of a design that one partition takes per second. */
export function partitionTargetOf(design: {
  readonly entityBytes: number;
  readonly partitionTargetPerSecond: number;
}): number {
  return design.partitionTargetPerSecond / entityUnits(design);
}
