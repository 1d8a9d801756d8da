import { type ReactNode, useMemo, useState } from 'react';
import type { KeyScheme } from '../../core/keys/base/keyScheme.ts';
import { takesRounding } from '../../core/keys/base/rounding.ts';
import type { EventVolume, KeyRangeOptions } from '../../core/keys/base/scheme.ts';
import { rowKeyPrefixName } from '../../core/keys/base/schemeSpec.ts';
import { KEY_SCHEMES, schemeById } from '../../core/keys/schemeRegistry.ts';
import {
  clampTicks,
  type Ticks,
  TICKS_PER_HOUR,
  ticksFromUnixMs,
  ticksToIso,
} from '../../core/time/ticks.ts';
import { readTypedInstant } from '../../core/time/typedTime.ts';
import { Checkbox } from '../../ui/controls/Checkbox.tsx';
import { ComboBox } from '../../ui/controls/ComboBox.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { formatPlural } from '../../ui/format.ts';
import { useServices } from '../shared/services.tsx';
import { useZone } from '../shared/shownTime.ts';
import { useDraft } from '../shared/late.ts';
import {
  clockOffsetTicks,
  type RangeFilters,
  rangeFilters,
  roundingOption,
  ROUNDINGS,
} from './rangeFilters.ts';
import type { EncodeProps } from './followed.ts';
import css from './encode.module.css';
import { usualVolume } from './readingQuery.ts';
import { familyOf } from './timeKeys.ts';
import { Words, wordsOf } from '../../ui/text/VisibleText.tsx';
import { CopyAction } from '../shared/CopyAction.tsx';

const OPTIONS = KEY_SCHEMES.filter((scheme) => scheme.timeSource !== 'none').map((scheme) => ({
  id: scheme.id,
  label: scheme.title,
  section: familyOf(scheme.id),
}));
/** The first scheme is the most common one. */
const DEFAULT_SCHEME = OPTIONS[0]?.id ?? '';
const VOLUMES: readonly { readonly id: string; readonly label: string; readonly volume: EventVolume }[] = [
  { id: 'small', label: 'Small 1', volume: 1 },
  { id: 'medium', label: 'Medium 10', volume: 10 },
  { id: 'large', label: 'Large 100', volume: 100 },
];
/** 2024-03-05: a time at which every writer can write keys. */
const ANY_TIME = 638_452_306_200_000_000n;
/** At most this many filters are shown. More of them are copied, not read. */
const SHOWN_FILTERS = 12;

interface Typed {
  readonly schemeId: string;
  readonly volume: EventVolume;
  readonly unprefixed: boolean;
  readonly partitionKey: string;
  /** The text before the time in the key that holds it. */
  readonly rowKeyPrefix: string;
  /** An id in ROUNDINGS. */
  readonly rounding: string;
  /** The writer's clock, as typed: `+02:00`. */
  readonly clock: string;
}

/** Typed options, which override those of the readings and their scheme. */
function choiceOf(followed: string | undefined, typed: Partial<Typed>): Typed {
  const schemeId = typed.schemeId ?? followed ?? DEFAULT_SCHEME;
  return {
    schemeId,
    volume: usualVolume(schemeById(schemeId)),
    unprefixed: false,
    partitionKey: '',
    rowKeyPrefix: '',
    rounding: '',
    clock: '',
    ...typed,
  };
}

/** Whether the ranges of a scheme become narrower if the text before the time is known. */
function takesPrefix(scheme: KeyScheme | undefined): boolean {
  return scheme !== undefined && (rowKeyPrefixName(scheme.entry) ?? scheme.textBefore) !== undefined;
}

/** The typed text before the time, as an option of the scheme. */
function prefixOption(scheme: KeyScheme | undefined, text: string): KeyRangeOptions {
  if (text === '' || !takesPrefix(scheme)) return {};
  return scheme?.textBefore !== undefined ? { textBefore: text } : { rowKeyPrefix: text };
}

