import type { ReactNode } from 'react';
import { keyAnatomy } from '../../../../core/keys/keyAnatomy.ts';
import type { Severity } from '../../../../core/rows/severity.ts';
import { formatParts } from '../../../../core/time/formatInstant.ts';
import type { ZoneClock } from '../../../../core/time/zoneClock.ts';
import type { RowBlocks } from '../../../../state/run/rowBlocks.ts';
import { InstantText } from '../../../../ui/keys/InstantText.tsx';
import { KeyAnatomy } from '../../../../ui/keys/KeyAnatomy.tsx';
import { isPlainText, LINE_BOUNDS } from '../../../../ui/text/textParts.ts';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import type { SeverityReaders } from './cellSeverity.ts';
import { propertyOf } from './rowColumns.ts';
import { markParts } from './markParts.ts';
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
  /** Marked in the text; '' : nothing is searched. */
  readonly search: string;
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
          <MarkedText text={text} search={props.search} />
        </span>
      );
    case 'partitionKey':
    case 'rowKey': {
      const segments = keyAnatomy(schemeId, columnId === 'rowKey' ? 'row' : 'partition', text);
      const anatomy = <KeyAnatomy compact segments={segments} />;
      const isMatch = markParts(text, props.search) !== undefined;
      return isMatch ? <mark className={css.matchKey}>{anatomy}</mark> : anatomy;
    }
    default:
      return <PropertyCell text={text} name={propertyOf(columnId) ?? ''} {...props} />;
  }
}

function PropertyCell(props: {
  readonly text: string;
  readonly name: string;
  readonly severities: SeverityReaders;
  readonly sources: ReadonlySet<string>;
  readonly search: string;
}): ReactNode {
  const { text, name, search } = props;
  const severity = props.severities.get(name)?.(text);
  if (severity !== undefined) return <SeverityText text={text} severity={severity} />;
  if (!props.sources.has(name)) return <MarkedText text={text} search={search} />;
  return (
    <span className={css.source}>
      <MarkedText text={text} search={search} />
    </span>
  );
}

/** A text with what is searched for marked; a text too long or odd to cut is marked as a whole. */
function MarkedText({ text, search }: { readonly text: string; readonly search: string }): ReactNode {
  const parts = search === '' ? undefined : markParts(text, search);
  if (parts === undefined) return <VisibleText text={text} />;
  if (!isPlainText(text, LINE_BOUNDS))
    return (
      <mark className={css.match}>
        <VisibleText text={text} />
      </mark>
    );
  return (
    <bdi>
      {parts.map((part) =>
        part.isMatch ? (
          <mark key={part.from} className={css.match}>
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </bdi>
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
