import { memo, type ReactNode, useState } from 'react';
import { readTypedInstant } from '../../core/time/typedTime.ts';
import { type Ticks, ticksFromUnixMs, ticksToIso, tryIsoToTicks } from '../../core/time/ticks.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { useServices } from '../shared/services.tsx';
import { useLate } from '../shared/useLate.ts';
import { useZone } from '../shared/useZone.ts';
import css from './encode.module.css';
import { EncodeKeys } from './EncodeKeys.tsx';
import { EncodeRange } from './EncodeRange.tsx';
import { type EncodedText, type EncodeProps, useFollowed } from './followed.ts';
import { InstantForms } from './InstantForms.tsx';
import { distanceWords, TimeLine } from './ReadingArticle.tsx';
import { useGroupActions } from '../shared/useActions.ts';

type Mode = 'keys' | 'range';

/** Encodes the first time of what was decoded, until another time is typed. */
export function EncodeOfText({ decoded, list, ...rest }: EncodedText): ReactNode {
  return <EncodePane followed={useFollowed(decoded, list)} {...rest} />;
}

/** A time to keys, a window to filters: the other way round, beside what was decoded. */
const EncodePane = memo(function EncodePane(props: EncodeProps): ReactNode {
  const [mode, setMode] = useState<Mode>('keys');
  const other = mode === 'keys' ? 'range' : 'keys';
  const title = other === 'keys' ? 'Encode a time' : 'Encode a window';
  useGroupActions('Decode', [['encode.mode', title, () => setMode(other)]]);
  return (
    <section className={css.pane} aria-label="Encode">
      <div className={css.head}>
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
          onChange={(id) => setMode(id === 'range' ? 'range' : 'keys')}
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
      <div className={css.timeInput}>
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
        <span className={css.quick}>
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
 * The keys of the time in the field. While the field holds no time they are hidden, not dropped: making a hundred keys
 * again takes longer than a keystroke.
 */
function KeysOfTime(props: {
  readonly ticks: Ticks | undefined;
  readonly nowMs: number;
  /** Not for the time of the reading next to it, which already shows these forms. */
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

/** Seconds and the clock of UTC, in the browser's own picker. */
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
