import type { Ticks } from '../../core/time/ticks.ts';
import type { BulkState } from '../../state/decode/decodeBulk.ts';
import type { Decoded } from './decoded.ts';

/** What the readings say: encoded until something else is typed. */
export interface Followed {
  readonly ticks: Ticks | undefined;
  readonly window: { readonly from: Ticks; readonly to: Ticks } | undefined;
  readonly schemeId: string | undefined;
  /** Decimal, where the key has one. */
  readonly prefix: string | undefined;
}

interface PaneProps {
  /** The table, where it was typed: some writers name keys by it. */
  readonly tableName: string;
  /** For "how long ago", milliseconds since the Unix epoch. */
  readonly nowMs: number;
  /** Opened by its button: the field takes the focus. */
  readonly isAsked: boolean;
}

export interface EncodeProps extends PaneProps {
  readonly followed: Followed;
}

/** The text that was decoded, or the list: its first time is encoded until another one is typed. */
export interface EncodedText extends PaneProps {
  readonly decoded: Decoded;
  readonly list: BulkState | undefined;
}
