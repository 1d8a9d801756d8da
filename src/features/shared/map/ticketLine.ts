import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { boundText, sentenceText } from '../../../core/keyspace/diagnosis/phrase.ts';
import { secondText } from '../../../core/time/formatInstant.ts';
import { isCredentialIn } from '../../../state/base/secrets.ts';
import type { EdgeRow } from './edgeRows.ts';

/** Characters that break the line, are invisible, or change the order of others. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/**
 * What a ticket should say about a finding, in one line of plain text, with times in UTC. The text is left out if it holds a credential.
 */
export function ticketLine(
  { title, sentence, cells: [cells] }: Pick<Finding, 'title' | 'sentence' | 'cells'>,
  edges: readonly EdgeRow[],
  of: { readonly title: string; readonly completeness: string },
): string {
  const said = sentenceText(sentence, undefined, (bound) => {
    const row = edges.find(({ side }) => side === bound.side);
    if (row === undefined) return boundText(bound);
    return `${boundText(row.bounds)}${row.writer === undefined ? '' : ` (${row.writer})`}`;
  });
  const time = cells === undefined ? '' : ` (${secondText(cells.from)} to ${secondText(cells.to)})`;
  const rows = edges.map(
    ({ name, partitionKey, rowKey, bounds }) =>
      ` ${name}: ${boundText(bounds)}, PartitionKey ${quoted(partitionKey)}, RowKey ${quoted(rowKey)}.`,
  );
  const line = `${of.title}: ${title}${time}. ${said}${rows.join('')} Result: ${of.completeness}`;
  const plain = isCredentialIn(line) ? `${of.title}: left out, because its text holds a credential.` : line;
  return plain.replace(UNSEEN, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}

function quoted(key: string): string {
  return JSON.stringify(key);
}
