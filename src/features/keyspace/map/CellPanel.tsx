import { type ReactNode, useMemo } from 'react';
import type { CellWindow } from '../../../core/keyspace/map/cellGrid.ts';
import type { HeatScale } from '../../../core/keyspace/map/scale.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { cellFacts } from '../../../ui/cellmap/cellWords.ts';
import { windowWords } from '../../../ui/text/windowWords.ts';
import type { CardFact } from '../../../ui/cellmap/CellFacts.tsx';
import { useServices } from '../../shared/services.tsx';
import { addressOfForm, formOfCells, keyFacts } from '../../shared/map/cellQuery.ts';
import css from './keyspace.module.css';
import { rowNames } from '../../shared/map/keyspaceWords.ts';
import type { MapData } from '../../shared/map/mapData.ts';
import { Lines } from '../../../ui/text/VisibleText.tsx';

export interface CellPanelProps {
  readonly data: MapData;
  readonly cells: CellWindow;
  readonly scale: HeatScale;
  readonly timeZone: string | undefined;
  /** Brings the cells alone into sight. */
  readonly onZoom: () => void;
  readonly onClose: () => void;
}

/** What the cells of a rectangle are together, each fact copyable, and the query that reads them. */
export function CellPanel({ data, cells, scale, timeZone, onZoom, onClose }: CellPanelProps): ReactNode {
  const { query, nowMs } = useServices();
  const { grid, labels, rowName = 'Prefix' } = data;
  const said = useMemo(() => cellFacts(grid, labels, cells, scale), [grid, labels, cells, scale]);
  const labelText = labelsText(labels.slice(cells.rows.from, cells.rows.to));
  const form = formOfCells(data, cells, query.get());
  const rowCount = cells.rows.to - cells.rows.from;
  const facts: readonly CardFact[] = [
    { name: rowCount === 1 ? rowName : rowNames(rowName), text: labelText },
    { name: 'Window', text: windowWords(said.window, timeZone) },
    { name: 'Rows', text: said.countWords },
    ...(said.rateWords === undefined ? [] : [{ name: 'Rate', text: said.rateWords }]),
    ...(form === undefined ? [] : keyFacts(form, nowMs())),
  ];
  return (
    <section className={css.panel} aria-label="Chosen cells">
      <dl className={css.facts}>
        {facts.map(({ name, text, copied = text }) => (
          <div key={name} className={css.fact}>
            <dt>{name}</dt>
            <dd>
              <bdi className={css.factText}>
                <Lines text={text} />
              </bdi>
              <CopyButton size="small" look="subtle" label={`Copy ${name}`} text={copied} />
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
        {form === undefined && data.queryOf !== undefined && (
          <span className={css.dim}>
            No query asks for just these. {rowCount > 1 ? 'Choose one row' : 'Choose rows As queried'} to have
            one.
          </span>
        )}
        <Button size="small" onPress={onZoom} shortcut="Z">
          Zoom in
        </Button>
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
