import { memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import css from './decode.module.css';
import type { Decoded } from './decoded.ts';
import { InstantForms } from './InstantForms.tsx';
import { KeyCard, KeyRow, OtherReadings, RowClock } from './KeyCard.tsx';
import { TimeLine } from './ReadingArticle.tsx';
import type { FoundKey } from '../../core/keys/pasted/findKeys.ts';
import { useServices } from '../shared/services.tsx';

/** Up to this many keys are shown in full. Of more keys, each is a line that opens. */
const WHOLE_KEYS = 3;
const SHOWN_LINES = 8;

export interface ReadingsProps {
  readonly decoded: Decoded;
  readonly nowMs: number;
}

/** What was found in the text. */
export const Readings = memo(AllReadings);

function AllReadings(props: ReadingsProps): ReactNode {
  const { decoded, nowMs } = props;
  switch (decoded.kind) {
    case 'empty':
    case 'reading':
      return undefined;
    case 'time':
      return (
        <article className={css.reading} data-best="" aria-label="Time">
          <TimeLine ticks={decoded.time.ticks} size="large" nowMs={nowMs} />
          <p className={css.why}>
            <strong>A time, not a key</strong>
            <span>{decoded.time.note ?? 'Encode shows its keys.'}</span>
          </p>
          <InstantForms ticks={decoded.time.ticks} />
        </article>
      );
    case 'nothing':
      return (
        <>
          <Notice
            tone="warning"
            title="No key of a known scheme was found in this text."
            nextStep="Known forms: 19 digits of ticks (plain, inverted, or after a prefix and ___), Unix times, dates, ULIDs and more. Type the table name, or choose the part of the key."
          >
            <VisibleText text={decoded.text} />
            {decoded.why !== undefined && <p>It is not read as a time: {decoded.why}</p>}
          </Notice>
          <OtherReadings readings={decoded.unlikely} nowMs={nowMs} />
        </>
      );
    case 'keys':
      return <FoundKeys decoded={decoded} nowMs={nowMs} />;
  }
}

function FoundKeys(props: {
  readonly decoded: Extract<Decoded, { kind: 'keys' }>;
  readonly nowMs: number;
}): ReactNode {
  const { keys, unreadableLines, isCut } = props.decoded;
  const isWhole = keys.length <= WHOLE_KEYS;
  const rows = useRowSteps(keys);
  return (
    <>
      <RowClock value={props.nowMs}>
        {rows.map(({ name, found }) =>
          isWhole ? (
            <KeyCard key={name} found={found} isAlone={keys.length === 1} nowMs={props.nowMs} />
          ) : (
            <KeyRow key={name} found={found} />
          ),
        )}
      </RowClock>
      {isCut && (
        <Notice
          tone="info"
          title={`Only the first ${keys.length} keys were read.`}
          nextStep="To decode all of them, drop the text as a file, or paste more than 200 lines."
        />
      )}
      {unreadableLines.length > 0 && (
        <Notice
          tone={keys.length === 0 ? 'warning' : 'info'}
          title={
            keys.length === 0
              ? 'No key of a known scheme was found in this text.'
              : `No key was found in ${lineWords(unreadableLines)}.`
          }
        />
      )}
    </>
  );
}

function lineWords(lines: readonly number[]): string {
  const shown = lines.slice(0, SHOWN_LINES).join(', ');
  const more = lines.length > SHOWN_LINES ? ` and ${lines.length - SHOWN_LINES} more` : '';
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${more}`;
}

const NONE: ReadonlySet<string> = new Set();

/** The rows to draw now: many new keys take several short tasks, so that a paste of 200 does not stop the page. */
function useRowSteps(keys: readonly FoundKey[]): readonly NamedRow[] {
  const { activity } = useServices();
  const rows = useMemo(() => nameRows(keys), [keys]);
  const [drawn, setDrawn] = useState(NONE);
  const next = useMemo(() => nextRows(rows, drawn), [rows, drawn]);
  useEffect(() => {
    if (areDrawn(next, drawn)) return undefined;
    const end = activity.begin();
    const timer = setTimeout(() => setDrawn(new Set(next.map(({ name }) => name))));
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [next, drawn, activity]);
  return next;
}

/** A key, with a name that does not change when other keys are typed before or after it. */
interface NamedRow {
  readonly name: string;
  readonly found: FoundKey;
}

/** At most this many rows are drawn for the first time in one task, because each takes a few milliseconds on a slow computer. */
export const NEW_ROWS = 20;

/**
 * A row's name is its text, with a number to tell equal texts apart. If names were positions, every row below a new line would be redrawn.
 */
export function nameRows(keys: readonly FoundKey[]): readonly NamedRow[] {
  const seen = new Map<string, number>();
  return keys.map((found) => {
    const before = seen.get(found.text) ?? 0;
    seen.set(found.text, before + 1);
    return { name: `${before} ${found.text}`, found };
  });
}

/** The rows to draw in the next task, in order: those that are drawn already, and a few new ones. */
export function nextRows(rows: readonly NamedRow[], drawn: ReadonlySet<string>): readonly NamedRow[] {
  let added = 0;
  return rows.filter(({ name }) => {
    if (drawn.has(name)) return true;
    added += 1;
    return added <= NEW_ROWS;
  });
}

export function areDrawn(rows: readonly NamedRow[], drawn: ReadonlySet<string>): boolean {
  return rows.length === drawn.size && rows.every(({ name }) => drawn.has(name));
}
