import { type ReactNode, useState } from 'react';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import field from '../../../ui/controls/field.module.css';
import css from './credential.module.css';
import type { Fix } from './tokenFixes.ts';

/** Commands for the same fix in several tools, with a copy button: one is shown, the others are one key press away. */
export function FixTabs({
  fixes,
  label,
}: {
  readonly fixes: readonly Fix[];
  readonly label?: string;
}): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const fix = fixes.find(({ title }) => title === chosen) ?? fixes[0];
  if (fix === undefined) return undefined;
  return (
    <div>
      {label !== undefined && <div className={field.label}>{label}</div>}
      <div className={css.fix}>
        <div className={css.fixHead}>
          <SegmentedControl
            label={label ?? 'Fix with'}
            hideLabel
            size="small"
            segments={fixes.map(({ title }) => ({ id: title, label: title }))}
            value={fix.title}
            onChange={setChosen}
          />
          <CopyButton label={`Copy ${fix.title}`} face="Copy" look="subtle" size="small" text={fix.code} />
        </div>
        {/* Lines wrap without inserted line breaks, which would be copied by hand. It is focusable, so that keys scroll a long text. */}
        <section className={css.fixCode} aria-label={`${fix.title}, text`} tabIndex={0}>
          <pre>{fix.code.split(/(\s+)/u).map(toWord)}</pre>
        </section>
      </div>
    </div>
  );
}

/** A browser may break a line after a hyphen, which would split `--query`. This keeps words whole, and white space as it is. */
function toWord(text: string, at: number): ReactNode {
  return at % 2 === 1 ? (
    text
  ) : (
    <span key={at} className={css.word}>
      {text}
    </span>
  );
}
