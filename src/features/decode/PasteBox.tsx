import { countText } from '../../core/words.ts';
import { type ClipboardEvent, type DragEvent, type InputEvent, type ReactNode, useState } from 'react';
import { PlainTextArea } from '../../ui/controls/PlainTextArea.tsx';
import { useLoaded } from '../shared/services.tsx';
import css from './decode.module.css';
import { isBulkText } from './decoded.ts';
import type { PasteBoxProps } from './PasteTools.tsx';

// These are first shown with a text, so they load right after the first screen.
const loadPasteTools = () => import('./PasteTools.tsx').then((module) => module.PasteTools);

function lineCountText(text: string): string {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return `${countText(lines)} pasted ${lines === 1 ? 'line' : 'lines'}`;
}

/** Handles pasted and dropped text. A text of many lines goes to the worker and never into the field. */
function intake({ onChange, onBulk }: Pick<PasteBoxProps, 'onChange' | 'onBulk'>) {
  const take = (text: string): void => {
    if (isBulkText(text)) onBulk(text, lineCountText(text));
    else onChange({ text });
  };
  return {
    take,
    paste: (event: ClipboardEvent): void => {
      const file = event.clipboardData.files[0];
      const text = event.clipboardData.getData('text/plain');
      if (file === undefined && !isBulkText(text)) return;
      // A million lines in a text area would stop the tab.
      event.preventDefault();
      if (text !== '') take(text);
      else if (file !== undefined) onBulk(file, file.name);
    },
    /** The text comes from an input method, dictation or a script. Chromium would insert its lines one by one, which takes minutes. */
    insert: (event: InputEvent): void => {
      if (!isBulkText(event.data)) return;
      event.preventDefault();
      take(event.data);
    },
    drop: (event: DragEvent): void => {
      event.preventDefault();
      const file = event.dataTransfer.files[0];
      if (file === undefined) take(event.dataTransfer.getData('text/plain'));
      else onBulk(file, file.name);
    },
  };
}

/** The field for a typed or pasted text or a dropped file, with its tools once it holds something. */
export function PasteBox(props: PasteBoxProps): ReactNode {
  const { form } = props;
  const [isOver, setOver] = useState(false);
  const { take, paste, insert, drop } = intake(props);
  const tools = useLoaded(loadPasteTools, true);
  return (
    <div
      className={css.input}
      data-over={isOver ? '' : undefined}
      onPasteCapture={paste}
      onBeforeInputCapture={insert}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        drop(event);
      }}
    >
      <PlainTextArea
        label="Paste keys"
        value={form.text}
        onChange={take}
        rows={3}
        placeholder="Paste a key, a log line, a $filter, a table URL, or a time"
      />
      <div className={css.tools}>
        <span className={css.count} role="status">
          {props.count}
        </span>
        {!props.isStart && tools.state === 'loaded' && <tools.value {...props} />}
      </div>
    </div>
  );
}
