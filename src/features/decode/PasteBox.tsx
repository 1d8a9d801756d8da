import { countText } from '../../core/words.ts';
import {
  type ClipboardEvent,
  type DragEvent,
  type InputEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import type { KeyPart } from '../../core/keys/base/scheme.ts';
import type { DecodeForm } from '../../state/decode/decodeStore.ts';
import { writeHash } from '../../state/address/hashAddress.ts';
import { lookOf, NOT_IN_LINK, TOO_LONG_TO_CHECK } from '../../state/base/secrets.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import css from './decode.module.css';
import { isBulkText } from './decodeText.ts';

const DECODE_VIEW = 'decode';
/** Longest text that Copy link puts into an address, in UTF-8 bytes. */
const LINK_BYTES = 2048;
const PARTS: readonly { readonly id: string; readonly label: string; readonly part: KeyPart | undefined }[] =
  [
    { id: 'any', label: 'Part: any', part: undefined },
    { id: 'partition', label: 'PartitionKey', part: 'partition' },
    { id: 'row', label: 'RowKey', part: 'row' },
    { id: 'table', label: 'Table name', part: 'table' },
  ];

export interface PasteBoxProps {
  readonly form: DecodeForm;
  readonly onChange: (change: Partial<DecodeForm>) => void;
  /** A text too long to be typed, or a file. */
  readonly onBulk: (source: string | Blob, name: string) => void;
  readonly onClear: () => void;
  /** What was found, in a few words. */
  readonly count: string;
  readonly canClear: boolean;
  /** Nothing was typed yet: the field alone. */
  readonly isStart: boolean;
  readonly isEncodeOpen: boolean;
  readonly onEncode: () => void;
}

function lineCountText(text: string): string {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return `${countText(lines)} pasted lines`;
}

function linkOf(text: string): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}${writeHash(DECODE_VIEW, [['text', text]])}`;
}

function isTooLong(text: string): boolean {
  return text.length > LINK_BYTES || new TextEncoder().encode(text).length > LINK_BYTES;
}

/** Why a text is in no link, in words; undefined: it can be. */
function linkFault(text: string): string | undefined {
  if (isTooLong(text)) return 'Over 2 KB: too long for a link';
  const look = lookOf(text);
  return look === 'long' ? TOO_LONG_TO_CHECK : look && NOT_IN_LINK;
}

/** The ways a text comes in at once, rather than typed: one of many lines never reaches the field, it goes to the worker. */
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
    /** An input method, dictation or a script: Chromium would insert the lines one by one, for minutes. */
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

/** The one field, for typed or pasted text or a dropped file, with its tools once it holds something. */
export function PasteBox(props: PasteBoxProps): ReactNode {
  const { form } = props;
  const [isOver, setOver] = useState(false);
  const { take, paste, insert, drop } = intake(props);
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
      <TextField
        label="Paste keys"
        hideLabel
        value={form.text}
        onChange={take}
        rows={3}
        mono
        focusOnOpen
        placeholder="Paste a key, a log line, a $filter, a table URL, or a time"
      />
      <div className={css.tools}>
        <span className={css.count} role="status">
          {props.count}
        </span>
        {!props.isStart && <PasteTools {...props} />}
      </div>
    </div>
  );
}

/** What the text does not say about its keys, and what can be done with the text. */
function PasteTools(props: PasteBoxProps): ReactNode {
  const { form, onChange, onBulk, onClear, canClear } = props;
  const fault = linkFault(form.text);
  return (
    <>
      <span className={css.tableHint}>
        <TextField
          label="Table name"
          value={form.tableName}
          onChange={(tableName) => onChange({ tableName })}
          hideLabel
          placeholder="Table name, if known"
        />
      </span>
      <select
        className={css.partHint}
        aria-label="Part of the key"
        value={PARTS.find(({ part }) => part === form.part)?.id}
        onChange={(event) =>
          onChange({ part: PARTS.find(({ id }) => id === event.currentTarget.value)?.part })
        }
      >
        {PARTS.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <span className={css.gap} />
      <EncodeButton {...props} />
      <OpenFile onBulk={onBulk} />
      {fault !== undefined && <span className={css.count}>{fault}</span>}
      <CopyButton
        label="Copy link"
        face="Copy link"
        look="subtle"
        text={() => linkOf(form.text)}
        isDisabled={form.text === '' || fault !== undefined}
      />
      <Button look="subtle" isDisabled={!canClear} onPress={onClear}>
        Clear
      </Button>
    </>
  );
}

/** The other way round, folded until wanted: a time or a window to keys. */
export function EncodeButton(props: Pick<PasteBoxProps, 'isEncodeOpen' | 'onEncode'>): ReactNode {
  return (
    <Button look="subtle" isExpanded={props.isEncodeOpen} onPress={props.onEncode}>
      Encode
    </Button>
  );
}

export function OpenFile({ onBulk }: Pick<PasteBoxProps, 'onBulk'>): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Key file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) onBulk(file, file.name);
          event.currentTarget.value = '';
        }}
      />
      <Button look="subtle" onPress={() => picker.current?.click()}>
        Open file
      </Button>
    </>
  );
}