/** A window of time as the filters that select its keys in one scheme. */
export function EncodeRange(props: Omit<EncodeProps, 'nowMs'>): ReactNode {
  const { nowMs } = useServices();
  const { timeZone } = useZone();
  const [openedAt] = useState(() => ticksFromUnixMs(nowMs()));
  const { window, ticks } = props.followed;
  const start: Ticks = window?.from ?? ticks ?? clampTicks(openedAt - TICKS_PER_HOUR);
  const [from, setFrom] = useDraft(ticksToIso(start));
  const [to, setTo] = useDraft(ticksToIso(window?.to ?? clampTicks(start + TICKS_PER_HOUR)));
  const [typed, setTyped] = useState<Partial<Typed>>({});
  const choice = choiceOf(props.followed.schemeId, typed);
  const first = readTypedInstant(from, openedAt, timeZone);
  const last = readTypedInstant(to, openedAt, timeZone, 'to');
  const isWindow = first.ok && last.ok && first.value.ticks < last.value.ticks;
  const filters = useFilters(
    isWindow ? { from: first.value.ticks, to: last.value.ticks } : undefined,
    choice,
    props.tableName.trim(),
  );
  return (
    <>
      <div className="grid gap6">
        <TextField
          label="Window from"
          value={from}
          onChange={setFrom}
          mono
          error={first.ok ? undefined : first.error}
        />
        <TextField
          label="Window to, not including"
          value={to}
          onChange={setTo}
          mono
          error={last.ok ? (first.ok && !isWindow ? 'Must be after From.' : undefined) : last.error}
        />
      </div>
      <SchemeChoice schemeId={choice.schemeId} onChoose={(schemeId) => setTyped({ ...typed, schemeId })} />
      <SchemeOptions choice={choice} onChange={(next) => setTyped({ ...typed, ...next })} />
      {filters !== undefined && <FilterList filters={filters} />}
    </>
  );
}

/** Whether the time is in the RowKey, and only the reader can name the partitions. Some writers have a fixed partition. */
function isPartitionOpen(scheme: KeyScheme): boolean {
  if (scheme.timeSource !== 'row') return false;
  const [range] = scheme.ranges({ from: ANY_TIME, to: ANY_TIME + 1n }, {});
  return range?.partition.from === undefined;
}

/** What the scheme leaves to the writer: event volume, partition, rounding and clock. */
function SchemeOptions(props: {
  readonly choice: Typed;
  readonly onChange: (change: Partial<Typed>) => void;
}): ReactNode {
  const { choice, onChange } = props;
  const scheme = schemeById(choice.schemeId);
  const before = scheme && rowKeyPrefixName(scheme.entry);
  return (
    <>
      {scheme?.prefixed === true && (
        <div className={css.volume}>
          <SegmentedControl
            label="Event volume of the window"
            hideLabel
            segments={VOLUMES}
            value={VOLUMES.find(({ volume }) => volume === choice.volume)?.id}
            onChange={(id) => onChange({ volume: VOLUMES.find((each) => each.id === id)?.volume ?? 100 })}
          />
          <Checkbox
            label="Also keys without a prefix"
            isSelected={choice.unprefixed}
            onChange={(unprefixed) => onChange({ unprefixed })}
          />
        </div>
      )}
      {scheme !== undefined && isPartitionOpen(scheme) && (
        <TextField
          label="Within PartitionKey"
          value={choice.partitionKey}
          onChange={(partitionKey) => onChange({ partitionKey })}
          mono
        />
      )}
      {takesPrefix(scheme) && (
        <TextField
          label={before === undefined ? 'Text before the time' : `Before the time in the RowKey: ${before}`}
          value={choice.rowKeyPrefix}
          onChange={(rowKeyPrefix) => onChange({ rowKeyPrefix })}
          mono
        />
      )}
      <div className={css.writerOptions}>
        {scheme !== undefined && takesRounding(scheme) && (
          <Select
            label="Rounding of the writer"
            options={ROUNDINGS}
            value={choice.rounding}
            onChange={(rounding) => onChange({ rounding })}
          />
        )}
        <TextField
          label="Clock of the writer"
          value={choice.clock}
          onChange={(clock) => onChange({ clock })}
          mono
          placeholder="UTC, +02:00"
          error={
            clockOffsetTicks(choice.clock) === undefined ? 'Type UTC, or an offset such as +02:00' : undefined
          }
        />
      </div>
    </>
  );
}

