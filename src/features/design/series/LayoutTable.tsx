import type { EntityKey } from '../../../core/keys/base/entityKey.ts';
import { type ReactNode, useMemo } from 'react';
import { type SeriesCost, seriesCost } from '../../../core/series/seriesCost.ts';
import { pointNameOf, rowKeysOf, type SeriesLayout } from '../../../core/series/seriesLayout.ts';
import type { SeriesDesign } from '../../../state/design/seriesForm.ts';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import tableCss from '../design.module.css';
import css from './series.module.css';

interface Line {
  readonly label: string;
  readonly of: (cost: SeriesCost) => bigint;
  readonly words?: (value: bigint) => string;
  /** Which value is better; absent if neither is. */
  readonly better?: 'less';
}

const LINES: readonly Line[] = [
  { label: 'Points in the window', of: ({ points }) => points },
  { label: 'Rows stored', of: ({ rows }) => rows, better: 'less' },
  { label: 'Points in a row (at most 252)', of: ({ pointsPerRow }) => pointsPerRow },
  { label: 'Bytes of a row', of: ({ bytesPerRow }) => bytesPerRow, words: bytes },
  { label: 'Bytes of all rows', of: ({ bytes: all }) => all, words: bytes, better: 'less' },
  { label: 'Partitions', of: ({ partitions }) => partitions },
  { label: 'Requests that read it, at least', of: ({ read }) => read.requests, better: 'less' },
  { label: 'Rows returned', of: ({ read }) => read.rowsRead, better: 'less' },
  { label: 'Transactions that write it', of: ({ transactions }) => transactions, better: 'less' },
];

function count(value: bigint): string {
  return formatCount(Number(value));
}

function bytes(value: bigint): string {
  return formatBytes(Number(value));
}

/** What both layouts cost for the window, in two columns. */
export function LayoutTable({ design }: { readonly design: SeriesDesign }): ReactNode {
  const { basic, advanced, asked } = design;
  const costs = useMemo(
    () => [seriesCost(basic, asked), seriesCost(advanced, asked)] as const,
    [basic, advanced, asked],
  );
  const first = asked.window.from;
  return (
    <section className={css.section} aria-label="Designs of the series compared">
      <h2 className="large">Basic and advanced, for this window</h2>
      <div className={tableCss.frame}>
        <table className={tableCss.table}>
          <thead>
            <tr>
              <th scope="col">For one source, if no point is missing</th>
              <th scope="col">Basic</th>
              <th scope="col">Advanced</th>
            </tr>
          </thead>
          <tbody>
            <KeyLine label="First PartitionKey" keyOf="partitionKey" layouts={[basic, advanced]} at={first} />
            <KeyLine label="First RowKey" keyOf="rowKey" layouts={[basic, advanced]} at={first} />
            <tr>
              <th scope="row">First property</th>
              <td className="breaks mono">Value</td>
              <td className="breaks mono">{pointNameOf(advanced, first)}</td>
            </tr>
            {LINES.map((line) => (
              <CostLine key={line.label} line={line} costs={costs} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function KeyLine(props: {
  readonly label: string;
  readonly keyOf: keyof EntityKey;
  readonly layouts: readonly SeriesLayout[];
  readonly at: bigint;
}): ReactNode {
  return (
    <tr>
      <th scope="row">{props.label}</th>
      {props.layouts.map((layout) => (
        <td key={layout.kind} className="breaks mono">
          {rowKeysOf(layout, props.at)[props.keyOf]}
        </td>
      ))}
    </tr>
  );
}

function CostLine({
  line,
  costs,
}: {
  readonly line: Line;
  readonly costs: readonly [SeriesCost, SeriesCost];
}): ReactNode {
  const { label, of, words = count, better } = line;
  const [basic, advanced] = [of(costs[0]), of(costs[1])];
  const isLess = (value: bigint, other: bigint): 'yes' | undefined =>
    better === 'less' && value < other ? 'yes' : undefined;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td data-better={isLess(basic, advanced)}>{words(basic)}</td>
      <td data-better={isLess(advanced, basic)}>{words(advanced)}</td>
    </tr>
  );
}
