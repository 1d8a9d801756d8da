import { isoText } from '../bytes/instantBytes.ts';
import type { ColumnRef } from './columnRef.ts';
import { valueText } from '../page/pageNames.ts';
import { TYPE_DATETIME, TYPE_STRING } from '../page/typeTable.ts';
import type { CellValue, EntityStore } from '../store/entityStore.ts';
import type { ArenaValue } from '../store/valueArena.ts';
import { VALUE_ABSENT, VALUE_TWICE } from '../store/propertyReader.ts';
import {
  KIND_NUMBER,
  KIND_TEXT,
  KIND_TWICE,
  ONE_SPELLING,
  readSortKey,
  setInstant,
  setText,
  type SortKey,
} from './sortKey.ts';
import type { Steps } from '../../steps.ts';

/** Reads a column of a store. A reference is a number from `referenceOf`; equal references are equal values. */
export interface ColumnReader {
  /** VALUE_ABSENT, VALUE_TWICE, or a reference. */
  readonly referenceOf: (row: number) => number;
  /** Reads where a value sorts, without its text. Returns its type, an index into `EntityStore.typeNames`. */
  readonly keyOf: (reference: number, key: SortKey) => number;
  /** Undefined: the row has two values. */
  readonly valueOf: (reference: number) => CellValue | undefined;
  /** The value as the store holds it; undefined: the value is computed, not stored. The next call reuses the object. */
  readonly storedAt?: (reference: number) => ArenaValue | undefined;
  /** True if each row has a reference of its own. */
  readonly isByRow?: boolean;
  /**
   * By row: 1 if its text matches one of these templates, which may have been found in other rows. Undefined if filters of this
   * column compare values instead.
   * @yields after a few thousand rows
   */
  readonly rowsOf?: (templates: readonly string[]) => Steps<Uint8Array>;
}

/** `ColumnReader.keyOf` of a column of texts. */
export function textKey(_reference: number, key: SortKey): number {
  setText(key, KIND_TEXT);
  return TYPE_STRING;
}

/** References to rows and groups begin after the two special ones. */
const FIRST = VALUE_TWICE + 1;
/** Prefixes that are numbers. With more digits, a Double may not be exact. */
const PREFIX_NUMBER = /^\d{1,15}$/;

export function columnReader(store: EntityStore, ref: ColumnRef): ColumnReader {
  if (ref.fact === 'prefix') return prefixReader(store);
  if (ref.fact === 'time') return timeReader(store);
  if (ref.fact === 'hour') return hourReader(store);
  return ref.name === 'Timestamp' ? timestampReader(store) : propertyColumnReader(store, ref.name);
}

function propertyColumnReader(store: EntityStore, name: string): ColumnReader {
  return {
    referenceOf: store.propertyReader(name),
    keyOf: (reference, key) => {
      if (reference === VALUE_TWICE) {
        setText(key, KIND_TWICE);
        return TYPE_STRING;
      }
      const value = store.valueAt(reference);
      const { type } = value;
      readSortKey(value, key);
      return type;
    },
    valueOf: (reference) => {
      if (reference === VALUE_TWICE) return undefined;
      const { bytes, form, from, to, type } = store.valueAt(reference);
      return { type: store.typeNames[type] ?? '', text: valueText(bytes, form, from, to) };
    },
    storedAt: (reference) => (reference === VALUE_TWICE ? undefined : store.valueAt(reference)),
  };
}

/** The best known time of each row. Few are equal, so each row has a value of its own. */
function timeReader(store: EntityStore): ColumnReader {
  const times = store.times('event');
  return {
    referenceOf: (row) => (Number.isNaN(times.secondsAt(row)) ? VALUE_ABSENT : row + FIRST),
    keyOf: (reference, key) => {
      setInstant(key, times.secondsAt(reference - FIRST), times.fractionAt(reference - FIRST));
      key.spelling = ONE_SPELLING;
      return TYPE_DATETIME;
    },
    valueOf: (reference) => ({
      type: 'Edm.DateTime',
      text: isoText(times.secondsAt(reference - FIRST), times.fractionAt(reference - FIRST), 7),
    }),
    isByRow: true,
  };
}

const HOUR_SECONDS = 3600;

/** The hour of the best known time of each row, in UTC. */
function hourReader(store: EntityStore): ColumnReader {
  const times = store.times('event');
  const startOf = (reference: number): number => (reference - FIRST) * HOUR_SECONDS;
  return {
    referenceOf: (row) => {
      const seconds = times.secondsAt(row);
      return Number.isNaN(seconds) ? VALUE_ABSENT : Math.floor(seconds / HOUR_SECONDS) + FIRST;
    },
    keyOf: (reference, key) => {
      setInstant(key, startOf(reference), 0);
      key.spelling = ONE_SPELLING;
      return TYPE_DATETIME;
    },
    valueOf: (reference) => ({ type: 'Edm.DateTime', text: isoText(startOf(reference), 0, 0) }),
  };
}

function timestampReader(store: EntityStore): ColumnReader {
  const slot = { seconds: 0, fraction: 0, digits: 0 };
  return {
    referenceOf: (row) => (store.hasTimestamp(row) ? row + FIRST : VALUE_ABSENT),
    keyOf: (reference, key) => {
      if (!store.readTimestamp(reference - FIRST, slot)) {
        setText(key, KIND_TEXT);
        return TYPE_DATETIME;
      }
      setInstant(key, slot.seconds, slot.fraction);
      key.spelling = ONE_SPELLING + slot.digits;
      return TYPE_DATETIME;
    },
    valueOf: (reference) => ({ type: 'Edm.DateTime', text: store.timestamp(reference - FIRST) ?? '' }),
    isByRow: true,
  };
}

function prefixReader(store: EntityStore): ColumnReader {
  const { groups, groupLabels } = store;
  return {
    referenceOf: (row) => (groups[row] as number) + FIRST,
    keyOf: (reference, key) => {
      const label = groupLabels[reference - FIRST] ?? '';
      if (PREFIX_NUMBER.test(label)) {
        key.kind = KIND_NUMBER;
        key.major = Number(label);
        key.minor = 0;
        // Prefixes that stand for one number, such as 07 and 7, stay two values.
        key.spelling = 0;
      } else setText(key, KIND_TEXT);
      return TYPE_STRING;
    },
    valueOf: (reference) => ({ type: 'Edm.String', text: groupLabels[reference - FIRST] ?? '' }),
  };
}
