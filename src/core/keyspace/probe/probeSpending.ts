import { allowanceOf, type GroupRows, leastReadRequests, MOST_ROWS_SHARE } from './budget.ts';
import type { GroupState } from './groupState.ts';
import type { ProbeRequest } from './probeTypes.ts';

/** A sample with fewer rows is not worth a request. */
export const LEAST_TOP = 50;

/** The most that a request in flight can cost. */
interface Bound {
  readonly purpose: ProbeRequest['purpose'];
  readonly requests: number;
  readonly rows: number;
}

/** Requests and rows that a probe has spent and may still spend (see probe/budget.ts). */
export class ProbeSpending {
  readonly spent: Record<ProbeRequest['purpose'], number> = { 'find prefix': 0, 'find end': 0, density: 0 };
  rowsRead = 0;
  private readonly groups: readonly Pick<GroupState, 'groupRows'>[];
  private readonly underWay = new Map<number, Bound>();
  private granted = 0;
  private known: readonly GroupRows[] | undefined;

  constructor(groups: readonly Pick<GroupState, 'groupRows'>[]) {
    this.groups = groups;
  }

  send(id: number, bound: Bound): void {
    this.underWay.set(id, bound);
  }

  /** Counts the requests of an answer. One probe request may take several. */
  count(id: number, requests: number): void {
    const bound = this.underWay.get(id);
    if (bound !== undefined) this.spent[bound.purpose] += requests;
  }

  /** Ends a request that returned `rows` rows. */
  end(id: number, rows: number): void {
    if (this.underWay.delete(id)) this.rowsRead += rows;
  }

  /** Marks the estimates of the groups as out of date, because there is new knowledge. */
  learn(): void {
    this.known = undefined;
  }

  get groupRows(): readonly GroupRows[] {
    this.known ??= this.groups.map(({ groupRows }) => groupRows);
    return this.known;
  }

  /** Number of answered requests. */
  get used(): number {
    const { spent } = this;
    return spent['find prefix'] + spent['find end'] + spent.density;
  }

  /** Number of requests that the probe may send in total. */
  get allowance(): number {
    return allowanceOf(leastReadRequests(this.groupRows)) + this.granted;
  }

  get requestsLeft(): number {
    const underWay = [...this.underWay.values()].reduce((sum, { requests }) => sum + requests, 0);
    return Math.max(0, this.allowance - this.used - underWay);
  }

  /** The user allows this many more requests. */
  allow(requests: number): void {
    this.granted += Math.max(0, requests - this.requestsLeft);
  }

  /** Rows that samples may still read. */
  get rowsLeft(): number {
    const isAsked = this.granted > 0;
    const underWay = [...this.underWay.values()].reduce((sum, { rows }) => sum + rows, 0);
    const thought = this.groupRows.reduce((sum, { rows }) => sum + rows, 0);
    const most = Math.floor(thought * (isAsked ? 1 : MOST_ROWS_SHARE));
    // If the user asked for more, the last cells get an answer too, although only a few rows may be left.
    return Math.max(isAsked ? LEAST_TOP : 0, most - this.rowsRead - underWay);
  }
}
