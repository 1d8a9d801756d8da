import type { KeyFacts } from '../../../core/advice/rules/rule.ts';
import { keysOfText } from '../../../core/advice/advise.ts';
import { KEYS_PER_ANSWER, type SampledKeys } from '../../../core/keyspace/probe/keySample.ts';
import { rowsOfText } from '../../../core/design/entity/rowsOfText.ts';
import type { Entity } from '../../../core/entities/entity.ts';
import type { EntityKey } from '../../../core/keys/base/entityKey.ts';
import { readFirstRows } from '../../../state/connection/tableSample.ts';
import type { Session } from '../../../state/connection/session.ts';
import type { ResultServices } from '../../../state/results/resultServices.ts';
import { formatCount, formatPlural } from '../../../ui/format.ts';

/** Keys for the rules to examine, with whole rows of the same table if there are any. Kept in memory only. */
export interface TakenKeys {
  /** What the keys are: "Pasted keys", "Rows of DemoEvents". */
  readonly subject: string;
  readonly facts: KeyFacts;
  readonly rows: readonly Entity[];
  /** Which rows were not examined, or how the rows were chosen. */
  readonly note: string;
}

/** More keys would block the page for too long. */
const MOST_KEYS = 50_000;
/** The number of whole rows that describe the entity. They are spread over the result. */
const DESCRIBED_ROWS = 200;
const SAMPLE_ROWS = 1000;

function factsOf(rows: readonly EntityKey[]): KeyFacts {
  return {
    partitionKeys: rows.map(({ partitionKey }) => partitionKey),
    rowKeys: rows.map(({ rowKey }) => rowKey),
  };
}

/** The keys of pasted rows of an export, or of a pasted list of keys. */
export function pastedKeys(text: string): TakenKeys {
  const pasted = rowsOfText(text);
  if (pasted === undefined) return { subject: 'Pasted keys', facts: keysOfText(text), rows: [], note: '' };
  const { rows, unread } = pasted;
  const lost = unread === 0 ? '' : ` ${formatPlural(unread, 'line')} could not be read.`;
  return {
    subject: 'Pasted rows',
    facts: factsOf(rows),
    rows,
    note: `${formatPlural(rows.length, 'row')} read.${lost}`,
  };
}

export async function keysOfResult(
  { rows }: Pick<ResultServices, 'rows'>,
  tableName: string,
  isComplete: boolean,
): Promise<TakenKeys> {
  const view = await rows.view({ order: 'key', from: 0, to: MOST_KEYS });
  const step = Math.max(1, view.rows.length / DESCRIBED_ROWS);
  const some = view.rows.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const entities = await Promise.all(some.slice(0, DESCRIBED_ROWS).map(({ row }) => rows.entity(row)));
  const seen = view.rows.length;
  const cut = seen < view.total ? `, the first of ${formatCount(view.total)} in key order` : '';
  const part = isComplete ? '' : ' The result is not complete: other rows may be in other partitions.';
  return {
    subject: `Rows of ${tableName}`,
    facts: factsOf(view.rows),
    rows: entities,
    note: `${formatPlural(seen, 'row')} of the result in sight${cut}; properties from ${formatCount(entities.length)} of them.${part}`,
  };
}

/** The keys that a probe read. Unlike a first page, they come from all over the table. */
export function keysOfProbe({ keys, answers }: SampledKeys, tableName: string): TakenKeys {
  return {
    subject: `Probe of ${tableName}`,
    facts: factsOf(keys),
    rows: [],
    note: `${formatPlural(keys.length, 'key')} from ${formatPlural(answers, 'answer')} of the probe, up to ${KEYS_PER_ANSWER} neighbours from each. Shares are of these keys: an estimate for the table.`,
  };
}

/** The keys of the first page of a table. Rejects with a message. */
export async function keysOfTable(
  { connection }: Session,
  tableName: string,
  signal: AbortSignal,
): Promise<TakenKeys> {
  const read = await readFirstRows(
    connection,
    { tableName, filter: undefined, top: SAMPLE_ROWS, isWhole: true },
    signal,
  );
  if (!read.ok) throw new Error(`${read.error.message} ${read.error.nextStep}`);
  const rows = read.value;
  return {
    subject: `Rows of ${tableName}`,
    facts: factsOf(rows),
    rows,
    note: `The first ${formatPlural(rows.length, 'row')} in key order: only the lowest keys of the table.`,
  };
}
