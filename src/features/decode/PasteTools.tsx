import { memo, type ReactNode } from 'react';
import type { KeyPart } from '../../core/keys/base/scheme.ts';
import { writeHash } from '../../state/address/hashAddress.ts';
import { lookOf, NOT_IN_LINK, TOO_LONG_TO_CHECK } from '../../state/base/secrets.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import css from './decode.module.css';
import { EncodeButton, type EncodeFold, OpenFile } from './StartChoices.tsx';
import { CopyAction } from '../shared/CopyAction.tsx';
import { useServices } from '../shared/services.tsx';
import type { DecodeForm } from '../../state/decode/decodeStore.ts';

/** The field of the Decode view, and its tools, which load later. */
export interface PasteBoxProps extends EncodeFold {
  readonly form: DecodeForm;
  readonly onChange: (change: Partial<DecodeForm>) => void;
  /** Called with a file, or with a text that is too long for the field. */
  readonly onBulk: (source: string | Blob, name: string) => void;
  readonly onClear: () => void;
  /** What was found in the text, in a few words. */
  readonly count: string;
  readonly canClear: boolean;
  /** Nothing was typed yet, so only the field is shown. */
  readonly isStart: boolean;
}

const DECODE_VIEW = 'decode';
/** The longest text that Copy link puts into an address, in UTF-8 bytes. */
const LINK_BYTES = 2048;
const PARTS: readonly { readonly id: string; readonly label: string; readonly part: KeyPart | undefined }[] =
  [
    { id: 'any', label: 'Part: any', part: undefined },
    { id: 'partition', label: 'PartitionKey', part: 'partition' },
    { id: 'row', label: 'RowKey', part: 'row' },
    { id: 'table', label: 'Table name', part: 'table' },
  ];

function linkOf(text: string): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}${writeHash(DECODE_VIEW, [['text', text]])}`;
}

function isTooLong(text: string): boolean {
  return text.length > LINK_BYTES || new TextEncoder().encode(text).length > LINK_BYTES;
}

/** Why a text cannot be put into a link, in words; undefined if it can. */
function linkFault(text: string): string | undefined {
  if (isTooLong(text)) return 'Over 2 KB: too long for a link';
  const look = lookOf(text);
  return look === 'long' ? TOO_LONG_TO_CHECK : look && NOT_IN_LINK;
}

/**
 * Fields for what the text does not say about its keys, and buttons for what can be done with it. Its parts are redrawn only if they
 * change.
 */
export function PasteTools(props: PasteBoxProps): ReactNode {
  const { form, onChange, onBulk, onClear, canClear, isEncodeOpen, onEncode } = props;
  const fault = linkFault(form.text);
  return (
    <>
      <TableHint tableName={form.tableName} onChange={onChange} />
      <PartHint part={form.part} onChange={onChange} />
      <span className="rest" />
      <EncodeButton isEncodeOpen={isEncodeOpen} onEncode={onEncode} />
      <OpenFile onBulk={onBulk} />
      {fault !== undefined && <span className={css.count}>{fault}</span>}
      <CopyLink isDisabled={form.text === '' || fault !== undefined} />
      <ClearButton isDisabled={!canClear} onClear={onClear} />
    </>
  );
}

const TableHint = memo(function TableHint(props: {
  readonly tableName: string;
  readonly onChange: PasteBoxProps['onChange'];
}): ReactNode {
  return (
    <span className={css.tableHint}>
      <TextField
        label="Table name"
        value={props.tableName}
        onChange={(tableName) => props.onChange({ tableName })}
        hideLabel
        placeholder="Table name, if known"
      />
    </span>
  );
});

function PartHint(props: {
  readonly part: KeyPart | undefined;
  readonly onChange: PasteBoxProps['onChange'];
}): ReactNode {
  return (
    <select
      className={css.partHint}
      aria-label="Part of the key"
      value={PARTS.find(({ part }) => part === props.part)?.id}
      onChange={(event) =>
        props.onChange({ part: PARTS.find(({ id }) => id === event.currentTarget.value)?.part })
      }
    >
      {PARTS.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}

const CopyLink = memo(function CopyLink({ isDisabled }: { readonly isDisabled: boolean }): ReactNode {
  const { decode } = useServices();
  return (
    <CopyAction
      action={['decode.link', 'Decode', 'Copy a link to this text']}
      label="Copy link"
      face="Copy link"
      look="subtle"
      text={() => linkOf(decode.get().text)}
      isDisabled={isDisabled}
    />
  );
});

const ClearButton = memo(function ClearButton(props: {
  readonly isDisabled: boolean;
  readonly onClear: () => void;
}): ReactNode {
  return (
    <Button look="subtle" isDisabled={props.isDisabled} onPress={props.onClear}>
      Clear
    </Button>
  );
});
