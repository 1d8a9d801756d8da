/** A row's value as a comparison needs it. Valid until the next value is read. */
export interface ComparedValue {
  /** `Edm.Int64` and so on, as the service named it. */
  readonly type: string;
  readonly isNull: boolean;
  /** The text of a string, or a number or Boolean as JSON wrote it. Undefined for other types. */
  readonly text: () => string | undefined;
  /**
   * Ordinal order against a text: below 0, 0 or above 0. NaN if it is not a string, or if UTF-16 units and code points
   * sort the two differently.
   */
  readonly orderBeside: (text: string) => number;
  /** A DateTime as an instant; undefined if it is not in the service's own form. */
  readonly instant: () => ComparedInstant | undefined;
}

export interface ComparedInstant {
  /** Whole seconds since 0001-01-01T00:00:00Z. */
  readonly seconds: number;
  /** Ticks within the second. */
  readonly fraction: number;
}
