import type { ReactNode } from 'react';
import type { Finding, FindingId } from '../../../core/keyspace/diagnosis/finding.ts';
import { sentenceText } from '../../../core/keyspace/diagnosis/phrase.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../services.tsx';
import { useStore } from '../useStore.ts';
import { useZone } from '../useZone.ts';
import { addressOfForm, formOfCells } from './cellQuery.ts';
import css from './findingDetails.module.css';
import type { MapData } from './mapData.ts';
import { useLastRows, useStillSilent } from './silence.ts';
import { cellsOfFinding } from './zoomView.ts';

/** Their cells hold no rows: a query of them would bring none. */
const WITHOUT_ROWS: ReadonlySet<FindingId> = new Set(['silent-prefix', 'gap-for-all']);

/** A finding in full: the figures, what to do, how sure it is, and the way to its rows. */
export function FindingDetails(props: { readonly finding: Finding; readonly data: MapData }): ReactNode {
  const { finding, data } = props;
  const { timeZone } = useZone();
  const isEmpty = WITHOUT_ROWS.has(finding.id);
  const showLast = useLastRows(isEmpty ? finding : undefined, data);
  const still = useStillSilent(finding, data);
  return (
    <div className={css.details}>
      <h3 className={css.title}>{wordsOf(finding.title)}</h3>
      <div role="status" aria-label="Finding" className={css.words}>
        <p>{wordsOf(sentenceText(finding.sentence, timeZone))} </p>
        <p>
          <b>{wordsOf(finding.advice)}</b>{' '}
        </p>
        <p className={css.dim}>
          {finding.severity === 'note' ? 'May be intended. ' : ''}
          Confidence {Math.round(finding.confidence * 100)} %.
        </p>
        {still?.answer !== undefined && <p>{wordsOf(still.answer)}</p>}
      </div>
      {!isEmpty && <RowsLink {...props} />}
      {(showLast !== undefined || still !== undefined) && (
        <div className={css.actions}>
          {showLast !== undefined && (
            <Button size="small" onPress={showLast}>
              {finding.isOpen === true ? 'Show its last rows' : 'Show the rows before it'}
            </Button>
          )}
          {still !== undefined && (
            <Button size="small" onPress={still.ask} isBusy={still.isAsking}>
              Is it still silent?
            </Button>
          )}
        </div>
      )}
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
