import type { KeyDesign, PatternCost } from '../../design/bench/judgeDesign.ts';
import type { AccessPattern, Workload } from '../../design/bench/workload.ts';
import type { WriteCost } from '../../design/bench/writeCost.ts';

/** A design, and what it costs. */
export interface DesignFacts {
  readonly design: KeyDesign;
  readonly workload: Workload;
  readonly write: WriteCost;
  readonly reads: readonly { readonly pattern: AccessPattern; readonly cost: PatternCost }[];
}

/** The keys of a table, in any order. `rowKeys` is empty if only PartitionKeys were pasted. */
export interface KeyFacts {
  readonly partitionKeys: readonly string[];
  readonly rowKeys: readonly string[];
}

/** Changed templates, and what else in the design must change with them. */
export interface BetterDesign {
  readonly partition: string;
  readonly row: string;
  /** The RowKey of the second row of each entity. */
  readonly twin?: string | undefined;
  /** Lines for the field "Properties", for properties that the new templates need. */
  readonly properties?: string;
  /** Rows written per second and their size, if the change affects them. */
  readonly writes?: number;
  readonly bytes?: number;
}

/** What a rule found: figures, and what to change. */
export interface Found {
  readonly evidence: string;
  readonly fix: string;
  /** The templates after the change. */
  readonly better?: BetterDesign | undefined;
}

export interface AdviceRule {
  readonly id: string;
  readonly title: string;
  /** The document in which Microsoft describes it. */
  readonly source: string;
  readonly ofDesign?: (facts: DesignFacts) => Found | undefined;
  readonly ofKeys?: (facts: KeyFacts) => Found | undefined;
}

/** Microsoft's documents that rules cite. */
export const SOURCES = {
  guide: 'Microsoft, Design scalable and performant tables',
  patterns: 'Microsoft, Azure Storage table design patterns',
  query: 'Microsoft, Design for querying',
  checklist: 'Microsoft, Performance and scalability checklist for Table storage',
  targets: 'Microsoft, Scalability and performance targets for Table storage',
  model: 'Microsoft, Understanding the Table service data model',
} as const;
