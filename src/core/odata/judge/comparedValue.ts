/** A value of a row, as a comparison needs it. Good until the next value is asked for. */
export interface ComparedValue {
  /** `Edm.Int64` and so on, as the service named it. */
  readonly type: string;
  readonly isNull: boolean;
  /** What JSON holds: a string's text, or a number or Boolean as it was written. Undefined: neither. */
  readonly text: () => string | undefined;
  /**
   * Ordinal order of its text beside another: below 0, 0 or above 0. NaN: UTF-16 units and code points sort the two
   * differently, or it is no string.
   */
  readonly orderBeside: (text: string) => number;
  /** A DateTime as an instant; undefined where it is none in the service's own form. */
  readonly instant: () => ComparedInstant | undefined;
}

export interface ComparedInstant {
  /** Whole seconds since 0001-01-01T00:00:00Z. */
  readonly seconds: number;
  /** Ticks within the second. */
  readonly fraction: number;
}
