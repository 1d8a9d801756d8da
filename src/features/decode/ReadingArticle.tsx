import type { ReactNode } from 'react';
import type { KeyReading } from '../../core/keys/base/scheme.ts';
import { distanceText, durationText } from '../../core/time/durationText.ts';
import { formatInstant } from '../../core/time/formatInstant.ts';
import { type Ticks, TICKS_PER_SECOND, ticksFromUnixMs, ticksToIso } from '../../core/time/ticks.ts';
import { CopyLatest } from './InstantForms.tsx';
import { InstantText } from '../../ui/keys/InstantText.tsx';
import { VisibleText, wordsOf } from '../../ui/text/VisibleText.tsx';
import { useServices } from '../shared/services.tsx';
import css from './decode.module.css';

export interface ReadingArticleProps {
  readonly reading: KeyReading;
  /** True for the first reading, which is larger. */
  readonly isBest: boolean;
  /** The present, for "how long ago", in milliseconds since the Unix epoch. */
  readonly nowMs: number;
  /** Shown below the best reading: forms to copy, and a way to Query. */
  readonly children?: ReactNode;
}

/** One way to understand a key: the instant, the reason, and what else the key says. */
export function ReadingArticle(props: ReadingArticleProps): ReactNode {
  const { reading, isBest } = props;
  return (
    <article className={css.reading} data-best={isBest ? '' : undefined} aria-label={reading.title}>
      <ReadingTime reading={reading} isBest={isBest} nowMs={props.nowMs} />
      <p className={css.why}>
        <strong>{wordsOf(reading.title)}</strong>
        <span className="inline gap6 code" title="Confidence, 0 to 1">
          <meter className={css.meter} min={0} max={1} value={reading.confidence} aria-label="Confidence" />
          {reading.confidence.toFixed(2)}
        </span>
        <span>{wordsOf(reading.reason)}</span>
      </p>
      <Fields fields={reading.fields} />
      {props.children}
    </article>
  );
}

function ReadingTime(props: Omit<ReadingArticleProps, 'children'>): ReactNode {
  const { reading, isBest, nowMs } = props;
  const { ticks, window } = reading;
  if (ticks === undefined && window === undefined) return <p className={css.noTime}>No time in this key.</p>;
  if (ticks !== undefined) {
    return (
      <>
        <TimeLine ticks={ticks} size={isBest ? 'large' : 'normal'} nowMs={nowMs} />
        {window !== undefined && (
          <p className={css.window}>
            covers {durationText(window.to - window.from)} and ends before <InstantText instant={window.to} />
          </p>
        )}
      </>
    );
  }
  return (
    window !== undefined && (
      <>
        <TimeLine ticks={window.from} size={isBest ? 'large' : 'normal'} nowMs={nowMs} lead="from" />
        <TimeLine ticks={window.to} size={isBest ? 'large' : 'normal'} nowMs={nowMs} lead="before" />
        <p className={css.window}>an interval of {durationText(window.to - window.from)}</p>
      </>
    )
  );
}

/** How far a time is from now. Anything within a second counts as now, because the clock of the labels ticks once a second. */
export function distanceWords(ticks: Ticks, nowMs: number): string {
  const now = ticksFromUnixMs(nowMs);
  const isNow = ticks - now < TICKS_PER_SECOND && now - ticks < TICKS_PER_SECOND;
  return isNow ? 'now' : distanceText(ticks, now);
}

/** An instant in UTC with a copy button, how far it is from now, and the local time. */
export function TimeLine(props: {
  readonly ticks: Ticks;
  readonly size: 'large' | 'normal';
  readonly nowMs: number;
  readonly lead?: string;
}): ReactNode {
  const { ticks } = props;
  const { localZone } = useServices();
  const local = formatInstant(ticks, localZone);
  return (
    <div className={css.instant}>
      {props.lead !== undefined && <span className={css.lead}>{props.lead}</span>}
      <span className={css.utc}>
        <InstantText instant={ticks} size={props.size} />
        <CopyLatest label="Copy time" text={ticksToIso(ticks)} />
      </span>
      <span className={css.distance}>{distanceWords(ticks, props.nowMs)}</span>
      <span className="second">
        {local.zone === 'Z' ? (
          'local time is UTC'
        ) : (
          <>
            local <InstantText instant={local} /> {localZone}
          </>
        )}
      </span>
    </div>
  );
}

function Fields({ fields }: { readonly fields: KeyReading['fields'] }): ReactNode {
  if (fields.size === 0) return undefined;
  return (
    <dl className={css.fields}>
      {[...fields].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <VisibleText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
