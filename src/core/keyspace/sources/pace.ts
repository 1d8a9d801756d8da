/** How much a reader holds back, and how much it looks at between two pauses: UTF-16 units. */
export interface ReaderLimits {
  readonly entity: number;
  readonly step: number;
}

/** An entity holds 1 MiB at most; quoted, escaped and with types it is some times as long. A step takes some milliseconds. */
export const READER_LIMITS: ReaderLimits = { entity: 8 * 1024 * 1024, step: 65_536 };

/** Says when a reader pauses: what it held back may be megabytes, and is read again at once. */
export class Pace {
  private readonly step: number;
  private left: number;

  constructor(step: number) {
    this.step = step;
    this.left = step;
  }

  /** Whether a step's characters were looked at, with these. */
  isDue(chars: number): boolean {
    this.left -= chars;
    if (this.left > 0) return false;
    this.left = this.step;
    return true;
  }
}
