import { allowanceOf, type GroupRows, leastReadRequests, MOST_ROWS_SHARE } from './budget.ts';
import type { GroupState } from './groupState.ts';
import type { ProbeRequest } from './probeTypes.ts';

/** A page of fewer rows is not worth a request. */
export const LEAST_TOP = 50;

/** What a request under way may come to at most. */
interface Bound {
  readonly purpose: ProbeRequest['purpose'];
  readonly requests: number;
  readonly rows: number;
}

/** What a probe has spent, and what it may still spend, in requests and in rows (probe/budget.ts). */
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

  /** Counts the requests of an answer, which may be one of several. */
  count(id: number, requests: number): void {
    const bound = this.underWay.get(id);
    if (bound !== undefined) this.spent[bound.purpose] += requests;
  }

  /** It is under way no more; `rows`: that it brought. */
  end(id: number, rows: number): void {
    if (this.underWay.delete(id)) this.rowsRead += rows;
  }

  /** Something was learned: what is thought of the groups is out of date. */
  learn(): void {
    this.known = undefined;
  }

  get groupRows(): readonly GroupRows[] {
    this.known ??= this.groups.map(({ groupRows }) => groupRows);
    return this.known;
  }

  /** Requests that were answered. */
  get used(): number {
    const { spent } = this;
    return spent['find prefix'] + spent['find end'] + spent.density;
  }

  /** Requests that may be asked in all. */
  get allowance(): number {
    return allowanceOf(leastReadRequests(this.groupRows)) + this.granted;
  }

  get requestsLeft(): number {
    const underWay = [...this.underWay.values()].reduce((sum, { requests }) => sum + requests, 0);
    return Math.max(0, this.allowance - this.used - underWay);
  }

  /** A person allows so many more than were asked so far. */
  allow(requests: number): void {
    this.granted += Math.max(0, requests - this.requestsLeft);
  }

  /** Rows that samples may still read. */
  get rowsLeft(): number {
    const isAsked = this.granted > 0;
    const underWay = [...this.underWay.values()].reduce((sum, { rows }) => sum + rows, 0);
    const thought = this.groupRows.reduce((sum, { rows }) => sum + rows, 0);
    const most = Math.floor(thought * (isAsked ? 1 : MOST_ROWS_SHARE));
    // Who asked for more gets an answer about the last cells, too: what is left of them are a few rows.
    return Math.max(isAsked ? LEAST_TOP : 0, most - this.rowsRead - underWay);
  }
}
