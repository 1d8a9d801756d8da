import { memo, type ReactNode, useState, useMemo } from 'react';
import { readTypedInstant } from '../../core/time/typedTime.ts';
import { type Ticks, ticksFromUnixMs, ticksToIso, tryIsoToTicks } from '../../core/time/ticks.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { useServices } from '../shared/services.tsx';
import { useZone } from '../shared/shownTime.ts';
import { useGroupActions } from '../shared/useActions.ts';
import { useLate, useDraft } from '../shared/late.ts';
import css from './encode.module.css';
import { EncodeRange } from './EncodeRange.tsx';
import { type EncodedText, type EncodeProps, useFollowed } from './followed.ts';
import { InstantForms, CopyLatest } from './InstantForms.tsx';
import { distanceWords, TimeLine } from './ReadingArticle.tsx';
import type { KeyScheme } from '../../core/keys/base/keyScheme.ts';
import { keyAnatomy } from '../../core/keys/keyAnatomy.ts';
import { roundingWords } from '../../core/keys/base/rounding.ts';
import type { EncodeOptions, KeyPart } from '../../core/keys/base/scheme.ts';
import { Select } from '../../ui/controls/Select.tsx';
import { KeyAnatomy } from '../../ui/keys/KeyAnatomy.tsx';
import { PART_WORDS } from './readingQuery.ts';
import { roundingOption, ROUNDINGS } from './rangeFilters.ts';
import { type KeyOrder, searchKeys, type TimeKeyChoice, timeKeys } from './timeKeys.ts';

type Mode = 'keys' | 'range';

/** Encodes the first time of what was decoded, until another time is typed. */
export function EncodeOfText({ decoded, list, ...rest }: EncodedText): ReactNode {
  return <EncodePane followed={useFollowed(decoded, list)} {...rest} />;
}

/** The reverse direction, next to what was decoded: from a time to keys, or from a window to filters. */
const EncodePane = memo(function EncodePane(props: EncodeProps): ReactNode {
  const [mode, setMode] = useState<Mode>('keys');
  const other = mode === 'keys' ? 'range' : 'keys';
  const title = other === 'keys' ? 'Encode a time' : 'Encode a window';
  useGroupActions('Decode', [['encode.mode', title, () => setMode(other)]]);
  return (
    <section className={css.pane} aria-label="Encode">
      <div className="row apart gap8">
        <h2 className={css.title}>Encode</h2>
        <SegmentedControl
          label="What to encode"
          hideLabel
          size="small"
          segments={[
            { id: 'keys', label: 'A time' },
            { id: 'range', label: 'A window' },
          ]}
          value={mode}
          onChange={setMode}
        />
      </div>
      {mode === 'keys' ? <EncodeTime {...props} /> : <EncodeRange {...props} />}
    </section>
  );
});

function EncodeTime(props: EncodeProps): ReactNode {
  const { nowMs } = useServices();
  // Fixed when the pane opens: a clock under a list of keys would make every key move.
  const [openedAtMs] = useState(nowMs);
  const openedAt = ticksFromUnixMs(openedAtMs);
  const [typed, setTyped] = useState<string>();
  const followed = props.followed.ticks ?? openedAt;
  const now = Math.max(props.nowMs, openedAtMs);
  const text = typed ?? ticksToIso(followed);
  const parsed = readTypedInstant(text, openedAt, useZone().timeZone);
  const ticks = parsed.ok ? parsed.value.ticks : undefined;
  const takeNow = (): void => setTyped(ticksToIso(ticksFromUnixMs(nowMs())));
  const canFollow = typed !== undefined && props.followed.ticks !== undefined;
  const follow = (): void => setTyped(undefined);
  useGroupActions('Decode', [
    ['encode.now', 'Encode the current time', takeNow],
    ['encode.follow', 'Encode the time of the reading', canFollow ? follow : undefined],
  ]);
  return (
    <>
      <div className="grid gap6">
        <TextField
          label="Time to encode"
          labelNote={
            typed === undefined && props.followed.ticks !== undefined ? 'from the reading' : undefined
          }
          value={text}
          onChange={setTyped}
          mono
          focusOnOpen={props.isAsked}
          error={parsed.ok ? undefined : parsed.error}
          description={parsed.ok ? parsed.value.note : undefined}
        />
        <span className="row wrap gap6">
          <Button size="small" onPress={takeNow}>
            Now
          </Button>
          <PickTime ticks={ticks} onPick={(picked) => setTyped(ticksToIso(picked))} />
          {canFollow && (
            <Button size="small" look="link" onPress={follow}>
              Use the reading
            </Button>
          )}
        </span>
      </div>
      <KeysOfTime
        ticks={ticks}
        nowMs={now}
        isTyped={typed !== undefined || props.followed.ticks === undefined}
        tableName={props.tableName}
        prefix={props.followed.prefix ?? '0'}
      />
    </>
  );
}

/**
 * The keys of the time in the field. While the field holds no time they are only hidden, because making a hundred keys again takes longer
 * than a keystroke.
 */
function KeysOfTime(props: {
  readonly ticks: Ticks | undefined;
  readonly nowMs: number;
  /** True if the time was typed. The forms of a decoded time are already shown with its reading. */
  readonly isTyped: boolean;
  readonly tableName: string;
  readonly prefix: string;
}): ReactNode {
  const { ticks, nowMs } = props;
  const [known, setKnown] = useState(ticks);
  if (ticks !== undefined && ticks !== known) setKnown(ticks);
  const late = useLate(known);
  if (known === undefined) return undefined;
  return (
    <article className={css.keysOfTime} aria-label="Keys of this time" hidden={ticks === undefined}>
      {props.isTyped ? (
        <>
          <TimeLine ticks={known} size="normal" nowMs={nowMs} />
          <InstantForms ticks={known} />
        </>
      ) : (
        <p className="second">{distanceWords(known, nowMs)}</p>
      )}
      <EncodeKeys ticks={late ?? known} tableName={props.tableName} prefix={props.prefix} />
    </article>
  );
}

/** The browser's own picker of a time, with seconds, in UTC. */
function PickTime(props: {
  readonly ticks: Ticks | undefined;
  readonly onPick: (ticks: Ticks) => void;
}): ReactNode {
  const shown = props.ticks === undefined ? '' : ticksToIso(props.ticks).slice(0, 19);
  return (
    <input
      type="datetime-local"
      className={css.pick}
      aria-label="Pick a time, UTC"
      title="Pick a time, UTC"
      step={1}
      min="0001-01-01T00:00:00"
      max="9999-12-31T23:59:59"
      value={shown}
      onChange={(event) => {
        const { value } = event.currentTarget;
        const picked = tryIsoToTicks(value.length === 16 ? `${value}:00Z` : `${value}Z`);
        if (picked.ok) props.onPick(picked.value);
      }}
    />
  );
}

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
  /** The prefix of the decoded key, until another one is typed. */
  readonly prefix: string;
}

/** The keys of a time in every scheme, by family, with the options of schemes that have some. Not redrawn when the clock ticks. */
const EncodeKeys = memo(AllKeys);

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
        <SegmentedControl label="Key order" segments={ORDERS} value={order} onChange={setOrder} />
      </div>
      <SearchedKeys {...late} />
    </>
  );
}

/** Separate from the options, so that typing in the search does not redraw those: they take longer to draw than the remaining keys. */
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
        <span className={css.keyName}>
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
