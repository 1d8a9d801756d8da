import type { MemberName } from './pageNames.ts';

const TAKEN = -1;
const NONE = -1;

/** Annotations of an entity whose property has not come yet, in order; each is put in and taken out in one step. */
export class WaitingTypes {
  /** Annotations that no property has taken. */
  count = 0;
  private readonly names: number[] = [];
  /** For each, the place of the one before it with the same property. */
  private readonly before: number[] = [];

  /** Places in use: those of annotations that were taken included, until none waits. */
  get places(): number {
    return this.names.length;
  }

  /** `name`: of the annotation. `target`: the property that it types, in the entity `row`. */
  add(name: number, target: MemberName, row: number): void {
    this.before.push(target.annotatedIn === row ? target.waitingAt : NONE);
    target.waitingAt = this.names.push(name) - 1;
    target.annotatedIn = row;
    this.count++;
  }

  /** Takes out all that wait for this property; there are some. */
  take(target: MemberName): void {
    target.annotatedIn = -1;
    for (let at = target.waitingAt; at !== NONE; at = this.before[at] ?? NONE) {
      this.names[at] = TAKEN;
      this.count--;
    }
    if (this.count === 0) this.clear();
  }

  /** Calls back with the name of each that waits, in order, then forgets them. */
  settle(each: (name: number) => void): void {
    for (const name of this.names) {
      if (name !== TAKEN) each(name);
    }
    this.clear();
  }

  private clear(): void {
    this.names.length = 0;
    this.before.length = 0;
    this.count = 0;
  }
}
