import { type ReactNode, useMemo, useState } from 'react';
import { keyAnatomy } from '../../core/keys/keyAnatomy.ts';
import type { EncodeOptions } from '../../core/keys/base/scheme.ts';
import type { Ticks } from '../../core/time/ticks.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { KeyAnatomy } from '../../ui/keys/KeyAnatomy.tsx';
import { useDraft } from '../shared/useDraft.ts';
import css from './encode.module.css';
import { PART_WORDS } from './partWords.ts';
import { roundingOption, ROUNDINGS } from './roundings.ts';
import { type KeyOrder, type TimeKey, timeKeys } from './timeKeys.ts';

const ORDERS: readonly { readonly id: KeyOrder; readonly label: string }[] = [
  { id: 'any', label: 'Any' },
  { id: 'ascending', label: 'Forward' },
  { id: 'descending', label: 'Inverted' },
];

/** Prefixes of the largest event volume are 0 .. 99. */
const PREFIX = /^\d{1,2}$/;

/** The keys of a time in every scheme, by family; options where a scheme has them. */
export function EncodeKeys(props: {
  readonly ticks: Ticks;
  readonly tableName: string;
  /** The prefix of the key that was decoded, until another is typed. */
  readonly prefix: string;
}): ReactNode {
  const [prefix, setPrefix] = useDraft(props.prefix);
  const [rounding, setRounding] = useState('');
  const [order, setOrder] = useState<KeyOrder>('any');
  const [search, setSearch] = useState('');
  const { ticks } = props;
  const tableName = props.tableName.trim();
  const families = useMemo(() => {
    const options: EncodeOptions = {
      ...(PREFIX.test(prefix) ? { prefix: Number(prefix) } : {}),
      ...roundingOption(rounding),
      ...(tableName === '' ? {} : { tableName }),
    };
    return timeKeys(ticks, { options, order, search });
  }, [ticks, prefix, rounding, order, search, tableName]);
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
      <TextField
        label="Filter schemes"
        hideLabel
        value={search}
        onChange={setSearch}
        placeholder="Filter: serilog, unix, inverted, 0634 ..."
      />
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
              {family.keys.map((key) => (
                <EncodedKey key={`${key.scheme.id} ${key.part}`} encoded={key} />
              ))}
            </tbody>
          ))}
        </table>
        {families.length === 0 && <p className={css.none}>No scheme fits this filter at this time.</p>}
      </div>
    </>
  );
}

function EncodedKey({ encoded }: { readonly encoded: TimeKey }): ReactNode {
  const { scheme, part, key, isWhole } = encoded;
  const segments = useMemo(() => keyAnatomy(scheme.id, part, key), [scheme, part, key]);
  return (
    <tr className={css.key}>
      <td>
        <span className={css.keyName} title={scheme.rounding}>
          <strong>{scheme.title}</strong> {PART_WORDS[part]}
          {!isWhole && ', begins with'}
          <span className={css.rounding}>{scheme.rounding}</span>
        </span>
        <KeyAnatomy segments={segments} wrap />
      </td>
      <td className={css.copy}>
        <CopyButton label={`Copy ${scheme.title} ${PART_WORDS[part]}`} text={key} size="small" />
      </td>
    </tr>
  );
}
