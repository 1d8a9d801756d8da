import type { AppendReceipt, EntityStore } from '../entities/store/entityStore.ts';
import type { InstantSlot } from '../entities/bytes/instantBytes.ts';
import type { PageAnomalies } from '../entities/store/pageAppender.ts';
import { VALUE_ABSENT, VALUE_TWICE } from '../entities/store/propertyReader.ts';
import { StoredValue } from '../entities/store/storedValue.ts';
import { isInRange } from '../keys/base/keySpan.ts';
import type { TableKeyRange } from '../keys/base/scheme.ts';
import { parseFilter } from '../odata/filter.ts';
import type { ComparisonNode } from '../odata/filterNode.ts';
import { conditionJudge, type RowJudge, MAYBE, NO, type Verdict, YES } from '../odata/judge/verdict.ts';
import { valueJudge } from '../odata/judge/valueJudge.ts';

/** The property filter of a run, as sent. */
export interface RunFilter {
  /** OData, without the key bounds. */
  readonly text: string;
  /** The selected properties; undefined: all. */
  readonly select?: readonly string[] | undefined;
}

/** The receipt of a page, with the counts of rows that do not match the query. */
export interface CheckedReceipt extends Omit<AppendReceipt, 'sharedRows' | 'newerRows'> {
  /**
   * How many rows of the page were stored already and are not stored again. The plan or a later round may read rows twice. Undefined: none.
   */
  readonly shared?: number;
  /** `outside` includes `offFilter` and `offWindow`. */
  readonly anomalies: PageAnomalies & {
    /** Rows whose keys match but whose properties do not; kept. */
    readonly offFilter?: number | undefined;
    /** Rows with a time outside the window, from a range that holds just the window; kept. */
    readonly offWindow?: number | undefined;
  };
  /** Rows outside the window, from a range wider than the window. */
  readonly besideWindow?: number;
  /** Rows that could not be checked, because services differ about them or because a property was not read. */
  readonly unjudged?: number | undefined;
}

/** How many recent verdicts are kept by value reference. Most columns repeat a few values. */
const KNOWN_VALUES = 256;

function comparisonJudge(store: EntityStore, node: ComparisonNode): RowJudge {
  const { ofValue, ofNothing } = valueJudge(node.operator, node.literal);
  const read = store.propertyReader(node.property);
  const value = new StoredValue(store.typeNames);
  const references = new Uint32Array(KNOWN_VALUES);
  const verdicts = new Uint8Array(KNOWN_VALUES);
  return (row) => {
    const reference = read(row);
    if (reference === VALUE_ABSENT) return ofNothing;
    if (reference === VALUE_TWICE) return MAYBE;
    const slot = (reference ^ (reference >>> 8)) & (KNOWN_VALUES - 1);
    if (references[slot] === reference) return verdicts[slot] as Verdict;
    value.set(store.valueAt(reference));
    // The service sends null for a selected property that the row lacks (Azure/Azurite#2535).
    const verdict = value.isNull ? ofNothing : ofValue(value);
    references[slot] = reference;
    verdicts[slot] = verdict;
    return verdict;
  };
}

function timestampJudge(store: EntityStore, { operator, literal }: ComparisonNode): RowJudge {
  const { ofInstant } = valueJudge(operator, literal);
  const slot: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };
  // Every entity has a Timestamp: if it is missing, it was not sent.
  return (row) => (store.readTimestamp(row, slot) ? ofInstant(slot) : MAYBE);
}

function rowJudge(store: EntityStore, { text, select }: RunFilter): RowJudge {
  const parsed = parseFilter(text);
  if (!parsed.ok) return () => MAYBE;
  return conditionJudge(parsed.value, (node) => {
    if (select !== undefined && !select.includes(node.property)) return () => MAYBE;
    return node.property === 'Timestamp' ? timestampJudge(store, node) : comparisonJudge(store, node);
  });
}

/** The request for a page. */
interface AskedPage {
  /** The requested keys; undefined: all. */
  readonly range: TableKeyRange | undefined;
  readonly queryIndex: number;
}

/**
 * Checks that received rows meet the property filter, which a service or a proxy may have ignored. It never blames a row that some service
 * would rightly send.
 */
export class RowCheck {
  private readonly store: EntityStore;
  private readonly judge: RowJudge;
  /** By query; only queries with a condition of their own are in it. */
  private readonly ownJudges: ReadonlyMap<number, RowJudge>;

  /** `conditions`: by query, for those that read the same keys as others, each under a condition of its own. */
  constructor(store: EntityStore, filter: RunFilter, conditions: ReadonlyMap<number, string> = new Map()) {
    this.store = store;
    this.judge = rowJudge(store, filter);
    this.ownJudges = new Map(
      Array.from(conditions, ([query, text]) => [query, rowJudge(store, { ...filter, text })]),
    );
  }

  /** Adds the filter's verdicts to the receipt of the last page. */
  checked(received: AppendReceipt, { range, queryIndex }: AskedPage): CheckedReceipt {
    const { store } = this;
    const { sharedRows, newerRows: _newer, ...receipt } = received;
    const judge = this.ownJudges.get(queryIndex) ?? this.judge;
    let offFilter = 0;
    let unjudged = 0;
    for (let row = receipt.totalRows - receipt.rows; row < receipt.totalRows; row++) {
      const verdict = judge(row);
      if (verdict === YES) continue;
      if (verdict === MAYBE) unjudged++;
      // A row outside the requested keys has been counted already.
      else if (range === undefined || isInside(store, row, range)) offFilter++;
    }
    // These rows meet only the condition of another query, so this page may be the answer to that one: they count as repeated.
    const twice = sharedRows.filter((row) => judge(row) === NO).length;
    const { anomalies } = receipt;
    return {
      ...receipt,
      ...(sharedRows.length > 0 && { shared: sharedRows.length - twice }),
      anomalies: {
        ...anomalies,
        repeated: anomalies.repeated + twice,
        outside: anomalies.outside + offFilter,
        offFilter: offFilter || undefined,
      },
      unjudged: unjudged || undefined,
    };
  }
}

function isInside(store: EntityStore, row: number, range: TableKeyRange): boolean {
  const { partitionKey, rowKey } = store.key(row);
  return isInRange(partitionKey, rowKey, range);
}
