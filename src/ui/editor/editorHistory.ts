import {
  Annotation,
  type ChangeSet,
  type EditorSelection,
  type Extension,
  StateField,
  type Transaction,
} from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

/** A change that can be undone: what to apply, and the selection to restore. */
interface Step {
  readonly changes: ChangeSet;
  readonly selection: EditorSelection;
  /** The kind of typing, and where the caret was after it: more of the same extends this step. */
  readonly kind: string | undefined;
  readonly caret: number;
}

interface Steps {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

const NONE: Steps = { done: [], undone: [] };
const MOST_STEPS = 200;

/** Marks a text that the page sets, such as that of a link: typing before it cannot be undone. */
export const setByPage = Annotation.define<true>();
const byHistory = Annotation.define<'undo' | 'redo'>();

function kindOf(transaction: Transaction): string | undefined {
  return ['input.type', 'delete.backward', 'delete.forward'].find((kind) => transaction.isUserEvent(kind));
}

/** Whether a blank was typed, which starts a new step. */
function isBlank(transaction: Transaction): boolean {
  let blank = false;
  transaction.changes.iterChanges((_fromA, _toA, _fromB, _toB, inserted) => {
    blank ||= /^\s/u.test(inserted.toString());
  });
  return blank;
}

function stepOf(transaction: Transaction): Step {
  return {
    changes: transaction.changes.invert(transaction.startState.doc),
    selection: transaction.startState.selection,
    kind: kindOf(transaction),
    caret: transaction.newSelection.main.head,
  };
}

function withStep({ done }: Steps, transaction: Transaction): Steps {
  const step = stepOf(transaction);
  const last = done.at(-1);
  const joins =
    last?.kind !== undefined &&
    last.kind === step.kind &&
    last.caret === transaction.startState.selection.main.head &&
    !isBlank(transaction);
  if (!joins || last === undefined) return { done: [...done, step].slice(-MOST_STEPS), undone: [] };
  const whole = { ...step, changes: step.changes.compose(last.changes), selection: last.selection };
  return { done: [...done.slice(0, -1), whole], undone: [] };
}

const steps = StateField.define<Steps>({
  create: () => NONE,
  update: (before, transaction) => {
    if (!transaction.docChanged) return before;
    if (transaction.annotation(setByPage) === true) return NONE;
    const how = transaction.annotation(byHistory);
    if (how === undefined) return withStep(before, transaction);
    const opposite = { ...stepOf(transaction), kind: undefined };
    return how === 'undo'
      ? { done: before.done.slice(0, -1), undone: [...before.undone, opposite] }
      : { done: [...before.done, opposite], undone: before.undone.slice(0, -1) };
  },
});

function go(view: EditorView, how: 'undo' | 'redo'): boolean {
  const { done, undone } = view.state.field(steps);
  const step = (how === 'undo' ? done : undone).at(-1);
  if (step !== undefined) {
    const { changes, selection } = step;
    view.dispatch({ changes, selection, annotations: byHistory.of(how), scrollIntoView: true });
  }
  // The editor keeps the key even if there is nothing left to undo.
  return true;
}

/** Ctrl+Z undoes typing, Ctrl+Shift+Z or Ctrl+Y redoes it. */
export function editorHistory(): Extension {
  return [
    steps,
    keymap.of([
      { key: 'Mod-z', run: (view) => go(view, 'undo'), preventDefault: true },
      { key: 'Mod-Shift-z', run: (view) => go(view, 'redo'), preventDefault: true },
      { key: 'Mod-y', run: (view) => go(view, 'redo'), preventDefault: true },
    ]),
  ];
}

/** Distinguishes the page's echo of typed text from a text that the page sets itself. */
export interface TextEcho {
  /** Called when the editor reports a text. Returns how many it has reported so far. */
  readonly told: () => number;
  /** Whether the page rendered before it knew everything that was typed; `told`: how many texts it knew then. */
  readonly isOlder: (told: number) => boolean;
}

/**
 * The page echoes typed text only after a render, and more may have been typed since, so an older render must not
 * replace newer text. The page renders again for each text that is reported. Comparing texts is not enough, because the
 * page may set one that was typed or shown before.
 */
export function createTextEcho(toldBefore: number): TextEcho {
  let count = toldBefore;
  return {
    told: () => {
      count += 1;
      return count;
    },
    isOlder: (told) => told < count,
  };
}
