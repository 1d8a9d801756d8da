import { type InstantSlot, readIsoBytes } from '../bytes/instantBytes.ts';
import { FORM_NULL, FORM_STRING } from '../bytes/jsonBytes.ts';
import { TYPE_DATETIME } from '../page/typeTable.ts';
import type { EntityStore } from '../store/entityStore.ts';
import { VALUE_ABSENT, VALUE_TWICE } from '../store/propertyReader.ts';
import type { InstantSource, LeftOutReason } from './chartTypes.ts';
import { type NumberColumn, NumberColumnBuilder, STEP } from './numberColumn.ts';
import type { Steps } from '../../steps.ts';

const TICKS_PER_SECOND = 10_000_000;
/** Up to this many seconds (about 28 years), a difference is exact as a Double of ticks. */
const EXACT_SECONDS = 900_000_000;

/** Reads a row's instant into the slot. Returns why there is none; undefined if there is one. */
type InstantReader = (row: number, into: InstantSlot) => LeftOutReason | undefined;

const ABSENT: LeftOutReason = { kind: 'absent' };

function readerOf(store: EntityStore, source: InstantSource): InstantReader {
  if (source.kind === 'arrival') return (row, into) => (store.readTimestamp(row, into) ? undefined : ABSENT);
  if (source.kind === 'property') return propertyInstant(store, source.name);
  const { kind } = source;
  return (row, into) => {
    const times = store.times(kind);
    const seconds = times.secondsAt(row);
    if (Number.isNaN(seconds)) return ABSENT;
    into.seconds = seconds;
    into.fraction = times.fractionAt(row);
    return undefined;
  };
}

function propertyInstant(store: EntityStore, name: string): InstantReader {
  const read = store.propertyReader(name);
  return (row, into) => {
    const reference = read(row);
    if (reference === VALUE_ABSENT) return ABSENT;
    if (reference === VALUE_TWICE) return { kind: 'twice' };
    const { bytes, form, from, to, type } = store.valueAt(reference);
    if (form === FORM_NULL) return { kind: 'null' };
    const isInstant = type === TYPE_DATETIME && form <= FORM_STRING && readIsoBytes(bytes, from, to, into);
    return isInstant ? undefined : { kind: 'type', type: store.typeNames[type] ?? '' };
  };
}

/**
 * The time from one instant of each row to another, in ticks; below zero if the second is earlier.
 * @yields after a few thousand rows
 */
export function* durations(
  store: EntityStore,
  rowCount: number,
  { from, to }: { readonly from: InstantSource; readonly to: InstantSource },
): Steps<NumberColumn> {
  const made = new NumberColumnBuilder(rowCount);
  const [readFrom, readTo] = [readerOf(store, from), readerOf(store, to)];
  const start: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };
  const end: InstantSlot = { seconds: 0, fraction: 0, digits: 0 };
  for (let row = 0; row < rowCount; row++) {
    const why = readFrom(row, start) ?? readTo(row, end);
    if (why === undefined)
      setDifference(made, row, end.seconds - start.seconds, end.fraction - start.fraction);
    else made.leaveOut(row, why);
    if (row % STEP === STEP - 1) yield undefined;
  }
  return yield* made.finish();
}

function setDifference(made: NumberColumnBuilder, row: number, seconds: number, fraction: number): void {
  if (Math.abs(seconds) < EXACT_SECONDS) {
    made.set(row, seconds * TICKS_PER_SECOND + fraction + 0);
    return;
  }
  const ticks = BigInt(seconds) * BigInt(TICKS_PER_SECOND) + BigInt(fraction);
  const nearest = Number(ticks);
  made.set(row, nearest, Number(ticks - BigInt(nearest)));
}
