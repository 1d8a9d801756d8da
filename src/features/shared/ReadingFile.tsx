import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { ProgressCount } from '../../ui/feedback/ProgressCount.tsx';
import { LINE_BOUNDS } from '../../ui/text/textParts.ts';
import { wordsOf } from '../../ui/text/VisibleText.tsx';
import css from './shared.module.css';
import { useGroupActions } from './useActions.ts';
import { useWindowKey } from './keyOwners.ts';

/** Shows how far a file or a pasted list was read, in counts. Esc or the button ends the reading. */
export function ReadingFile(props: {
  readonly name: string;
  readonly progress: { readonly bytesRead: number; readonly bytesTotal: number } | undefined;
  readonly words: string;
  readonly onCancel: () => void;
}): ReactNode {
  const { name, progress, words, onCancel } = props;
  useGroupActions('File', [['file.cancel', 'Cancel reading the file', onCancel, 'Esc']]);
  useWindowKey((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
  });
  return (
    <div className={css.reading}>
      <h2>{wordsOf(name, LINE_BOUNDS)}</h2>
      <ProgressCount
        label={`Bytes of ${name} read`}
        done={progress?.bytesRead ?? 0}
        total={progress?.bytesTotal}
        unit="bytes"
      />
      <p className="third">{wordsOf(words)}</p>
      <Button onPress={onCancel} shortcut="Esc">
        Cancel
      </Button>
    </div>
  );
}
