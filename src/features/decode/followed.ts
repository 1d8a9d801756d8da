import { clampTicks, type Ticks } from '../../core/time/ticks.ts';
import type { BulkState } from '../../state/decode/decodeBulk.ts';
import { type Decoded, LEAST_SHOWN } from './decoded.ts';
import { isPlainDate } from '../../core/keys/pasted/findKeys.ts';
import { useMemo } from 'react';
import { readingQuery } from './readingQuery.ts';

/** What the readings say. It is encoded until something else is typed. */
export interface Followed {
  readonly ticks: Ticks | undefined;
  readonly window: { readonly from: Ticks; readonly to: Ticks } | undefined;
  readonly schemeId: string | undefined;
  /** The prefix in decimal, if the key has one. */
  readonly prefix: string | undefined;
}

interface PaneProps {
  /** The typed table name, because some writers use it in keys. */
  readonly tableName: string;
  /** The present, for "how long ago", in milliseconds since the Unix epoch. */
  readonly nowMs: number;
  /** True if its button opened the pane: then the field takes the focus. */
  readonly isAsked: boolean;
}

export interface EncodeProps extends PaneProps {
  readonly followed: Followed;
}

/** The decoded text or list. Its first time is encoded, until another one is typed. */
export interface EncodedText extends PaneProps {
  readonly decoded: Decoded;
  readonly list: BulkState | undefined;
}

const NOTHING: Followed = { ticks: undefined, window: undefined, schemeId: undefined, prefix: undefined };

/** The time span of a list that was read, and the scheme of most of its keys. */
function followedList(bulk: BulkState): Followed | undefined {
  const span = bulk.kind === 'read' ? bulk.summary.span : undefined;
  if (bulk.kind !== 'read' || span === undefined) return undefined;
  return {
    ticks: span.first,
    window: { from: span.first, to: clampTicks(span.last + 1n) },
    schemeId: bulk.summary.schemes[0]?.schemeId,
    prefix: undefined,
  };
}

/** What the other pane encodes. It stays the same object while its content does not change, so that typing does not redraw that pane. */
export function useFollowed(decoded: Decoded, list: BulkState | undefined): Followed {
  const { ticks, window, schemeId, prefix } = useMemo(
    () => (list === undefined ? undefined : followedList(list)) ?? followedOf(decoded),
    [decoded, list],
  );
  const from = window?.from;
  const to = window?.to;
  return useMemo(() => {
    const span = from === undefined || to === undefined ? undefined : { from, to };
    return { ticks, window: span, schemeId, prefix };
  }, [ticks, from, to, schemeId, prefix]);
}

/** The first time among the readings: what the other pane encodes. */
function followedOf(decoded: Decoded): Followed {
  if (decoded.kind === 'time') return { ...NOTHING, ticks: decoded.time.ticks };
  const timed = (decoded.kind === 'keys' ? decoded.keys : []).filter(
    ({ readings: [best] }) => (best?.ticks ?? best?.window) !== undefined,
  );
  // A log line begins with its own time, which is not the time of a key.
  const key = timed.find((each) => !isPlainDate(each)) ?? timed[0];
  const first = key?.readings[0];
  if (key === undefined || first === undefined || first.confidence < LEAST_SHOWN) return NOTHING;
  return {
    ticks: first.ticks ?? first.window?.from,
    window: first.window,
    schemeId: readingQuery(key.text, key.part, first)?.scheme.id ?? first.schemeId,
    prefix: first.fields.get('prefix'),
  };
}
