import type { ReactNode } from 'react';
import { decodeUtf8 } from '../../../../core/entities/bytes/utf8.ts';
import { splitTicks } from '../../../../core/entities/order/timeBuckets.ts';
import type { CellValue } from '../../../../core/entities/store/entityStore.ts';
import { type CellFormat, formatCell, type FormattedCell } from '../../../../core/rows/cellFormats.ts';
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
  /** What the cell holds, and the format of its column. */
  readonly cell: CellValue | undefined;
  readonly format: CellFormat;
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
      return <PropertyCell text={text} name={propertyOf(columnId) ?? ''} clock={clock} {...props} />;
  }
}

function PropertyCell(props: {
  readonly text: string;
  readonly name: string;
  readonly cell: CellValue | undefined;
  readonly format: CellFormat;
  readonly clock: ZoneClock | undefined;
  readonly severities: SeverityReaders;
  readonly sources: ReadonlySet<string>;
  readonly search: string;
}): ReactNode {
  const { text, name, search } = props;
  const severity = props.severities.get(name)?.(text);
  if (severity !== undefined) return <SeverityText text={text} severity={severity} />;
  const formatted = props.cell && formatCell(props.cell, props.format, decodeUtf8);
  if (formatted !== undefined) return <FormattedText {...props} formatted={formatted} />;
  if (!props.sources.has(name)) return <MarkedText text={text} search={search} />;
  return (
    <span className={css.source}>
      <MarkedText text={text} search={search} />
    </span>
  );
}

/** A value in the format of its column. A time stands beside its number, and a guess says that it is one. */
function FormattedText(props: {
  readonly text: string;
  readonly formatted: FormattedCell;
  readonly search: string;
  readonly clock: ZoneClock | undefined;
}): ReactNode {
  const { formatted, clock } = props;
  if (formatted.kind === 'text') return <VisibleText text={formatted.text} />;
  const { seconds, fraction } = splitTicks(formatted.ticks);
  return (
    <>
      <MarkedText text={props.text} search={props.search} />
      <span
        className={css.beside}
        title={formatted.isGuess ? 'A guess: the number read as ticks' : undefined}
      >
        <InstantText instant={formatParts(seconds, fraction, clock)} showZone={false} />
        {formatted.isGuess && ' (guess)'}
      </span>
    </>
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
