import { ChevronDown, ChevronRight } from 'lucide-react';
import { createContext, memo, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import type { FoundKey } from '../../core/keys/pasted/findKeys.ts';
import { keyAnatomy } from '../../core/keys/keyAnatomy.ts';
import type { KeyPart, KeyReading } from '../../core/keys/base/scheme.ts';
import { distanceText } from '../../core/time/durationText.ts';
import { clampTicks, MAX_TICKS, type Ticks, ticksFromUnixMs, ticksToIso } from '../../core/time/ticks.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { formatPlural } from '../../ui/format.ts';
import { InstantText } from '../../ui/keys/InstantText.tsx';
import { KeyAnatomy } from '../../ui/keys/KeyAnatomy.tsx';
import { DigitRuler } from './DigitRuler.tsx';
import css from './decode.module.css';
import { LEAST_SHOWN } from './decoded.ts';
import { InstantForms } from './InstantForms.tsx';
import { PART_WORDS, readingQuery } from './readingQuery.ts';
import { ReadingArticle } from './ReadingArticle.tsx';
import { wordsOf } from '../../ui/text/VisibleText.tsx';
import { writeHash } from '../../state/address/hashAddress.ts';
import { EMPTY_FORM, formToParams, type QueryForm, QUERY_VIEW } from '../../state/run/queryForm.ts';
import { useServices, useStore } from '../shared/services.tsx';

interface KeyProps {
  readonly found: FoundKey;
  readonly nowMs: number;
}

function useSegments(found: FoundKey) {
  return useMemo(
    () => keyAnatomy(found.readings[0]?.schemeId, found.part ?? 'partition', found.text),
    [found],
  );
}

/**
 * One key that was found in the text, in full: its anatomy, what each digit is worth, and the best reading, with the others one click away.
 */
export function KeyCard({ found, nowMs, isAlone }: KeyProps & { readonly isAlone: boolean }): ReactNode {
  const segments = useSegments(found);
  const best = found.readings.find((reading) => reading.confidence >= LEAST_SHOWN);
  const others = found.readings.filter((reading) => reading !== best);
  return (
    <div className={css.card}>
      <KeyPlace found={found} isAlone={isAlone} />
      <div className="row gap6">
        <span className={css.bigKey}>
          <KeyAnatomy segments={segments} label={`Key ${found.text}`} interactive />
        </span>
        <CopyButton label="Copy key" text={found.text} size="small" />
      </div>
      {found.note !== undefined && <p className={css.note}>{wordsOf(found.note)}</p>}
      {best === undefined ? (
        <p className={css.noTime}>No known scheme reads this key.</p>
      ) : (
        <ReadingArticle reading={best} isBest nowMs={nowMs}>
          <DigitRuler segments={segments} ticks={best.ticks} />
          {best.ticks !== undefined && <InstantForms ticks={best.ticks} />}
          <QueryLink found={found} reading={best} />
        </ReadingArticle>
      )}
      <OtherReadings readings={others} nowMs={nowMs} />
    </div>
  );
}

/** What the text says about the key: which part it is, its table and its line. */
function KeyPlace({ found, isAlone }: { readonly found: FoundKey; readonly isAlone: boolean }): ReactNode {
  const words = [
    ...(found.part === undefined ? [] : [PART_WORDS[found.part]]),
    ...(found.tableName === undefined ? [] : [`table ${found.tableName}`]),
    ...(isAlone ? [] : [`line ${found.line}`]),
  ];
  return words.length === 0 ? undefined : <p className={css.place}>{wordsOf(words.join(' \u00b7 '))}</p>;
}

/** The readings after the best one. Those with less confidence than LEAST_SHOWN are listed separately. */
export function OtherReadings(props: {
  readonly readings: readonly KeyReading[];
  readonly nowMs: number;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (props.readings.length === 0) return undefined;
  const likely = props.readings.filter((reading) => reading.confidence >= LEAST_SHOWN);
  const unlikely = props.readings.filter((reading) => reading.confidence < LEAST_SHOWN);
  const name = likely.length === 0 ? 'Unlikely readings' : 'Other readings';
  const articles = (readings: readonly KeyReading[]): ReactNode =>
    readings.map((reading) => (
      <ReadingArticle key={reading.schemeId} reading={reading} isBest={false} nowMs={props.nowMs} />
    ));
  return (
    <div className={css.others}>
      <Button look="link" size="small" isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {isOpen ? `Hide ${name.toLowerCase()}` : `${name} (${props.readings.length})`}
      </Button>
      {isOpen && articles(likely)}
      {isOpen && unlikely.length > 0 && (
        <>
          <p className={css.unlikely}>
            {formatPlural(unlikely.length, 'reading')} below {LEAST_SHOWN}: possible, not likely
          </p>
          {articles(unlikely)}
        </>
      )}
    </div>
  );
}

/** The clock for the labels of many keys. A tick redraws only how long ago they are, not the keys. */
export const RowClock = createContext(0);

function Distance({ ticks }: { readonly ticks: Ticks }): ReactNode {
  return distanceText(ticks, ticksFromUnixMs(useContext(RowClock)));
}

function OpenCard({ found }: { readonly found: FoundKey }): ReactNode {
  return <KeyCard found={found} nowMs={useContext(RowClock)} isAlone />;
}

/**
 * Whether two rows look the same. Positions in the text do not count: they shift with each character typed before them,
 * and are not shown.
 */
function isSameRow({ found: a }: RowProps, { found: b }: RowProps): boolean {
  return (
    a.readings === b.readings &&
    a.text === b.text &&
    a.line === b.line &&
    a.part === b.part &&
    a.tableName === b.tableName &&
    a.note === b.note
  );
}

interface RowProps {
  readonly found: FoundKey;
}

function Row({ found }: RowProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const toggle = useCallback(() => setOpen((before) => !before), []);
  const best = found.readings.find((reading) => reading.confidence >= LEAST_SHOWN);
  return (
    <div className={css.item} data-open={isOpen ? '' : undefined}>
      <div className={css.row}>
        <RowToggle text={found.text} isOpen={isOpen} onToggle={toggle} />
        <span className={css.line}>{found.line}</span>
        <span className={css.part}>{found.part === undefined ? '' : PART_WORDS[found.part]}</span>
        {!isOpen && (
          <ShortKey
            text={found.text}
            part={found.part ?? 'partition'}
            schemeId={found.readings[0]?.schemeId}
            title={best?.title}
            ticks={best?.ticks ?? best?.window?.from}
          />
        )}
      </div>
      {isOpen && <OpenCard found={found} />}
    </div>
  );
}

// The parts of a row are redrawn only if they look different: a typed table name makes every reading a new object.

const RowToggle = memo(function RowToggle(props: {
  readonly text: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}): ReactNode {
  const Chevron = props.isOpen ? ChevronDown : ChevronRight;
  return (
    <Button
      look="subtle"
      size="small"
      ariaLabel={`Details of ${props.text}`}
      isExpanded={props.isOpen}
      onPress={props.onToggle}
    >
      <Chevron className="block" aria-hidden="true" />
    </Button>
  );
});

const ShortKey = memo(function ShortKey(props: {
  readonly text: string;
  readonly part: KeyPart;
  readonly schemeId: string | undefined;
  /** The title of the best reading; undefined if none is likely. */
  readonly title: string | undefined;
  readonly ticks: Ticks | undefined;
}): ReactNode {
  const { text, part, schemeId, title, ticks } = props;
  const segments = useMemo(() => keyAnatomy(schemeId, part, text), [schemeId, part, text]);
  return (
    <article className={css.short} aria-label={title ?? 'No known scheme'}>
      <span className="clip">
        <KeyAnatomy segments={segments} />
      </span>
      <span>{ticks === undefined ? 'no time' : <InstantText instant={ticks} />}</span>
      <span className={css.distance}>{ticks === undefined ? '' : <Distance ticks={ticks} />}</span>
      <span className={css.shortTitle}>{title ?? 'no known scheme'}</span>
    </article>
  );
});

/** One of many keys, as a line that opens to its card. If there are 200 of them, a keystroke redraws only those that changed. */
export const KeyRow = memo(Row, isSameRow);

/** The query for rows whose keys have the same time: with the scheme, all its prefixes, and the interval of the key. */
function formOf(current: QueryForm, found: FoundKey, reading: KeyReading): QueryForm | undefined {
  const asked = readingQuery(found.text, found.part, reading);
  if (asked === undefined) return undefined;
  const { scheme, volume, window, textBefore } = asked;
  // The last tick of the year 9999 has no next instant at which a window could end.
  if (window.from >= MAX_TICKS) return undefined;
  const readAs = (part: KeyPart) => scheme.read(found.text, part, {});
  const isTableName = !readAs('partition') && !readAs('row') && readAs('table') !== undefined;
  return {
    ...EMPTY_FORM,
    endpoint: current.endpoint,
    table: isTableName ? found.text : (found.tableName ?? current.table),
    // A time in the table name says nothing about the form of the keys, so Query detects that.
    scheme: scheme.timeSource === 'table' ? '' : scheme.id,
    volume,
    ...(!isTableName &&
      textBefore !== undefined &&
      (scheme.timeSource === 'row'
        ? { rk: textBefore, rkMatch: 'begins' as const }
        : { pk: textBefore, pkMatch: 'begins' as const })),
    from: ticksToIso(window.from),
    to: ticksToIso(clampTicks(window.to)),
    windowGiven: true,
  };
}

/** Opens Query for the interval of a key. Sends nothing by itself. */
function QueryLink(props: { readonly found: FoundKey; readonly reading: KeyReading }): ReactNode {
  const { query } = useServices();
  const form = formOf(useStore(query), props.found, props.reading);
  if (form === undefined) return undefined;
  return (
    <a className={css.queryLink} href={writeHash(QUERY_VIEW, formToParams(form))}>
      Query this interval
    </a>
  );
}
