import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  completionStatus,
  moveCompletionSelection,
  pickedCompletion,
  selectedCompletionIndex,
  setSelectedCompletion,
} from '@codemirror/autocomplete';
import { forceLinting, linter } from '@codemirror/lint';
import { EditorState, type Extension, StateEffect } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { FilterCompletion, FilterOffer } from '../../core/odata/edit/completeFilter.ts';
import { filterPieces, type PieceKind } from '../../core/odata/edit/filterPieces.ts';
import type { FilterProblem } from '../../core/odata/edit/filterProblems.ts';
import { createTextEcho, editorHistory, setByPage } from './editorHistory.ts';
import { isColouredInPart, nearPieces } from './nearPieces.ts';
import { editorTheme, frameIn } from './editorTheme.ts';

/** A hint about a part of the text, shown when the pointer is over it. */
export interface EditorHint {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

/** What the page tells the editor about a text. It is all computed in the page; the editor sends nothing over the network. */
export interface EditorHelp {
  readonly complete: (text: string, caret: number) => FilterCompletion | undefined;
  readonly problems: (text: string) => readonly FilterProblem[];
  readonly hint: (text: string, at: number) => EditorHint | undefined;
  /** The text reformatted; undefined if it cannot be parsed yet. */
  readonly format: (text: string) => string | undefined;
}

/** A language other than that of filters, such as SQL. */
export interface EditorLanguage {
  readonly colours: Extension;
  readonly sources: readonly CompletionSource[];
}

export interface EditorOptions {
  /** The accessible name, exactly. */
  readonly label: string;
  readonly placeholder: string;
  readonly isMultiline: boolean;
  readonly language?: EditorLanguage | undefined;
  /** `told`: how many texts the editor has reported so far. The page must render for each of them, with this number. */
  readonly onChange: (text: string, told: number) => void;
  readonly onBlur: () => void;
  readonly onFocus: () => void;
}

/** A text, and what the editor shows about it. */
export interface EditorContent {
  readonly text: string;
  /** How many texts from the editor the page had received when it rendered this one. */
  readonly told: number;
  /** What is wrong with the text; screen readers read it after the name. */
  readonly note: string;
  readonly isInvalid: boolean;
  readonly help: EditorHelp;
}

/** Called each time it is needed, because more becomes known about the table. */
type HelpNow = () => EditorHelp;

/** A place in a text, or a part of it, in UTF-16 units. */
export interface Caret {
  readonly from: number;
  readonly to: number;
}

export interface MountedEditor {
  /** Shows the content that the page rendered. The editor's text is replaced only if the page set another one. */
  readonly show: (content: EditorContent) => void;
  readonly focus: (caret: Caret) => void;
  /** The caret, or what is selected. Undefined without the focus. */
  readonly caret: () => Caret | undefined;
  readonly destroy: () => void;
}

/** A change of more characters than this was pasted or cleared, not typed, so no list opens. */
const MOST_TYPED = 2;

const MARKS = new Map<PieceKind, Decoration>();

function markOf(kind: PieceKind): Decoration {
  const mark = MARKS.get(kind) ?? Decoration.mark({ class: `piece-${kind}` });
  MARKS.set(kind, mark);
  return mark;
}

function coloured(view: EditorView): DecorationSet {
  const { doc, selection } = view.state;
  const pieces = nearPieces(filterPieces(doc.toString()), doc.length, selection.main.head);
  return Decoration.set(pieces.map(({ kind, from, to }) => markOf(kind).range(from, to)));
}

const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = coloured(view);
    }
    update(update: ViewUpdate): void {
      const isMoved = update.selectionSet && isColouredInPart(update.state.doc.length);
      if (update.docChanged || isMoved) this.decorations = coloured(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function completionOf(offer: FilterOffer): Completion {
  const { label, detail, insert, kind, caret = insert.length } = offer;
  return {
    label,
    detail,
    type: kind,
    apply: (view, completion, from, to) => {
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + caret },
        userEvent: 'input.complete',
        annotations: pickedCompletion.of(completion),
        scrollIntoView: true,
      });
    },
  };
}

const SUGGESTIONS = { icons: false, interactionDelay: 0 };

/**
 * Where Enter begins a line, a list that opens while somebody types selects nothing, so that Enter accepts only what was chosen with the
 * arrows or asked for with Ctrl+Space. Tab accepts the first, also of a list that opens a moment later. Without a list, Tab leaves the
 * field.
 */
