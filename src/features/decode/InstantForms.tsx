import { type ReactNode, memo, useCallback, useEffect, useRef } from 'react';
import {
  type Ticks,
  FILETIME_EPOCH_TICKS,
  invertTicks,
  TICKS_PER_MS,
  TICKS_PER_SECOND,
  ticksToIso,
  UNIX_EPOCH_TICKS,
} from '../../core/time/ticks.ts';
import css from './decode.module.css';
import { floorDiv } from '../../core/bigints.ts';
import { padNumber } from '../../core/keys/base/digits.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';

/** The instant as .NET and other software prints it, each form with a copy button. */
export function InstantForms({ ticks }: { readonly ticks: Ticks }): ReactNode {
  return (
    <dl className={css.forms} aria-label="The same instant in other forms">
      {instantForms(ticks).map(({ name, text, lost }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="thin breaks code">
              {text}
              {lost !== undefined && <span className={css.lost}> {lost}</span>}
            </span>
            <CopyLatest label={`Copy ${name}`} text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An instant in the form in which some software writes it. */
interface InstantForm {
  readonly name: string;
  readonly text: string;
  /** What was cut off because the form cannot hold it. */
  readonly lost?: string;
}

/** DateTime.ToBinary: bits 62 and 63 are the kind; 01 is Utc, 00 Unspecified. */
const BINARY_UTC = 1n << 62n;

/** Whole units since 1970, rounded down like DateTimeOffset.ToUnixTime... does. */
function unixForm(name: string, ticks: Ticks, unit: bigint): InstantForm {
  const since = ticks - UNIX_EPOCH_TICKS;
  const count = floorDiv(since, unit);
  const rest = since - count * unit;
  const lost = rest === 0n ? {} : { lost: `${rest} ${rest === 1n ? 'tick' : 'ticks'} cut` };
  return { name, text: String(count), ...lost };
}

/** The forms that .NET and other software prints, exact to the tick if the form can hold that. FILETIME begins in 1601. */
export function instantForms(ticks: Ticks): readonly InstantForm[] {
  return [
    { name: '.NET "o"', text: ticksToIso(ticks) },
    { name: 'Ticks', text: String(ticks) },
    { name: 'Ticks, D19', text: padNumber(ticks, 19) },
    { name: 'MaxValue - ticks', text: padNumber(invertTicks(ticks), 19) },
    ...(ticks < FILETIME_EPOCH_TICKS
      ? []
      : [{ name: 'FILETIME', text: String(ticks - FILETIME_EPOCH_TICKS) }]),
    { name: 'ToBinary, Utc', text: String(ticks + BINARY_UTC) },
    unixForm('Unix ms', ticks, TICKS_PER_MS),
    unixForm('Unix s', ticks, TICKS_PER_SECOND),
  ];
}

/**
 * A small copy button for a text that changes as a user types. It takes the text when it is pressed and is not drawn again for it: a
 * button costs ten times the text beside it.
 */
export function CopyLatest({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const take = useCallback(() => latest.current, []);
  return <CopyTaken label={label} take={take} />;
}

const CopyTaken = memo(function CopyTaken(props: {
  readonly label: string;
  readonly take: () => string;
}): ReactNode {
  return <CopyButton label={props.label} text={props.take} size="small" />;
});
