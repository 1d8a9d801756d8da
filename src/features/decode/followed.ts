import type { Ticks } from '../../core/time/ticks.ts';

/** What the readings say: encoded until something else is typed. */
export interface Followed {
  readonly ticks: Ticks | undefined;
  readonly window: { readonly from: Ticks; readonly to: Ticks } | undefined;
  readonly schemeId: string | undefined;
  /** Decimal, where the key has one. */
  readonly prefix: string | undefined;
}

export interface EncodeProps {
  readonly followed: Followed;
  /** The table, where it was typed: some writers name keys by it. */
  readonly tableName: string;
  /** For "how long ago", milliseconds since the Unix epoch. */
  readonly nowMs: number;
  /** Opened by its button: the field takes the focus. */
  readonly isAsked: boolean;
}
