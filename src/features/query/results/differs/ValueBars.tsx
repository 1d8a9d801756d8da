import type { ReactNode } from 'react';
import type { Differences } from '../../../../core/entities/differs/differences.ts';
import { cx } from '../../../../ui/classes.ts';
import { formatShare } from '../../../../ui/format.ts';
import { spokenText } from '../../../../ui/text/textParts.ts';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { countWords } from './differsWords.ts';
import css from './differs.module.css';

/** More characters have a line of their own, above the bars. */
const MOST_BESIDE = 24;

/** How many of the selected rows have a value, above how many of the rest. */
export function ValueBars(props: {
  /** Of the column. */
  readonly name: string;
  readonly words: string;
  readonly rows: { readonly selected: number; readonly rest: number };
  readonly compared: Differences['compared'];
  /** Undefined: several values, which no filter selects. */
  readonly onPress: (() => void) | undefined;
}): ReactNode {
  const { name, words, rows, compared, onPress } = props;
  const selected = rows.selected / Math.max(1, compared.selected);
  const rest = rows.rest / Math.max(1, compared.rest);
  const counts = countWords(rows, compared);
  const look = cx(css.value, words.length > MOST_BESIDE && css.long);
  const line = (
    <>
      <span className={css.words}>
        <VisibleText text={words} />
      </span>
      <span className={css.bars} aria-hidden="true">
        <span className={css.selected} style={{ width: barWidth(selected) }} />
        <span className={css.rest} style={{ width: barWidth(rest) }} />
      </span>
      <strong>{formatShare(selected)}</strong>
      <span>{formatShare(rest)}</span>
    </>
  );
  if (onPress === undefined)
    return (
      <div className={look} title={counts}>
        {line}
      </div>
    );
  return (
    <button
      type="button"
      className={look}
      title={`${words}: ${counts}`}
      aria-label={spokenText(`Select ${name} ${words}: ${counts}`)}
      onClick={onPress}
    >
      {line}
    </button>
  );
}

/** A few rows are still to be seen. */
function barWidth(share: number): string {
  return share === 0 ? '0' : `max(1px, ${share * 100}%)`;
}
