import { type ReactNode, useMemo } from 'react';
import { type CellWindow, columnsTime } from '../../core/keyspace/map/cellGrid.ts';
import { marginals } from '../../core/keyspace/map/marginals.ts';
import { PARTITION_TARGET_PER_SECOND } from '../../core/keyspace/target.ts';
import { TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { formatPlural, formatShare } from '../../ui/format.ts';
import { windowWords } from '../../ui/heatmap/heatWords.ts';
import type { CardFact } from '../../ui/keymap/KeyCard.tsx';
import { useServices } from '../shared/services.tsx';
import { addressOfForm, formOfCells, keyFacts } from './cellQuery.ts';
import css from './keyspace.module.css';
import type { MapData } from './mapData.ts';

export interface CellPanelProps {
  readonly data: MapData;
  readonly cells: CellWindow;
  readonly timeZone: string | undefined;
  readonly onClose: () => void;
}

const PLURALS: ReadonlyMap<string, string> = new Map([
  ['Prefix', 'Prefixes'],
  ['Partition', 'Partitions'],
  ['Writer', 'Writers'],
  ['Value', 'Values'],
]);

/** What the cells of a rectangle are together, each fact copyable, and the query that reads them. */
export function CellPanel({ data, cells, timeZone, onClose }: CellPanelProps): ReactNode {
  const { query, nowMs } = useServices();
  const { grid, labels, rowName = 'Prefix' } = data;
  const window = columnsTime(grid, cells.columns);
  const sums = useMemo(() => marginals(grid, cells), [grid, cells]);
  const labelText = labelsText(labels.slice(cells.rows.from, cells.rows.to));
  const form = formOfCells(data, cells, query.get());
  const seconds = Number(window.to - window.from) / Number(TICKS_PER_SECOND);
  const rowCount = cells.rows.to - cells.rows.from;
  const share = sums.total / (PARTITION_TARGET_PER_SECOND * seconds * rowCount);
  const facts: readonly CardFact[] = [
    { name: rowCount === 1 ? rowName : (PLURALS.get(rowName) ?? rowName), text: labelText },
    { name: 'Window', text: windowWords(window, timeZone) },
    {
      name: 'Rows',
      text: `${sums.estimated > 0 ? 'about ' : ''}${formatPlural(sums.total, 'row')}, ${formatShare(share)} of target`,
    },
    ...(form === undefined ? [] : keyFacts(form, nowMs())),
  ];
  return (
    <section className={css.panel} aria-label="Chosen cells">
      <dl className={css.facts}>
        {facts.map(({ name, text }) => (
          <div key={name} className={css.fact}>
            <dt>{name}</dt>
            <dd>
              <bdi>{text}</bdi>
              <CopyButton size="small" look="subtle" label={`Copy ${name}`} text={text} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={css.panelActions}>
        {form !== undefined && (
          <a className={css.link} href={addressOfForm(form)}>
            Query these cells
          </a>
        )}
        <Button size="small" look="subtle" onPress={onClose} shortcut="Esc">
          Close
        </Button>
      </div>
    </section>
  );
}

/** "37", "3 to 12 (10 of them)". */
function labelsText(labels: readonly string[]): string {
  const [first = ''] = labels;
  return labels.length <= 1 ? first : `${first} to ${labels.at(-1) ?? ''} (${labels.length} of them)`;
}
