import type { ReactNode } from 'react';
import type { BulkSummary } from '../../core/keys/bulk/bulkTypes.ts';
import { durationText } from '../../core/time/durationText.ts';
import { clampTicks } from '../../core/time/ticks.ts';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { InstantText } from '../../ui/keys/InstantText.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import css from './bulk.module.css';
import { prefixWords, roundingWords } from './bulkWords.ts';

const SHOWN = 5;
const SHOWN_UNREADABLE = 100;

/** What a list of keys holds, fact by fact. */
export function BulkSummaryList({ summary }: { readonly summary: BulkSummary }): ReactNode {
  const { span } = summary;
  return (
    <dl className={css.facts} aria-label="Summary">
      <Fact name="Schemes">
        <ul>
          {summary.schemes.map(({ schemeId, title, keys, firstLine }) => (
            <li key={schemeId}>
              {title}: {formatPlural(keys, 'key')}
              <span className={css.dim}> from line {formatCount(firstLine)}</span>
            </li>
          ))}
          {summary.schemes.length === 0 && <li>none</li>}
        </ul>
      </Fact>
      <Fact name="Time span">
        {span === undefined ? (
          'no time in these keys'
        ) : (
          <>
            <InstantText instant={span.first} /> to <InstantText instant={span.last} />
            <span className={css.dim}> {durationText(span.last - span.first)}</span>
          </>
        )}
      </Fact>
      <Fact name="Rounding">{roundingWords(summary)}</Fact>
      <Fact name="Prefixes">{prefixWords(summary)}</Fact>
      <Gaps summary={summary} />
      <Duplicates summary={summary} />
      <Unreadable summary={summary} />
    </dl>
  );
}

function Fact(props: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className={css.fact}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

function Gaps({ summary: { gaps } }: { readonly summary: BulkSummary }): ReactNode {
  if (gaps.total === 0) return <Fact name="Gaps">none</Fact>;
  const above = gaps.aboveTicks === undefined ? '' : ` longer than ${durationText(gaps.aboveTicks)}`;
  const longest = gaps.longest.toSorted((a, b) => (b.to - b.from > a.to - a.from ? 1 : -1)).slice(0, SHOWN);
  return (
    <Fact name="Gaps">
      {formatPlural(gaps.total, 'gap')}
      {above}
      <ul>
        {longest.map(({ from, to }) => (
          <li key={String(from)}>
            {durationText(to - from)}: <InstantText instant={clampTicks(from)} /> to{' '}
            <InstantText instant={clampTicks(to)} />
          </li>
        ))}
      </ul>
    </Fact>
  );
}

function Duplicates({ summary: { duplicates } }: { readonly summary: BulkSummary }): ReactNode {
  if (duplicates.repeats === 0) return <Fact name="Duplicates">none</Fact>;
  return (
    <Fact name="Duplicates">
      {formatPlural(duplicates.repeats, 'repeat')} of {formatPlural(duplicates.repeatedKeys, 'key')}
      <ul>
        {duplicates.most.slice(0, SHOWN).map(({ text, count, firstLine }) => (
          <li key={text}>
            {formatCount(count)} times{' '}
            <code>
              <VisibleText text={text} />
            </code>
            <span className={css.dim}> from line {formatCount(firstLine)}</span>
          </li>
        ))}
      </ul>
    </Fact>
  );
}

function Unreadable({ summary: { unreadable } }: { readonly summary: BulkSummary }): ReactNode {
  if (unreadable.total === 0) return <Fact name="Unreadable lines">none</Fact>;
  return (
    <Fact name="Unreadable lines">
      {formatCount(unreadable.total)}
      <ul className={css.unreadable} aria-label="Unreadable lines" tabIndex={0}>
        {unreadable.first.slice(0, SHOWN_UNREADABLE).map(({ line, text }) => (
          <li key={line}>
            line {formatCount(line)}{' '}
            <code>
              <VisibleText text={text} />
            </code>
          </li>
        ))}
        {unreadable.total > SHOWN_UNREADABLE && (
          <li className={css.dim}>and {formatCount(unreadable.total - SHOWN_UNREADABLE)} more</li>
        )}
      </ul>
    </Fact>
  );
}
