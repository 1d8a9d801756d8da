import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../classes.ts';
import css from './Notice.module.css';
import { wordsOf } from '../text/VisibleText.tsx';

export type NoticeTone = 'info' | 'warning' | 'error' | 'success';

export interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title: string;
  /** What the event concerns, and why it happened. */
  readonly children?: ReactNode | undefined;
  /** What to do now. */
  readonly nextStep?: ReactNode | undefined;
  readonly actions?: ReactNode | undefined;
  /** Announced as soon as it appears, because it answers something the user just did. */
  readonly isLive?: boolean | undefined;
}

const ICONS: Readonly<Record<NoticeTone, ReactNode>> = {
  info: <Info aria-label="Note:" />,
  warning: <TriangleAlert aria-label="Warning:" />,
  error: <CircleAlert aria-label="Error:" />,
  success: <CircleCheck aria-label="Done:" />,
};

/** A notice in the page flow, never a toast: what happened, what it concerns, and the next step. */
export function Notice(props: NoticeProps): ReactNode {
  const role = props.tone === 'error' ? 'alert' : 'status';
  return (
    <div
      className={cx(css.notice, props.tone !== 'info' && css[props.tone])}
      role={props.isLive === true ? role : undefined}
    >
      {ICONS[props.tone]}
      <div className="column grow breaks gap4">
        <p className="strong">{wordsOf(props.title)}</p>
        {props.children !== undefined && <div className="second">{wordsOf(props.children)}</div>}
        {props.nextStep !== undefined && <div>{wordsOf(props.nextStep)}</div>}
        {props.actions !== undefined && <div className={css.actions}>{props.actions}</div>}
      </div>
    </div>
  );
}
