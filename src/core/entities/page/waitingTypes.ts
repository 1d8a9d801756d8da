import type { MemberName } from './pageNames.ts';

const TAKEN = -1;
const NONE = -1;

/** Annotations of an entity that still wait for their property, in order. Adding and taking one is O(1). */
export class WaitingTypes {
  /** Annotations that still wait. */
  count = 0;
  private readonly names: number[] = [];
  /** Index of the previous annotation for the same property. */
  private readonly before: number[] = [];

  /** Slots in use, including taken annotations until none waits. */
  get places(): number {
    return this.names.length;
  }

  /** `name`: of the annotation. `target`: the property that it types, in entity `row`. */
  add(name: number, target: MemberName, row: number): void {
    this.before.push(target.annotatedIn === row ? target.waitingAt : NONE);
    target.waitingAt = this.names.push(name) - 1;
    target.annotatedIn = row;
    this.count++;
  }

  /** Removes all annotations that wait for this property; there is at least one. */
  take(target: MemberName): void {
    target.annotatedIn = -1;
    for (let at = target.waitingAt; at !== NONE; at = this.before[at] ?? NONE) {
      this.names[at] = TAKEN;
      this.count--;
    }
    if (this.count === 0) this.clear();
  }

  /** Calls back with the name of each waiting annotation, in order, then forgets them. */
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
