/** How many UTF-16 units a reader may hold back, and look at between two pauses. */
export interface ReaderLimits {
  readonly entity: number;
  readonly step: number;
}

/**
 * An entity has at most 1 MiB; with quotes, escapes and types its text is several times longer. A step takes a few milliseconds.
 */
export const READER_LIMITS: ReaderLimits = { entity: 8 * 1024 * 1024, step: 65_536 };

/** Tells a reader when to pause, because it may look at megabytes again that it held back. */
export class Pace {
  private readonly step: number;
  private left: number;

  constructor(step: number) {
    this.step = step;
    this.left = step;
  }

  /** Adds `chars` to those looked at, and says whether it is time to pause. */
  isDue(chars: number): boolean {
    this.left -= chars;
    if (this.left > 0) return false;
    this.left = this.step;
    return true;
  }
}