function useFilters(
  window: { readonly from: Ticks; readonly to: Ticks } | undefined,
  choice: Typed,
  tableName: string,
): RangeFilters | undefined {
  const { schemeId, volume, unprefixed, partitionKey, rowKeyPrefix, rounding } = choice;
  const scheme = schemeById(schemeId);
  const hasRounding = scheme !== undefined && takesRounding(scheme);
  const clock = clockOffsetTicks(choice.clock);
  const from = window?.from;
  const to = window?.to;
  return useMemo(() => {
    if (from === undefined || to === undefined || clock === undefined) return undefined;
    const options: KeyRangeOptions = {
      volume,
      unprefixed,
      partitionKey: partitionKey || undefined,
      tableName: tableName || undefined,
      ...prefixOption(scheme, rowKeyPrefix),
      ...(clock === 0n ? {} : { clockOffsetTicks: clock }),
      ...(hasRounding ? roundingOption(rounding) : {}),
    };
    return rangeFilters(schemeId, { from, to }, options);
  }, [
    from,
    to,
    schemeId,
    volume,
    unprefixed,
    partitionKey,
    tableName,
    rowKeyPrefix,
    scheme,
    clock,
    hasRounding,
    rounding,
  ]);
}

function SchemeChoice(props: {
  readonly schemeId: string;
  readonly onChoose: (schemeId: string) => void;
}): ReactNode {
  const title = schemeById(props.schemeId)?.title ?? '';
  const [text, setText] = useDraft(title);
  return (
    <ComboBox
      label="Scheme of the window"
      options={OPTIONS}
      text={text}
      onTextChange={setText}
      chosenId={props.schemeId}
      onChoose={(id) => {
        props.onChoose(id);
        setText(schemeById(id)?.title ?? '');
      }}
      onBlur={() => setText(title)}
      emptyText="No scheme has this in its name"
    />
  );
}

function FilterList({ filters: { filters, reasons } }: { readonly filters: RangeFilters }): ReactNode {
  const isEverything = filters.some(({ filter }) => filter === '');
  return (
    <div className="column fill">
      <div className={css.filtersHead}>
        <span className="strong">
          {filters.length === 0
            ? 'This scheme has no keys in the window.'
            : `${formatPlural(filters.length, 'filter')}, ${reasons.length === 0 ? 'exact to the bucket' : 'may include other keys'}`}
        </span>
        {filters.length > 1 && (
          <CopyAction
            action={['encode.copyFilters', 'Decode', 'Copy all filters of the window']}
            label="Copy all filters"
            face="Copy all"
            look="subtle"
            size="small"
            text={() => filters.map(({ filter }) => filter).join('\n')}
          />
        )}
      </div>
      {reasons.map((reason) => (
        <p key={reason} className={css.reason}>
          {reason}
        </p>
      ))}
      {isEverything ? (
        <p className={css.reason}>No filter helps here: the whole table would be read.</p>
      ) : (
        <ul className={css.filterItems} aria-label="Filters of the window" tabIndex={0}>
          {filters.slice(0, SHOWN_FILTERS).map(({ label, filter }) => (
            <li key={`${label} ${filter}`} className={css.filter}>
              {label !== '' && <span className={css.filterLabel}>{wordsOf(label)}</span>}
              <code>
                <Words text={filter} />
              </code>
              <CopyButton label={`Copy filter ${label}`.trim()} text={filter} size="small" />
            </li>
          ))}
          {filters.length > SHOWN_FILTERS && (
            <li className={css.reason}>and {filters.length - SHOWN_FILTERS} more: copy all</li>
          )}
        </ul>
      )}
    </div>
  );
}
