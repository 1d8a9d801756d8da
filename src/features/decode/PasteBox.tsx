import {
  type ClipboardEvent,
  type DragEvent,
  type InputEvent,
  type ReactNode,
  useState,
  useEffect,
  useRef,
} from 'react';
import { useLoaded } from '../shared/late.ts';
import css from './decode.module.css';
import { isBulkText } from './decoded.ts';
import type { PasteBoxProps } from './PasteTools.tsx';
import { cx } from '../../ui/classes.ts';
import { formatPlural } from '../../ui/format.ts';
import field from '../../ui/controls/field.module.css';

// These are first shown with a text, so they load right after the first screen.
const loadPasteTools = () => import('./PasteTools.tsx').then((module) => module.PasteTools);

function lineCountText(text: string): string {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return formatPlural(lines, 'pasted line');
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
      <KeyField text={form.text} onChange={take} />
      <div className={css.tools}>
        <span className={css.count} role="status">
          {props.count}
        </span>
        {!props.isStart && tools.state === 'loaded' && <tools.value {...props} />}
      </div>
    </div>
  );
}

/**
 * The field for keys, which takes the focus when it appears. It looks like TextField, of which the parts of React Aria load later than the
 * first screen.
 */
function KeyField(props: { readonly text: string; readonly onChange: (text: string) => void }): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus({ preventScroll: true }), []);
  return (
    <div className="column thin">
      <div className={cx(field.box, field.tall)}>
        <textarea
          ref={area}
          className={cx(field.input, field.mono)}
          aria-label="Paste keys"
          value={props.text}
          onChange={(event) => props.onChange(event.target.value)}
          rows={3}
          placeholder="Paste a key, a log line, a $filter, a table URL, or a time"
          spellCheck={false}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
        />
      </div>
    </div>
  );
}
