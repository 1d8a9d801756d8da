import type { ReactNode } from 'react';
import { Kbd } from '../ui/controls/Kbd.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import css from './app.module.css';

interface ShortcutLine {
  readonly keys: readonly string[];
  readonly does: string;
}

const SECTIONS: readonly { readonly title: string; readonly lines: readonly ShortcutLine[] }[] = [
  {
    title: 'Anywhere',
    lines: [
      { keys: ['?'], does: 'This sheet' },
      { keys: ['Tab', 'Shift Tab'], does: 'Next, previous control' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    title: 'Query',
    lines: [
      { keys: ['Shift Enter', 'Ctrl Enter'], does: 'Run the query, from any field' },
      { keys: ['Esc'], does: 'Cancel a run in progress; what has arrived stays' },
    ],
  },
  {
    title: 'Prefix by time',
    lines: [
      { keys: ['\u2190', '\u2192', '\u2191', '\u2193'], does: 'Move the cursor; each cell is read out' },
      { keys: ['Home', 'End'], does: 'First, last column' },
    ],
  },
  {
    title: 'Requests over time',
    lines: [
      {
        keys: ['\u2190', '\u2192', '\u2191', '\u2193'],
        does: 'Move from request to request; each is read out',
      },
      { keys: ['N', 'Shift N'], does: 'Next, previous that was throttled or failed' },
      { keys: ['+', '-', 'F'], does: 'Zoom in, out, to the request' },
      { keys: ['Shift \u2190', 'Shift \u2192'], does: 'Back, on in time' },
      { keys: ['Backspace', 'R'], does: 'The stretch before; the whole run' },
    ],
  },
  {
    title: 'Rows',
    lines: [
      { keys: ['\u2190', '\u2192', '\u2191', '\u2193'], does: 'Move from cell to cell' },
      { keys: ['PageUp', 'PageDown'], does: 'A screen up, down' },
      { keys: ['Ctrl Home', 'Ctrl End'], does: 'First, last row' },
      { keys: ['Enter'], does: 'Show the whole entity' },
      { keys: ['Ctrl C'], does: 'Copy the cell, exactly' },
    ],
  },
];

export function KeyboardSheet(props: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}): ReactNode {
  return (
    <Dialog title="Keyboard shortcuts" isOpen={props.isOpen} onOpenChange={props.onOpenChange} size="wide">
      <div className={css.sheet}>
        {SECTIONS.map((section) => (
          <section key={section.title}>
            <h3>{section.title}</h3>
            <dl>
              {section.lines.map((line) => (
                <div key={line.does} className={css.sheetLine}>
                  <dt>
                    {line.keys.map((key) => (
                      <Kbd key={key} keys={key} />
                    ))}
                  </dt>
                  <dd>{line.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