function chosenCompletions({ sources }: EditorLanguage): Extension {
  let isAsked = false;
  /** Whether Tab was pressed while the list was computed. */
  let isTabbed = false;
  const noteAsked = ({ explicit }: CompletionContext): null => {
    isAsked = explicit;
    return null;
  };
  const accept = (view: EditorView): boolean =>
    acceptCompletion(view) || (moveCompletionSelection(true)(view) && acceptCompletion(view));
  const acceptOrWait = (view: EditorView): boolean => {
    const status = completionStatus(view.state);
    isTabbed = status === 'pending';
    return accept(view) || status !== null;
  };
  return [
    keymap.of([{ key: 'Tab', run: acceptOrWait }]),
    autocompletion({ ...SUGGESTIONS, override: [noteAsked, ...sources], selectOnOpen: false }),
    EditorView.updateListener.of(({ state, view, docChanged }) => {
      const status = completionStatus(state);
      const accepts = isTabbed && !docChanged && status === 'active';
      isTabbed &&= !docChanged && status === 'pending';
      if (accepts) accept(view);
      if (!isAsked || status !== 'active') return;
      isAsked = false;
      if (selectedCompletionIndex(state) === null) view.dispatch({ effects: setSelectedCompletion(0) });
    }),
  ];
}

function completions(help: HelpNow, language: EditorLanguage | undefined): Extension {
  let typed = 0;
  const source = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    if (!explicit && typed > MOST_TYPED) return null;
    const found = help().complete(state.doc.toString(), pos);
    if (found === undefined) return null;
    return { from: found.from, to: found.to, options: found.offers.map(completionOf), filter: false };
  };
  return [
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      typed = 0;
      if (update.transactions.some((one) => one.annotation(pickedCompletion) !== undefined)) return;
      update.changes.iterChanges((fromA, toA, from, to) => (typed += Math.max(toA - fromA, to - from)));
    }),
    language === undefined
      ? // Enter does nothing else here, so it accepts a suggestion at once, however new the list is.
        autocompletion({ ...SUGGESTIONS, override: [source], activateOnCompletion: () => true })
      : chosenCompletions(language),
    // Close the list when the focus leaves. One that is still being computed would otherwise open later, over the controls below.
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        if (completionStatus(view.state) === 'pending') queueMicrotask(() => closeCompletion(view));
      },
    }),
  ];
}

/** Keeps the text on one line: line breaks become blanks, however they arrive. */
function oneLine(): Extension {
  return EditorState.transactionFilter.of((transaction) => {
    if (transaction.newDoc.lines === 1) return transaction;
    const text = transaction.newDoc.toString();
    const changes = [...text.matchAll(/\n/g)].map(({ index }) => ({
      from: index,
      to: index + 1,
      insert: ' ',
    }));
    return [transaction, { changes, sequential: true }];
  });
}

/** The text of an input that the browser would insert with inline styles; undefined: it inserts plain text. */
function styledInsert({ inputType, data }: InputEvent, view: EditorView): string | undefined {
  if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') return '\n';
  // Text that replaces coloured text would keep the colour.
  const isOver = inputType === 'insertText' && !view.composing && !view.state.selection.main.empty;
  return isOver ? (data ?? undefined) : undefined;
}

/**
 * Inserts line breaks that do not come from the Enter key, and text over a selection, as plain text: the page's policy
 * blocks the browser's inline styles.
 */
function plainInserts(): Extension {
  return EditorView.domEventHandlers({
    beforeinput: (event, view) => {
      const text = styledInsert(event, view);
      if (text === undefined) return false;
      event.preventDefault();
      view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
      return true;
    },
  });
}

function keys(isMultiline: boolean, help: HelpNow): Extension {
  const format = (view: EditorView): boolean => {
    const text = view.state.doc.toString();
    const formatted = help().format(text);
    if (formatted !== undefined && formatted !== text) {
      view.dispatch({ changes: { from: 0, to: text.length, insert: formatted }, userEvent: 'input.format' });
    }
    return true;
  };
  const newLine = (view: EditorView): boolean => {
    if (isMultiline) view.dispatch(view.state.replaceSelection('\n'), { scrollIntoView: true });
    return true;
  };
  // Running a text ends its suggestions, including those that are still being computed: otherwise they would take the next Esc.
  const endSuggestions = (view: EditorView): boolean => {
    closeCompletion(view);
    return false;
  };
  return keymap.of([
    { key: 'Enter', run: newLine },
    { key: 'Shift-Enter', run: endSuggestions },
    { key: 'Mod-Enter', run: endSuggestions },
    { key: 'Shift-Alt-f', run: format, preventDefault: true },
  ]);
}

