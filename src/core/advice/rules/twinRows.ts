import { twinTexts } from '../../design/bench/twinRows.ts';
import { type KeyTemplate, type TemplatePart, templateProperties } from '../../keys/grammar/keyTemplate.ts';
import type { Workload } from '../../design/bench/workload.ts';
import { countText } from '../../words.ts';
import { stableNames, type AdviceRule, SOURCES } from './rule.ts';
import { WIDTHS } from './unpaddedNumbers.ts';

/** If a query reads this many rows for each one it returns, writing a second copy of each row costs less. */
const WASTE = 20;

/** A RowKey with a property at its start, moved from its place in the key or added. */
function startingWith(name: string, { text, parts }: KeyTemplate, { properties }: Workload): string {
  const width = WIDTHS.get(properties.find((each) => each.name === name)?.type ?? '');
  const isOwn = (part: TemplatePart): boolean => part.kind === 'property' && part.name === name;
  const there = parts.find(isOwn);
  const first =
    there === undefined
      ? `{${name}${width === undefined ? '' : `:D${width}`}}`
      : text.slice(there.from, there.to);
  // The text before a part is its label and moves with it; the first label tells twin rows apart.
  const others = parts.filter(
    (part, at) => !isOwn(part) && !(part.kind === 'literal' && (at === 0 || isOwn(parts[at + 1] ?? part))),
  );
  const rest = others.map((part) => text.slice(part.from, part.to)).join('');
  return `${first}${/^\{(?!\{)/.test(rest) ? '_' : ''}${rest}`;
}

export const twinRows: AdviceRule = {
  id: 'twin-rows',
  title: 'Two queries of one partition need rows in different orders',
  source: SOURCES.patterns,
  ofDesign: ({ design, reads, workload }) => {
    const inPartition = reads.filter(({ cost }) => cost.queryClass !== 'table scan' && cost.queries === 1);
    const good = inPartition.find(({ cost }) => cost.rowsRead <= 2 * Math.max(1, cost.rowsReturned));
    const bad = inPartition.find(
      ({ pattern, cost }) =>
        pattern.equal.length > 1 && cost.rowsRead > WASTE * Math.max(1, cost.rowsReturned),
    );
    if (good === undefined || bad === undefined) return undefined;
    const second =
      stableNames(bad.pattern.equal, workload.properties).find(
        (name) => !templateProperties(design.partition).includes(name),
      ) ?? '';
    const [first = ''] = templateProperties(design.row);
    // If the property is at the start of the RowKey already, a second row would not help.
    const isNew = second !== '' && second !== first && design.twin === undefined;
    const twin = startingWith(second, design.row, workload);
    return {
      evidence: `"${good.pattern.name}" reads by key, "${bad.pattern.name}" reads ${countText(bad.cost.rowsRead)} rows for ${countText(bad.cost.rowsReturned)}: rows are sorted in one order only.`,
      fix: `Write each row twice in one entity group transaction, the second time with a RowKey that begins with ${second}.`,
      ...(isNew && {
        better: {
          partition: design.partition.text,
          ...twinTexts({ text: design.row.text, name: first }, { text: twin, name: second }),
        },
      }),
    };
  },
};
