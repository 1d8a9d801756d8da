import type { KeyDesign, PatternCost } from '../../design/bench/judgeDesign.ts';
import type { AccessPattern, Workload, EntityProperty } from '../../design/bench/workload.ts';
import type { WriteCost } from '../../design/bench/writeCost.ts';
import type { KeyTemplate } from '../../keys/grammar/keyTemplate.ts';

/** A design, and what it costs. */
interface DesignFacts {
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

/** Applies a change to both RowKeys of a design with twin rows, or to its only RowKey. */
export function changedRows(
  { row, twin }: KeyDesign,
  change: (template: KeyTemplate) => string,
): Pick<BetterDesign, 'row' | 'twin'> {
  return { row: change(row), twin: twin && change(twin) };
}

export function changedRow(
  design: KeyDesign,
  changed: KeyTemplate,
  text: string,
): Pick<BetterDesign, 'row' | 'twin'> {
  return changedRows(design, (template) => (template === changed ? text : template.text));
}

/** A key with a part added at its end. */
export function appended(text: string, part: string): string {
  return text === '' ? part : `${text}_${part}`;
}

/** Matches names that suggest data that changes during the life of a row. */
const CHANGES =
  /^(?:.*(?:status|state|price|balance|count|total|modified|updated|lastseen|progress|priority|assignee))$/i;

/** Whether a key should not hold this property: its name sounds like data that changes, or it is a measured value. */
export function isChanging(name: string, properties: readonly EntityProperty[]): boolean {
  return CHANGES.test(name) || properties.some((each) => each.name === name && each.type === 'Double');
}

/** The names that suit a key: properties of the entity that are neither its keys nor data that changes. */
export function stableNames(
  names: readonly string[],
  properties: readonly EntityProperty[],
): readonly string[] {
  const described = new Set(properties.map(({ name }) => name));
  return names.filter(
    (name) =>
      described.has(name) && name !== 'PartitionKey' && name !== 'RowKey' && !isChanging(name, properties),
  );
}
