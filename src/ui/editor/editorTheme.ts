import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The page's look through its CSS variables, which reach into a shadow root and follow the theme. */
export function editorTheme(mostLines: number): Extension {
  const maxHeight = `${1.125 * mostLines}rem`;
  return EditorView.theme({
    '&': { backgroundColor: 'transparent', color: 'var(--text)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { font: '0.75rem / 1.125rem var(--font-mono)', maxHeight, overflow: 'auto' },
    '.cm-content': { padding: '0', caretColor: 'var(--text)' },
    '.cm-line': { padding: '0' },
    '.cm-specialChar': { color: 'var(--key-invisible)' },
    '.piece-operator, .piece-logic': { color: 'var(--link)' },
    '.piece-text, .piece-typed': { color: 'var(--key-subsecond)' },
    '.piece-number, .piece-named': { color: 'var(--key-inverted-subsecond)' },
    '.piece-comment': { color: 'var(--text-3)' },
    '.piece-function, .piece-broken': { color: 'var(--danger)' },
    '.cm-lintRange': { backgroundImage: 'none', paddingBottom: '0' },
    '.cm-lintRange-error': {
      textDecoration: 'underline wavy var(--danger-line)',
      textUnderlineOffset: '3px',
    },
    '.cm-lintRange-warning': {
      textDecoration: 'underline wavy var(--warn-line)',
      textUnderlineOffset: '3px',
    },
    '.cm-lintRange-info': { textDecoration: 'underline dotted var(--text-3)', textUnderlineOffset: '3px' },
    '.cm-lintPoint:after': { borderBottomColor: 'var(--danger-line)' },
    '.cm-tooltip': {
      padding: '4px',
      border: '1px solid var(--line)',
      borderRadius: 'var(--radius)',
      backgroundColor: 'var(--overlay)',
      color: 'var(--text)',
      font: '0.75rem / 1.125rem var(--font-body)',
    },
    '.cm-tooltip.cm-tooltip-hover': { maxWidth: 'min(30rem, 100vw - 32px)', overflowWrap: 'anywhere' },
    '.cm-diagnostic': { padding: '2px 4px', borderLeft: '0' },
    '.cm-tooltip.cm-tooltip-autocomplete.cm-tooltip-below': { marginTop: 'var(--below-field, 0)' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': {
      maxHeight: '15rem',
      minWidth: '12rem',
      font: '0.75rem / 1.125rem var(--font-mono)',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
      display: 'flex',
      gap: '16px',
      justifyContent: 'space-between',
      padding: '3px 8px',
      borderRadius: '3px',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      backgroundColor: 'var(--selected)',
      color: 'var(--link)',
      outline: '1px solid transparent',
    },
    '.cm-completionDetail': { marginLeft: '0', color: 'var(--text-3)', fontStyle: 'normal' },
    '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  });
}

/** Styles for what is next to the editor in its shadow root. */
const ROOT_STYLE = `
:host { display: block; }
.frame { position: relative; padding: 5px 10px; }
.placeholder {
  position: absolute; inset: 5px 10px auto; overflow: hidden; pointer-events: none;
  color: var(--text-3); font: 0.75rem / 1.125rem var(--font-mono); text-overflow: ellipsis; white-space: nowrap;
}
.frame[data-filled] .placeholder { display: none; }
`;

/** Fills the root with the frame of the editor. */
export function frameIn(root: ShadowRoot, placeholder: string): HTMLElement {
  const style = new CSSStyleSheet();
  style.replaceSync(ROOT_STYLE);
  root.adoptedStyleSheets = [style];
  const frame = document.createElement('div');
  frame.className = 'frame';
  const hint = document.createElement('div');
  hint.className = 'placeholder';
  hint.setAttribute('aria-hidden', 'true');
  hint.textContent = placeholder;
  frame.append(hint);
  root.replaceChildren(frame);
  return frame;
}
