interface Run {
  readonly first: number;
  readonly count: number;
}

/** Numbers of blocks below a limit. They are taken in runs of neighbours, and given back. */
export class BlockRuns {
  private readonly most: number;
  /** No block from here on is taken. */
  private end = 0;
  /** Runs that were given back, below `end`, in order. No two are neighbours. */
  private gaps: Run[] = [];

  constructor(most: number) {
    this.most = most;
  }

  /** Whether `count` neighbouring blocks are free. */
  fits(count: number): boolean {
    return this.end + count <= this.most || this.gaps.some((gap) => gap.count >= count);
  }

  /** Takes `count` neighbouring blocks, which must be free, and returns the first. */
  take(count: number): number {
    const fitting = this.gaps.filter((gap) => gap.count >= count);
    if (fitting.length === 0) {
      this.end += count;
      return this.end - count;
    }
    // The smallest gap is taken, so that large ones remain for long runs.
    const gap = fitting.reduce((least, each) => (each.count < least.count ? each : least));
    const rest = gap.count === count ? [] : [{ first: gap.first + count, count: gap.count - count }];
    this.gaps = this.gaps.toSpliced(this.gaps.indexOf(gap), 1, ...rest);
    return gap.first;
  }

  give(first: number, count: number): void {
    const at = this.gaps.findIndex((gap) => gap.first > first);
    const place = at < 0 ? this.gaps.length : at;
    const [before, after] = [this.gaps[place - 1], this.gaps[place]];
    const joinsBefore = before !== undefined && before.first + before.count === first;
    const joinsAfter = after !== undefined && first + count === after.first;
    const from = joinsBefore ? before.first : first;
    const to = joinsAfter ? after.first + after.count : first + count;
    const joined = to === this.end ? [] : [{ first: from, count: to - from }];
    if (to === this.end) this.end = from;
    this.gaps = this.gaps.toSpliced(
      joinsBefore ? place - 1 : place,
      (joinsBefore ? 1 : 0) + (joinsAfter ? 1 : 0),
      ...joined,
    );
  }
}
