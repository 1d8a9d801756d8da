import { PARTITION_TARGET_PER_SECOND } from '../target.ts';
import type { ModelInput } from './modelTypes.ts';

/** The entity size in bytes that the targets assume. Source: Microsoft, "Scalability and performance targets for Table storage". */
const TARGET_ENTITY_BYTES = 1024;

/** How much one entity of the design counts against the targets: 1 up to 1 KiB, more above. */
export function entityUnits({ entityBytes }: ModelInput): number {
  return Math.max(1, entityBytes / TARGET_ENTITY_BYTES);
}

/** Entities of the design that one partition takes per second. */
export function partitionTargetOf(input: ModelInput): number {
  return (input.partitionTargetPerSecond ?? PARTITION_TARGET_PER_SECOND) / entityUnits(input);
}
