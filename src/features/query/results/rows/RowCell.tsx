import type { ReactNode } from 'react';
import { decodeUtf8 } from '../../../../core/entities/bytes/utf8.ts';
import {
  CELL_FORMATS,
  type CellFormat,
  formatCell,
  type FormattedCell,
  isUnfit,
} from '../../../../core/rows/cellFormats.ts';
import { keyInstant } from '../../../../core/rows/keyInstant.ts';
import type { KeyPart } from '../../../../core/keys/base/scheme.ts';
import { keyAnatomy } from '../../../../core/keys/keyAnatomy.ts';
import type { ShownCell } from '../../../../core/rows/rowTypes.ts';
import { roundedDouble } from '../../../../core/rows/roundedDouble.ts';
import type { Severity } from '../../../../core/rows/severity.ts';
import { formatParts } from '../../../../core/time/formatInstant.ts';
import { isRepeatedTime, type ZoneClock } from '../../../../core/time/zoneClock.ts';
import type { RowBlocks } from '../../../../state/run/rowBlocks.ts';
import { leanInstant } from '../../../../ui/keys/InstantText.tsx';
import { leanKey } from '../../../../ui/keys/KeyAnatomy.tsx';
import { type SeverityReaders, propertyOf } from './rowColumns.ts';
import { blankMark, leanText, VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { type BesideLook, INSTANT_CHARS, InstantBeside } from './InstantBeside.tsx';
import css from './rows.module.css';
import {
  isPlainText,
  LINE_BOUNDS,
  type TextBounds,
  VALUE_BOUNDS,
  visibleText,
} from '../../../../ui/text/textParts.ts';
import { formatPlural } from '../../../../ui/format.ts';
import { foldAscii } from '../../../../core/entities/views/textFinder.ts';

export type RowView = NonNullable<ReturnType<RowBlocks['rowAt']>>;

interface RowCellProps {
  readonly row: RowView;
  readonly columnId: string;
  /** The exact text; '' for a time. */
  readonly text: string;
  readonly clock: ZoneClock | undefined;
  /** The day that the header of the column says. */
  readonly day: string | undefined;
  readonly schemeId: string | undefined;
  readonly severities: SeverityReaders;
  /** Properties that say who wrote a row. */
  readonly sources: ReadonlySet<string>;
  readonly cell: ShownCell | undefined;
  readonly format: CellFormat;
  /** Matches of this text are marked; '' if nothing is searched. */
  readonly search: string;
  /** A long text is shown in several lines. */
  readonly wraps: boolean;
  /** How instants are shown next to numbers and keys. */
  readonly beside: BesideLook;
}

/**
 * One cell: a time with all its digits, a key in its colours, how bad a row is, or plain text. A function and
 * not a component, like those that it calls: a component for each cell would cost more than the drawing.
 */
export function rowCell(props: RowCellProps): ReactNode {
  const { row, columnId, text, clock, day, cell } = props;
  switch (columnId) {
    case 'time': {
      if (row.time === undefined) return '';
      const instant = formatParts(row.time.seconds, row.time.fraction, clock);
      return leanInstant(instant, {
        showZone: isRepeatedTime(row.time.seconds, clock),
        showDate: day === undefined || instant.date !== day,
      });
    }
    case 'prefix':
      return <span className={css.prefix}>{markedText(text, props.search)}</span>;
    case 'partitionKey':
    case 'rowKey':
      return blankMark(text) ?? keyCell(props, columnId === 'rowKey' ? 'row' : 'partition');
    default:
      // A cell without a value stays empty.
      if (cell === undefined && text === '') return '';
      if (cell?.units !== undefined) return cutCell(props, cell.units);
      return blankMark(text) ?? propertyCell(props, propertyOf(columnId) ?? '');
  }
}

/**
 * A cell of which only the beginning was loaded. It is shown as text, because formats, severities and numbers must not be read from a part
 * of a value.
 */
function cutCell({ text, search, wraps }: RowCellProps, units: number): ReactNode {
  if (wraps && /\S/.test(text)) return <WrappedText text={text} search={search} units={units} />;
  return markedText(text, search, undefined, units);
}

function propertyCell(props: RowCellProps, name: string): ReactNode {
  const { text, search, cell } = props;
  const severity = props.severities.get(name)?.(text);
  if (severity !== undefined) {
    const face = severityText(text, severity);
    return markParts(text, search) === undefined ? face : <mark className={css.matchKey}>{face}</mark>;
  }
  const formatted = cell && formatCell(cell, props.format, decodeUtf8);
  if (formatted !== undefined) return formattedText(props, formatted);
  if (cell !== undefined && isUnfit(cell, props.format, formatted)) return unfitText(props);
  // A text that consists only of line breaks would be invisible if wrapped.
  if (props.wraps && /\S/.test(text)) return <WrappedText text={text} search={search} />;
  if (cell?.type === 'Edm.Double' && markParts(text, search) === undefined) {
    const rounded = roundedDouble(text);
    if (rounded !== text) return <span title={text}>{rounded}</span>;
  }
  if (!props.sources.has(name)) return markedText(text, search);
  return <span className={css.source}>{markedText(text, search)}</span>;
}

/** A key in its colours, with the instant in it if the column has room. */
function keyCell(props: RowCellProps, part: KeyPart): ReactNode {
  const { text, schemeId, search, format, beside } = props;
  if (format === 'text') return markedText(text, search);
  if (format !== 'automatic') {
    const formatted = formatCell({ type: 'Edm.String', text }, format, decodeUtf8);
    return formatted === undefined ? unfitText(props) : formattedText(props, formatted);
  }
  const anatomy = leanKey(keyAnatomy(schemeId, part, text), beside.roomChars);
  const isMatch = markParts(text, search) !== undefined;
  const room = beside.roomChars - text.length;
  const instant = room >= INSTANT_CHARS ? keyInstant(schemeId, part, text) : undefined;
  const key = isMatch ? <mark className={css.matchKey}>{anatomy}</mark> : anatomy;
  if (instant === undefined) return key;
  return (
    <>
      {key}
      <InstantBeside instant={instant} look={beside} room={room} />
    </>
  );
}

/** A value that does not have the format of its column, and must not look as if it did. */
function unfitText({ text, search, format }: RowCellProps): ReactNode {
  const title = CELL_FORMATS.find(({ id }) => id === format)?.title ?? '';
  return (
    <span className={css.unfit} title={`Not ${title}: shown as it is`}>
      {markedText(text, search)}
    </span>
  );
}

/** A value in the format of its column. A time or size is shown next to its number, and a guess is marked as one. */
function formattedText({ search, text, beside }: RowCellProps, formatted: FormattedCell): ReactNode {
  if (formatted.kind === 'text')
    return (
      <span title={formatted.note}>
        {markedText(formatted.text, search)}
        {formatted.note !== undefined && <span className={css.beside}>{formatted.note.split(':', 1)}</span>}
      </span>
    );
  return (
    <>
      {markedText(text, search)}
      {formatted.kind === 'beside' ? (
        <span className={css.beside}>{formatted.text}</span>
      ) : (
        <InstantBeside instant={formatted} look={beside} room={beside.roomChars - text.length} />
      )}
    </>
  );
}

/** A number with the word for its severity, or the word in its colour. */
function severityText(text: string, severity: Severity): ReactNode {
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

/** Limits for truncated texts. They are lower, because there may be many such texts, and each mark is an element. */
const CUT_BOUNDS: TextBounds = { chars: 300, marks: 4, changes: 512 };
/** Lower than usual, because all visible rows are drawn in one task when wrapping is switched on. */
const WRAPPED_BOUNDS: TextBounds = { ...VALUE_BOUNDS, changes: 2048 };

/**
 * A text with the matches of the search marked. If it is too long or unusual to be cut into parts, it is marked as a whole. `units`: the
 * full length of a truncated text, in UTF-16 units.
 */
function markedText(
  text: string,
  search: string,
  given: TextBounds = LINE_BOUNDS,
  units?: number,
): ReactNode {
  const bounds = units === undefined ? given : CUT_BOUNDS;
  const parts = search === '' ? undefined : markParts(text, search);
  if (parts === undefined && units === undefined) return leanText(text, bounds);
  if (parts === undefined) return <VisibleText text={text} bounds={bounds} units={units} />;
  if (units !== undefined || !isPlainText(text, bounds))
    return (
      <mark className={css.match}>
        <VisibleText text={text} bounds={bounds} units={units} />
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

/** The most lines that a cell shows, which limits the height of a row. */
const MOST_LINES = 20;

/** How much of each line is drawn. All lines of a cell share its limit of marks, because each mark is an element. */
function boundsOf(lines: readonly string[], most: TextBounds): readonly TextBounds[] {
  let left = most.marks;
  return lines.map((line, at) => {
    const bounds = { ...most, marks: Math.max(1, left) };
    if (at < lines.length - 1 && !isPlainText(line, bounds))
      left -= visibleText(line, bounds).parts.filter(({ kind }) => kind === 'mark').length;
    return bounds;
  });
}

/** A text with its own line breaks, in which long lines wrap at the edge of the cell. */
function WrappedText(props: {
  readonly text: string;
  readonly search: string;
  readonly units?: number;
}): ReactNode {
  const { text, search, units } = props;
  const lines = text.split(/\r\n|[\r\n]/, MOST_LINES + 1);
  const hasMore = lines.length > MOST_LINES || units !== undefined;
  const drawn = lines.slice(0, MOST_LINES);
  // Spaces at the beginning of a line are indentation. Other spaces may belong to a value, and are marked.
  const indents = drawn.map((line, at) => (at === 0 ? '' : (/^[ \t]{1,40}/.exec(line)?.[0] ?? '')));
  const rests = drawn.map((line, at) => line.slice(indents[at]?.length));
  // What is missing of a truncated text belongs to its last line.
  const lastUnits = units === undefined ? undefined : units - text.length + (rests.at(-1)?.length ?? 0);
  const bounds = boundsOf(rests, units === undefined ? WRAPPED_BOUNDS : CUT_BOUNDS);
  return drawn.map((line, at) => {
    return (
      // Lines may repeat, and their order never changes.
      <span key={`${at} ${line.slice(0, 20)}`}>
        {at > 0 && `\n${indents[at] ?? ''}`}
        {markedText(rests[at] ?? '', search, bounds[at], at === lines.length - 1 ? lastUnits : undefined)}
        {hasMore &&
          at === drawn.length - 1 &&
          ` \u2026 ${formatPlural(units ?? text.length, 'character')} in all`}
      </span>
    );
  });
}

/** A part of a text, and whether it matches the search. */
interface MarkPart {
  readonly from: number;
  readonly text: string;
  readonly isMatch: boolean;
}

/** At most this many matches are marked in one cell; the rest is drawn as one piece. */
const MOST_MARKS = 20;

/** Splits a text at the matches of a search, ignoring the case of ASCII letters; undefined if there is no match. */
export function markParts(text: string, search: string): readonly MarkPart[] | undefined {
  if (search === '') return undefined;
  const folded = foldAscii(text);
  const wanted = foldAscii(search);
  if (!folded.includes(wanted)) return undefined;
  const parts: MarkPart[] = [];
  let from = 0;
  for (let marks = 0; marks < MOST_MARKS; marks++) {
    const at = folded.indexOf(wanted, from);
    if (at < 0) break;
    if (at > from) parts.push({ from, text: text.slice(from, at), isMatch: false });
    parts.push({ from: at, text: text.slice(at, at + wanted.length), isMatch: true });
    from = at + wanted.length;
  }
  if (from < text.length) parts.push({ from, text: text.slice(from), isMatch: false });
  return parts;
}
