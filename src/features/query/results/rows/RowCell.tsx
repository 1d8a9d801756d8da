import type { ReactNode } from 'react';
import { keyAnatomy } from '../../../../core/keys/keyAnatomy.ts';
import type { Severity } from '../../../../core/rows/severity.ts';
import { formatParts } from '../../../../core/time/formatInstant.ts';
import type { ZoneClock } from '../../../../core/time/zoneClock.ts';
import type { RowBlocks } from '../../../../state/run/rowBlocks.ts';
import { InstantText } from '../../../../ui/keys/InstantText.tsx';
import { KeyAnatomy } from '../../../../ui/keys/KeyAnatomy.tsx';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import type { SeverityReaders } from './cellSeverity.ts';
import { propertyOf } from './rowColumns.ts';
import css from './rows.module.css';

/** A row as the row store hands it out. */
export type RowView = NonNullable<ReturnType<RowBlocks['rowAt']>>;

export interface RowCellProps {
  readonly row: RowView;
  readonly columnId: string;
  /** The exact text; '' for a time. */
  readonly text: string;
  readonly clock: ZoneClock | undefined;
  /** The day that the header names. */
  readonly day: string | undefined;
  readonly schemeId: string | undefined;
  readonly severities: SeverityReaders;
  /** Properties that say who wrote a row. */
  readonly sources: ReadonlySet<string>;
}

/** One cell: a time with all its digits, a key in its colours, how bad a row is, or plain text. */
export function RowCell({ row, columnId, text, clock, day, schemeId, ...props }: RowCellProps): ReactNode {
  switch (columnId) {
    case 'time': {
      if (row.time === undefined) return '';
      const instant = formatParts(row.time.seconds, row.time.fraction, clock);
      return (
        <InstantText
          instant={instant}
          showZone={false}
          showDate={day === undefined || instant.date !== day}
        />
      );
    }
    case 'prefix':
      return (
        <span className={css.prefix}>
          <VisibleText text={text} />
        </span>
      );
    case 'partitionKey':
      return <KeyAnatomy compact segments={keyAnatomy(schemeId, 'partition', text)} />;
    case 'rowKey':
      return <KeyAnatomy compact segments={keyAnatomy(schemeId, 'row', text)} />;
    default:
      return <PropertyCell text={text} name={propertyOf(columnId) ?? ''} {...props} />;
  }
}

function PropertyCell(props: {
  readonly text: string;
  readonly name: string;
  readonly severities: SeverityReaders;
  readonly sources: ReadonlySet<string>;
}): ReactNode {
  const { text, name } = props;
  const severity = props.severities.get(name)?.(text);
  if (severity !== undefined) return <SeverityText text={text} severity={severity} />;
  if (!props.sources.has(name)) return <VisibleText text={text} />;
  return (
    <span className={css.source}>
      <VisibleText text={text} />
    </span>
  );
}

/** A number with the word that it stands for, or the word with its colour. */
function SeverityText({ text, severity }: { readonly text: string; readonly severity: Severity }): ReactNode {
  const isWord = severity.word === text;
  return (
    <span className={css.severity} data-rank={severity.rank}>
      <span className={css.badge} aria-hidden={isWord || undefined}>
        {isWord ? '' : text}
      </span>{' '}
      {severity.word}
    </span>
  );
}
