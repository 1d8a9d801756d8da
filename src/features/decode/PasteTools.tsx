import type { ReactNode } from 'react';
import type { KeyPart } from '../../core/keys/base/scheme.ts';
import { writeHash } from '../../state/address/hashAddress.ts';
import { lookOf, NOT_IN_LINK, TOO_LONG_TO_CHECK } from '../../state/base/secrets.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import css from './decode.module.css';
import { EncodeButton, OpenFile } from './fieldButtons.tsx';
import type { PasteBoxProps } from './pasteBoxProps.ts';
import { CopyAction } from '../shared/CopyAction.tsx';

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

/** What the text does not say about its keys, and what can be done with the text. */
export function PasteTools(props: PasteBoxProps): ReactNode {
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
      <CopyAction
        action={['decode.link', 'Decode', 'Copy a link to this text']}
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
