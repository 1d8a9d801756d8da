import { type ReactNode, useState } from 'react';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { boundText, sentenceText } from '../../../core/keyspace/diagnosis/phrase.ts';
import { columnsTime, COUNTED } from '../../../core/keyspace/map/cellGrid.ts';
import { rowsName, rowsNamed } from '../../../core/keyspace/diagnosis/view.ts';
import { clampTicks, ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { formatCount } from '../../../ui/format.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { timeWords } from '../boundsWords.ts';
import { useServices, useStore } from '../services.tsx';
import { useActions } from '../useActions.ts';
import { useZone } from '../shownTime.ts';
import { addressOfForm, formOfCells } from './cellQuery.ts';
import { edgeText, filtersOfRow, useEdgeRows, ticketLine } from './edgeRows.ts';
import css from './findingsBar.module.css';
import type { MapData } from './mapData.ts';
import { filterOfEach, filtersOfFinding, useSelectRows } from './findingWords.ts';
import { useStillSilent, stoppedThen } from './silence.ts';
import { cellsOfFinding } from './zoomView.ts';

/** A finding in full: its figures, what to do, how certain it is, and the way to its rows. */
export function FindingDetails(props: { readonly finding: Finding; readonly data: MapData }): ReactNode {
  const { finding, data } = props;
  const { nowMs } = useServices();
  const { timeZone } = useZone();
  const [cells] = finding.cells;
  // A finding about a time without rows.
  const isEmpty = cells?.within !== undefined;
  const isMany = finding.cells.length > 1;
  const still = useStillSilent(finding, data);
  const { edges, last } = useEdgeRows(finding, data);
  const select = useSelectRows(data);
  const now = ticksFromUnixMs(nowMs());
  const said = sentenceText(finding.sentence, timeZone, (bound) => {
    const row = edges.find(({ side }) => side === bound.side);
    return row === undefined ? boundText(bound, timeZone) : edgeText(row, now, timeZone);
  });
  return (
    <div className={css.details}>
      <h3 className="large">{wordsOf(finding.title)}</h3>
      {!isEmpty && <ItsRows {...props} />}
      <div role="status" aria-label="Finding" className="grid gap8">
        <p>{wordsOf(said)} </p>
        <p>
          <b>{wordsOf(finding.advice)}</b>{' '}
        </p>
        <p className="third small">
          {finding.severity === 'note' ? 'May be intended. ' : ''}
          Confidence {Math.round(finding.confidence * 100)} %.
        </p>
        {still?.answer !== undefined && <p>{wordsOf(still.answer)}</p>}
      </div>
      <div className="flex wrap gap8">
        {last !== undefined && (
          <Button size="small" onPress={() => select?.({ filters: last.filters, order: 'time-desc' })}>
            {last.rows === 1 ? 'Its last row' : `Its last ${last.rows} rows`}
          </Button>
        )}
        {still !== undefined && (
          <Button size="small" onPress={still.ask} isBusy={still.isAsking}>
            {isMany ? 'Are they still silent?' : 'Is it still silent?'}
          </Button>
        )}
        <CopyButton
          label="Copy for a ticket"
          face="Copy for a ticket"
          look="default"
          size="small"
          text={() => ticketLine(finding, edges, data)}
        />
        {!isEmpty && <RowsLink {...props} />}
        {isEmpty && cells.rows !== undefined && (
          <StoppedThen key={`${finding.title} ${cells.from}`} {...props} />
        )}
      </div>
      {edges.length > 0 && (
        <ul className={css.edges} aria-label="Rows that begin and end it">
          {edges.map((row) => (
            <li key={row.name}>
              <Button look="link" size="small" onPress={() => select?.({ filters: filtersOfRow(row) })}>
                {`${row.name} ${edgeText(row, now, timeZone)}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A silence that spans fewer columns is not compared with other rows of the map. */
const LEAST_COLUMNS = 4n;

/** Tells which other rows of the map stopped at about the same time. */
function StoppedThen({ finding, data }: { readonly finding: Finding; readonly data: MapData }): ReactNode {
  const { timeZone } = useZone();
  const select = useSelectRows(data);
  const [isAsked, setIsAsked] = useState(false);
  const [cells] = finding.cells;
  const { grid, judged = grid } = data;
  if (cells === undefined || finding.cells.length > 1 || grid.rowCount < 2) return undefined;
  // A zoomed grid may not cover the time of the finding, and a probe knows no counts over time.
  const { from: gridFrom, to: gridTo } = columnsTime(grid, { from: 0, to: grid.columnCount });
  const isIn = gridFrom <= cells.from && gridTo >= cells.to;
  // If columns are wide in comparison with the silence, they do not show who wrote during it.
  const isSeen = cells.to - cells.from >= LEAST_COLUMNS * grid.bucketTicks;
  const isRead = judged.columnCount === grid.columnCount && judged.states.every((state) => state === COUNTED);
  if (!isIn || !isSeen || !isRead) return undefined;
  if (!isAsked)
    return (
      <Button size="small" onPress={() => setIsAsked(true)}>
        What else stopped then?
      </Button>
    );
  const { rows, continuing, from, to } = stoppedThen(grid, cells);
  const rowsAre = typeof data.diagnosis === 'string' ? 'prefix' : data.diagnosis.rowsAre;
  const [begin, end] = [clampTicks(from), clampTicks(to)];
  const when = `between ${timeWords(begin, begin, timeZone)} and ${timeWords(end, begin, timeZone)}`;
  const filter = filterOfEach(rows, data.filterOf);
  return (
    <div role="status" aria-label="What else stopped then" className={css.answer}>
      <p>
        {wordsOf(
          rows.length === 0
            ? `Nothing else stopped ${when}: ${formatCount(continuing)} other ${rowsName({ rowsAre })} kept writing.`
            : `Stopped ${when} too: ${rowsNamed({ rowsAre, labels: data.labels }, rows)}.`,
        )}
      </p>
      {filter !== undefined && select !== undefined && (
        <Button size="small" onPress={() => select({ filters: [filter] })}>
          Select them
        </Button>
      )}
    </div>
  );
}

/** Selects the rows of a finding in the result that holds them, and compares them with the other rows. */
function ItsRows({ finding, data }: { readonly finding: Finding; readonly data: MapData }): ReactNode {
  const select = useSelectRows(data);
  const filters = filtersOfFinding(finding, data.filterOf);
  const compare = filters && select && ((): void => select({ filters, differs: true }));
  useActions([
    {
      id: 'finding.differs',
      group: 'Results',
      title: 'What differs in the rows of this finding?',
      press: 'D',
      run: compare,
    },
  ]);
  if (compare === undefined) return undefined;
  return (
    <div>
      <Button size="small" look="primary" onPress={compare}>
        What differs in its rows?
      </Button>
    </div>
  );
}

/** The query that reads the rows of a finding. */
function RowsLink({ finding, data }: { readonly finding: Finding; readonly data: MapData }): ReactNode {
  const form = useStore(useServices().query);
  const parts = finding.cells.flatMap((cells) => cellsOfFinding(data.grid, cells));
  const [part] = parts;
  const asked = part !== undefined && parts.length === 1 ? formOfCells(data, part, form) : undefined;
  return (
    asked !== undefined && (
      <a className={css.link} href={addressOfForm(asked)}>
        Query its rows
      </a>
    )
  );
}
