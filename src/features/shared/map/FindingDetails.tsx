import type { ReactNode } from 'react';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { sentenceText } from '../../../core/keyspace/diagnosis/phrase.ts';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../services.tsx';
import { useStore } from '../useStore.ts';
import { useZone } from '../useZone.ts';
import { addressOfForm, formOfCells } from './cellQuery.ts';
import css from './findingDetails.module.css';
import type { MapData } from './mapData.ts';
import { cellsOfFinding } from './zoomView.ts';

/** A finding in full: the figures, what to do, how sure it is, and the query that reads its rows. */
export function FindingDetails({
  finding,
  data,
}: {
  readonly finding: Finding;
  readonly data: MapData;
}): ReactNode {
  const { query } = useServices();
  const { timeZone } = useZone();
  const form = useStore(query);
  const parts = finding.cells.flatMap((cells) => cellsOfFinding(data.grid, cells));
  const [part] = parts;
  const asked = part !== undefined && parts.length === 1 ? formOfCells(data, part, form) : undefined;
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
      </div>
      {asked !== undefined && (
        <a className={css.link} href={addressOfForm(asked)}>
          Query its rows
        </a>
      )}
    </div>
  );
}