function textNode(words: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-diagnostic';
  box.textContent = words;
  return box;
}

function hints(help: HelpNow): Extension {
  return hoverTooltip((view, pos) => {
    const hint = help().hint(view.state.doc.toString(), pos);
    if (hint === undefined) return null;
    return { pos: hint.from, end: hint.to, create: () => ({ dom: textNode(hint.words) }) };
  });
}

/** The page knows more about the same text, such as what a run said about it. */
const newHelp = StateEffect.define();

function problems(help: HelpNow): Extension {
  return linter(
    (view) => {
      const text = view.state.doc.toString();
      return help()
        .problems(text)
        .map(({ severity, from, to, message }) => ({
          severity,
          message,
          from: Math.min(from, text.length),
          to: Math.min(to, text.length),
        }));
    },
    {
      delay: 100,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some((effect) => effect.is(newHelp))),
    },
  );
}

/**
 * A text editor in an open shadow root, so that its constructable style sheets need no exception in the page's policy.
 * Keys that run the query or leave the field belong to the page, such as Tab.
 */
export function mountEditor(host: HTMLElement, options: EditorOptions, first: EditorContent): MountedEditor {
  // Focusing the host focuses the text inside it.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  const frame = frameIn(root, options.placeholder);
  const echo = createTextEcho(first.told);
  let content = first;
  const help: HelpNow = () => content.help;
  const attributes = (): Record<string, string> => ({
    'aria-label': options.label,
    'aria-multiline': String(options.isMultiline),
    'aria-invalid': String(content.isInvalid),
    // An attribute, because a text element would repeat what is already on the page.
    ...(content.note === '' ? {} : { 'aria-description': content.note }),
    spellcheck: 'false',
    autocorrect: 'off',
    autocapitalize: 'off',
  });
  const mark = (text: string): void => {
    frame.toggleAttribute('data-filled', text !== '');
  };
  const view = new EditorView({
    root,
    parent: frame,
    doc: first.text,
    extensions: [
      keys(options.isMultiline, help),
      completions(help, options.language),
      editorHistory(),
      problems(help),
      hints(help),
      options.language?.colours ?? colours,
      highlightSpecialChars(),
      EditorView.lineWrapping,
      editorTheme(options.isMultiline ? 7 : 3),
      plainInserts(),
      options.isMultiline ? [] : oneLine(),
      EditorView.contentAttributes.of(attributes),
      EditorView.domEventHandlers({ blur: options.onBlur, focus: options.onFocus }),
      EditorView.updateListener.of((update) => {
        // While the list is open, Esc closes it instead of cancelling a run.
        host.toggleAttribute('data-closes-by-escape', completionStatus(update.state) === 'active');
        if (!update.docChanged) return;
        const text = update.state.doc.toString();
        mark(text);
        if (update.transactions.some((one) => one.annotation(setByPage) === true)) return;
        options.onChange(text, echo.told());
      }),
    ],
  });
  mark(first.text);
  // The text must be the first focusable element, and its caret must stay where it is.
  view.scrollDOM.removeAttribute('tabindex');
  host.focus = () => view.focus();
  // The host passes the focus on to the text, so it need not be a tab stop. It is one because code that searches the page for the next tab
  // stop cannot see inside the host.
  host.tabIndex = 0;
  return {
    show: (next) => {
      const effects = next.help === content.help ? [] : newHelp.of(null);
      content = next;
      const text = view.state.doc.toString();
      const isSame = echo.isOlder(next.told) || text === next.text;
      const changes = isSame ? undefined : { from: 0, to: text.length, insert: next.text };
      view.dispatch({ effects, ...(changes !== undefined && { changes, annotations: setByPage.of(true) }) });
      mark(isSame ? text : next.text);
      forceLinting(view);
    },
    caret: () => {
      const { from, to } = view.state.selection.main;
      return view.hasFocus ? { from, to } : undefined;
    },
    focus: ({ from, to }) => {
      view.focus();
      const { length } = view.state.doc;
      view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) } });
    },
    destroy: () => view.destroy(),
  };
}
