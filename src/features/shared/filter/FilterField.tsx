import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { faultText } from '../../../core/result.ts';
import { type FieldErrorLike, FieldFault, FieldWarning } from '../../../ui/controls/FieldFrame.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import type {
  Caret,
  EditorHelp,
  EditorLanguage,
  mountEditor,
  MountedEditor,
} from '../../../ui/editor/mountEditor.ts';
import { useElementSize } from '../../../ui/useElementSize.ts';
import { useLoaded } from '../late.ts';
import fieldCss from '../../../ui/controls/field.module.css';
import css from './filterField.module.css';

export interface FilterFieldProps {
  /** The exact accessible name. */
  readonly label: string;
  /** Screen readers announce the label, but it is not shown. */
  readonly hideLabel?: boolean;
  readonly labelNote?: ReactNode;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: () => void;
  readonly onFocus?: () => void;
  readonly placeholder?: string;
  readonly error?: FieldErrorLike | undefined;
  readonly warning?: string | undefined;
  /** Whether the text may contain line breaks. */
  readonly isMultiline?: boolean;
  readonly help: EditorHelp;
  /** Default: the language of filters. */
  readonly language?: EditorLanguage;
}

type Mount = typeof mountEditor;

async function loadEditor(): Promise<Mount> {
  return (await import('../../../ui/editor/mountEditor.ts')).mountEditor;
}

/** The caret of a field that was removed while it had the focus, until the user presses anything. */
let left: (Caret & { readonly label: string }) | undefined;

function forget(): void {
  left = undefined;
}

function leaveCaret(label: string, caret: Caret | undefined): void {
  if (caret === undefined) return;
  left = { label, ...caret };
  for (const press of ['pointerdown', 'keydown'])
    document.addEventListener(press, forget, { capture: true, once: true });
}

/**
 * The caret for a field that takes the place of a removed one: the editor that has loaded, or that of an answer in SQL, which is another
 * result. By then the focus may be on the part of the page around it, where the page puts a focus that was lost.
 */
function takeCaret(label: string): Caret | undefined {
  if (left?.label !== label || document.activeElement?.matches('body, main, section, aside') !== true)
    return undefined;
  const caret = left;
  forget();
  return caret;
}

/** A field for a filter. It is a plain field until its editor has loaded, and stays one if the editor cannot be loaded. */
export function FilterField(props: FilterFieldProps): ReactNode {
  const loaded = useLoaded(loadEditor, true);
  return loaded.state === 'loaded' ? <Editor {...props} mount={loaded.value} /> : <PlainField {...props} />;
}

function PlainField(props: FilterFieldProps): ReactNode {
  const { label, hideLabel, labelNote, value, onChange, onBlur, placeholder, error, warning } = props;
  const box = useRef<(HTMLInputElement & HTMLTextAreaElement) | null>(null);
  useLayoutEffect(() => {
    const input = box.current;
    if (input === null) return undefined;
    const caret = takeCaret(label);
    if (caret !== undefined) {
      input.focus();
      input.setSelectionRange(caret.from, caret.to);
    }
    return () => {
      const isFocused = document.activeElement === input;
      leaveCaret(
        label,
        isFocused ? { from: input.selectionStart ?? 0, to: input.selectionEnd ?? 0 } : undefined,
      );
    };
  }, [label]);
  return (
    <TextField
      {...{ label, hideLabel, labelNote, value, onChange, onBlur, placeholder, error, warning }}
      mono
      rows={props.isMultiline === true ? 2 : undefined}
      ref={box}
    />
  );
}

/** What a screen reader says after the name of the field: the fault or the warning below it. */
function noteOf(error: FieldErrorLike | undefined, warning: string | undefined): string {
  if (error === undefined) return warning ?? '';
  return typeof error === 'string' ? error : faultText(error);
}

function Editor({ mount, ...props }: FilterFieldProps & { readonly mount: Mount }): ReactNode {
  const { label, value, error, warning, help } = props;
  const host = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedEditor>(undefined);
  const below = useRef<HTMLDivElement>(null);
  const { height } = useElementSize(below);
  // The list of suggestions must open below the words under the field, not over them.
  const room = { '--below-field': height > 0 ? `calc(${height}px + 0.75rem)` : 0 } as CSSProperties;
  const [told, setTold] = useState(0);
  const content = { text: value, told, note: noteOf(error, warning), isInvalid: error !== undefined, help };
  const now = useEffectEvent(() => ({ props, content }));
  useLayoutEffect(() => {
    if (host.current === null) return undefined;
    const first = now();
    const own = mount(
      host.current,
      {
        label,
        placeholder: first.props.placeholder ?? '',
        isMultiline: first.props.isMultiline === true,
        language: first.props.language,
        onChange: (text, count) => {
          // The order matters: whatever draws the new count must know the new text, too.
          now().props.onChange(text);
          setTold(count);
        },
        onBlur: () => now().props.onBlur?.(),
        onFocus: () => now().props.onFocus?.(),
      },
      first.content,
    );
    mounted.current = own;
    const caret = takeCaret(label);
    if (caret !== undefined) own.focus(caret);
    return () => {
      leaveCaret(label, own.caret());
      own.destroy();
    };
  }, [mount, label]);
  const { text, note, isInvalid } = content;
  useEffect(
    () => mounted.current?.show({ text, told, note, isInvalid, help }),
    [text, told, note, isInvalid, help],
  );
  return (
    <div className="column thin">
      {props.hideLabel !== true && (
        <div className={fieldCss.label}>
          <span aria-hidden="true">{label}</span>
          {props.labelNote}
        </div>
      )}
      <div
        className={`${fieldCss.box} ${css.box}`}
        data-invalid={isInvalid || undefined}
        data-tall={props.isMultiline || undefined}
      >
        <div ref={host} className={css.host} style={room} data-editor={label} />
      </div>
      <div ref={below}>
        {error !== undefined && <FieldFault error={error} text={value} />}
        {error === undefined && warning !== undefined && <FieldWarning text={warning} />}
      </div>
    </div>
  );
}
