import type { ReactNode } from 'react';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { cx } from '../../../ui/classes.ts';
import type { BriefFinding } from './findingWords.ts';
import css from './findingChip.module.css';

/** A finding in a few words, as a button: the same in every view. */
export function FindingChip(props: {
  readonly finding: Pick<Finding, 'severity'>;
  readonly words: BriefFinding;
  readonly isLit: boolean;
  readonly onPress: () => void;
}): ReactNode {
  const { title, detail } = props.words;
  return (
    <button
      type="button"
      className={cx(css.chip, props.finding.severity === 'fault' && css.fault)}
      aria-pressed={props.isLit}
      onClick={props.onPress}
    >
      <b>{title}</b>
      {detail !== '' && <span className={css.detail}>{detail}</span>}
    </button>
  );
}
