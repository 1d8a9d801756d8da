import { memo, type ReactNode, useMemo, useState } from 'react';
import type { KeyScheme } from '../../core/keys/base/keyScheme.ts';
import { keyAnatomy } from '../../core/keys/keyAnatomy.ts';
import { roundingWords } from '../../core/keys/base/rounding.ts';
import type { EncodeOptions, KeyPart } from '../../core/keys/base/scheme.ts';
import type { Ticks } from '../../core/time/ticks.ts';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { KeyAnatomy } from '../../ui/keys/KeyAnatomy.tsx';
import { useDraft } from '../shared/useDraft.ts';
import { useLate } from '../shared/useLate.ts';
import { CopyLatest } from './CopyLatest.tsx';
import css from './encode.module.css';
import { PART_WORDS } from './partWords.ts';
import { roundingOption, ROUNDINGS } from './roundings.ts';
import { type KeyOrder, searchKeys, type TimeKeyChoice, timeKeys } from './timeKeys.ts';

const ORDERS: readonly { readonly id: KeyOrder; readonly label: string }[] = [
  { id: 'any', label: 'Any' },
  { id: 'ascending', label: 'Forward' },
  { id: 'descending', label: 'Inverted' },
];

/** Prefixes of the largest event volume are 0 .. 99. */
const PREFIX = /^\d{1,2}$/;

interface EncodeKeysProps {
  readonly ticks: Ticks;
  readonly tableName: string;
  /** The prefix of the key that was decoded, until another is typed. */
  readonly prefix: string;
}

/** The keys of a time in every scheme, by family; options where a scheme has them. Not drawn again for a clock. */
export const EncodeKeys = memo(AllKeys);

function AllKeys(props: EncodeKeysProps): ReactNode {
  const [prefix, setPrefix] = useDraft(props.prefix);
  const [rounding, setRounding] = useState('');
  const [order, setOrder] = useState<KeyOrder>('any');
  const { ticks } = props;
  const tableName = props.tableName.trim();
  const choice = useMemo((): Omit<KeysTableProps, 'search'> => {
    const options: EncodeOptions = {
      ...(PREFIX.test(prefix) ? { prefix: Number(prefix) } : {}),
      ...roundingOption(rounding),
      tableName: tableName || undefined,
    };
    return { ticks, choice: { options, order } };
  }, [ticks, prefix, rounding, order, tableName]);
  const late = useLate(choice);
  return (
    <>
      <div className={css.options}>
        <TextField
          label="Prefix"
          value={prefix}
          onChange={setPrefix}
          mono
          error={PREFIX.test(prefix) ? undefined : '0 .. 99'}
        />
        <Select label="Rounding" options={ROUNDINGS} value={rounding} onChange={setRounding} />
        <SegmentedControl
          label="Key order"
          segments={ORDERS}
          value={order}
          onChange={(id) => setOrder(ORDERS.find((option) => option.id === id)?.id ?? 'any')}
        />
      </div>
      <SearchedKeys {...late} />
    </>
  );
}

/** Separate from the options, so that typing in the search does not redraw them: they take longer than the keys that remain. */
const SearchedKeys = memo(function SearchedKeys(props: Omit<KeysTableProps, 'search'>): ReactNode {
  const [search, setSearch] = useState('');
  const late = useLate(search);
  return (
    <>
      <TextField
        label="Filter schemes"
        hideLabel
        value={search}
        onChange={setSearch}
        placeholder="Filter: serilog, unix, inverted, 0634 ..."
      />
      <KeysTable {...props} search={late} />
    </>
  );
});

interface KeysTableProps {
  readonly ticks: Ticks;
  readonly choice: TimeKeyChoice;
  readonly search: string;
}

const KeysTable = memo(function KeysTable({ ticks, choice, search }: KeysTableProps): ReactNode {
  const all = useMemo(() => timeKeys(ticks, choice), [ticks, choice]);
  const families = useMemo(() => searchKeys(all, search), [all, search]);
  return (
    <div className={css.families}>
      <table className={css.keys}>
        <colgroup>
          <col />
          <col className={css.copyColumn} />
        </colgroup>
        {families.map((family) => (
          <tbody key={family.title}>
            <tr>
              <th className={css.familyTitle} colSpan={2} scope="rowgroup">
                {family.title}
              </th>
            </tr>
            {family.keys.map(({ scheme, part, key, isWhole }) => (
              <EncodedKey
                key={`${scheme.id} ${part}`}
                scheme={scheme}
                part={part}
                text={key}
                isWhole={isWhole}
              />
            ))}
          </tbody>
        ))}
      </table>
      {families.length === 0 && <p className="second">No scheme fits this filter at this time.</p>}
    </div>
  );
});

interface EncodedKeyProps {
  readonly scheme: KeyScheme;
  readonly part: KeyPart;
  readonly text: string;
  readonly isWhole: boolean;
}

const EncodedKey = memo(function EncodedKey({ scheme, part, text, isWhole }: EncodedKeyProps): ReactNode {
  const segments = useMemo(() => keyAnatomy(scheme.id, part, text), [scheme, part, text]);
  return (
    <tr className={css.key}>
      <td>
        <span className={css.keyName} title={roundingWords(scheme)}>
          <strong>{scheme.title}</strong> {PART_WORDS[part]}
          {!isWhole && ', begins with'}
          <span className={css.rounding}>{roundingWords(scheme)}</span>
        </span>
        <KeyAnatomy segments={segments} wrap />
      </td>
      <td className={css.copy}>
        <CopyLatest label={`Copy ${scheme.title} ${PART_WORDS[part]}`} text={text} />
      </td>
    </tr>
  );
});
