import { timeBuckets } from '../core/entities/timeBuckets.ts';
import { withEmptyPrefixes } from '../core/keyspace/probe/emptyPrefixes.ts';
import { isCostTime, type SamplingEnd, samplingEnd } from '../core/keyspace/probe/samplingEnd.ts';
import { Probe } from '../core/keyspace/probe/probe.ts';
import type { ProbePicture, ProbeRequest } from '../core/keyspace/probe/probeTypes.ts';
import { allOf } from '../core/odata/builders.ts';
import { formatFilter } from '../core/odata/filter.ts';
import { spanFilter } from '../core/plan/spans.ts';
import { ticksFromUnixMs } from '../core/time/ticks.ts';
import type { TablesEnv } from '../tables/env.ts';
import { createKeyPages, type KeyPages } from '../tables/keyPages.ts';
import type { SasFacts } from '../tables/sasFacts.ts';
import { faultOf, type TableErrorKind, type TableFault } from '../tables/tableError.ts';
import type { Activity } from './activity.ts';
import { readerOf, type Session } from './connectionStore.ts';
import type { ProbePart } from './keyspaceProbe.ts';

/** Requests that one look may take, about: cells of all groups together. */
const MOST_LOOK_REQUESTS = 600;
/** The same of a look that follows the eye, and of all such looks together. */
const MOST_FOLLOW_REQUESTS = 200;
export const MOST_FOLLOWING_REQUESTS = 3000;
/** Requests of a cell, about: one where it holds few rows, five where it is sampled. */
const CELL_REQUESTS = 2;
const LEAST_COLUMNS = 6;
const MOST_COLUMNS = 96;
const AT_A_TIME = 6;
/** Faults of one request alone; any other would meet the next one, too. */
const OWN_FAULTS: ReadonlySet<TableErrorKind> = new Set([
  'bad-request',
  'input',
  'loop',
  'protocol',
  'too-large',
]);

export interface ProbeRunOptions {
  readonly env: TablesEnv;
  readonly activity: Activity;
}

/** Columns of a look at so many groups. */
function columnsFor(groups: number, requests: number): number {
  const fitting = Math.floor(requests / (CELL_REQUESTS * Math.max(1, groups)));
  return Math.max(LEAST_COLUMNS, Math.min(MOST_COLUMNS, fitting));
}

function wholeTime({ groups }: ProbePicture): { readonly from: bigint; readonly to: bigint } | undefined {
  let from: bigint | undefined;
  let to: bigint | undefined;
  for (const { first, last } of groups) {
    if (first === undefined || last === undefined) continue;
    if (from === undefined || first.ticks < from) from = first.ticks;
    if (to === undefined || last.ticks >= to) to = last.ticks + 1n;
  }
  return from === undefined || to === undefined ? undefined : { from, to };
}

function filterOf({ partition, row }: ProbeRequest): string | undefined {
  const filter = allOf([
    spanFilter('PartitionKey', partition),
    row === undefined ? undefined : spanFilter('RowKey', row),
  ]);
  return filter && formatFilter(filter);
}

/** Which keys a session reads. */
function placeOf({ connection }: Session): string {
  return JSON.stringify([connection.endpoint.url, connection.tableName, connection.facts.keyRange]);
}

/** What the cells were last asked for. */
export interface ProbeLookSpan {
  readonly from: bigint;
  readonly to: bigint;
  /** At most so many columns. */
  readonly columns: number;
}

/** Where so few cells are estimates, the map is shown in this many times as many columns: counted rows have their times. */
const FINE = 4;
const FEW_ESTIMATES = 0.25;

/** One probe under way: sends what it asks for, six requests at a time. */
export class ProbeRun {
  readonly probe: Probe;
  readonly reach: SasFacts['keyRange'];
  /** What of the probe is not known for good, in words. */
  fault: string | undefined;
  /** Why it waits for a person, in words. */
  pause: string | undefined;
  isStopped = false;
  look: ProbeLookSpan | undefined;
  samplingEnd: SamplingEnd | undefined;
  /** Looks that followed the eye have used up their requests. */
  isFollowSpent = false;
  private stopping = new AbortController();
  private pages: KeyPages;
  private underWay = 0;
  private hasLooked = false;
  /** The look at all the time. */
  private base: ProbeLookSpan | undefined;
  private isFine = false;
  /** Of each row of the last picture. */
  private groupOf: readonly (number | undefined)[] = [];
  private followed = 0;
  private session: Session;
  readonly tableName: string;
  private readonly options: ProbeRunOptions;
  private readonly onChange: (isOver: boolean) => void;

  constructor(
    session: Session,
    tableName: string,
    options: ProbeRunOptions,
    onChange: (isOver: boolean) => void,
  ) {
    this.session = session;
    this.tableName = tableName;
    this.options = options;
    this.onChange = onChange;
    this.pages = this.openPages();
    this.reach = session.connection.facts.keyRange;
    const nowTicks = ticksFromUnixMs(options.env.nowMs());
    const { reach: within } = this;
    this.probe = new Probe({ tableName, nowTicks, ...(within === undefined ? {} : { within }) });
  }

  /** From the first row found to the last; undefined while no group's keys tell time. */
  get whole(): { readonly from: bigint; readonly to: bigint } | undefined {
    return wholeTime(this.probe.picture());
  }

  get isWaiting(): boolean {
    return this.isStopped || this.pause !== undefined;
  }

  /** Samples a part in finer cells, in place of what was planned and not sent. */
  refine(part: ProbePart): void {
    this.lookAt(part, MOST_LOOK_REQUESTS);
  }

  /** Samples what is in sight, while requests for that are left; undefined: all of the map again. */
  follow(part: ProbePart | undefined): void {
    if (!this.hasLooked || this.isWaiting) return;
    if (part === undefined) {
      this.probe.lookAway();
      this.lookAtWhole();
      return;
    }
    this.isFollowSpent = this.followed >= MOST_FOLLOWING_REQUESTS;
    if (!this.isFollowSpent) this.lookAt(part, MOST_FOLLOW_REQUESTS);
  }

  /** What is known, with a row for each prefix of the event volume; parts to look at are of these rows. */
  picture(): ProbePicture {
    const { whole } = this;
    const picture = this.probe.picture();
    if (whole === undefined) return picture;
    const shown = withEmptyPrefixes(picture, this.reach, whole);
    this.groupOf = shown.groupOf;
    return shown.picture;
  }

  private lookAt({ from, to, groupFrom, groupTo }: ProbePart, requests: number): void {
    const groups = this.groupOf.slice(groupFrom, groupTo).filter((group) => group !== undefined);
    this.probe.lookAway();
    this.look = { from, to, columns: columnsFor(groups.length, requests) };
    const before = this.probe.picture().pending.length;
    this.probe.look({ ...this.look, groups, isInSight: true });
    this.followed += Math.max(0, this.probe.picture().pending.length - before);
    this.pump();
  }

  /** Where CORS hides continuation tokens an empty answer proves nothing: there may be more behind it. */
  get isProven(): boolean {
    return readerOf(this.session).tokenReadable();
  }

  /** Sends nothing more, until `goOn`. What is on its way is dropped, and asked again then. */
  stop(): void {
    this.isStopped = true;
    this.stopping.abort();
    this.pump();
  }

  /** False where the session reaches other keys than the one before: then it cannot go on, only begin again. */
  goOn(session: Session): boolean {
    if (!this.isWaiting) return true;
    if (placeOf(session) !== placeOf(this.session)) return false;
    this.session = session;
    this.isStopped = false;
    this.pause = undefined;
    this.stopping = new AbortController();
    this.pages = this.openPages();
    this.pump();
    return true;
  }

  /** With another signal, and of another session, behind a gate of their own. */
  private openPages(): KeyPages {
    const { session, tableName, stopping, options } = this;
    const { lanes } = session.connection;
    return createKeyPages({
      tableName,
      reader: readerOf(session),
      lanes,
      env: options.env,
      signal: stopping.signal,
    });
  }

  pump(): void {
    while (!this.isWaiting && this.underWay < AT_A_TIME) {
      this.leaveCostlyBase();
      const request = this.probe.next();
      if (request === undefined) break;
      this.underWay += 1;
      void this.options.activity.track(
        this.send(request, this.pages).finally(() => {
          this.underWay -= 1;
          this.pump();
        }),
      );
    }
    if (this.underWay === 0 && !this.isWaiting) {
      this.lookAtAll();
      this.showFine();
    }
    const isOver = this.underWay === 0 && (this.isWaiting || this.probe.isIdle);
    if (isOver) this.pages.end();
    this.onChange(isOver);
  }

  /** Ends the look at the whole map where it has cost as much as reading the table would. */
  private leaveCostlyBase(): void {
    const { base, probe } = this;
    if (base === undefined || this.samplingEnd !== undefined || !isCostTime(probe.base.requests)) return;
    const { bucketTicks } = timeBuckets(base, base.columns);
    this.samplingEnd = samplingEnd(probe.picture(), probe.base, bucketTicks);
    if (this.samplingEnd !== undefined) probe.leaveBase();
  }

  /** All groups and their ends are found: the density of all the time, in as fine cells as the budget of requests allows. */
  private lookAtAll(): void {
    if (this.hasLooked || !this.probe.isIdle) return;
    this.hasLooked = true;
    this.lookAtWhole();
  }

  /** What is known of the whole map anyway, in finer cells: nothing is sent. */
  private showFine(): void {
    if (this.isFine || !this.hasLooked || !this.probe.isIdle || this.base === undefined) return;
    this.isFine = true;
    const { cells } = this.probe.picture();
    if (cells.filter(({ isCount }) => !isCount).length > FEW_ESTIMATES * cells.length) return;
    const fine = { ...this.base, columns: FINE * this.base.columns };
    this.probe.look({ ...fine, isFree: true });
    if (this.look === this.base) this.look = fine;
    this.base = fine;
  }

  private lookAtWhole(): void {
    const picture = this.probe.picture();
    const whole = wholeTime(picture);
    if (whole === undefined) return;
    const columns = columnsFor(picture.groups.length, MOST_LOOK_REQUESTS);
    this.base ??= { ...whole, columns };
    this.look = this.base;
    // A look that was dropped, or failed, is taken up again; in the fine cells only what is known.
    this.probe.look({ ...whole, columns, isFree: this.samplingEnd !== undefined });
    this.pump();
  }

  private async send(request: ProbeRequest, pages: KeyPages): Promise<void> {
    const filter = filterOf(request);
    try {
      const { id, top } = request;
      const answer = await pages.ask({ id, top, ...(filter === undefined ? {} : { filter }) });
      this.probe.accept(id, answer);
    } catch (caught) {
      const fault = faultOf(caught);
      if (fault === undefined) throw caught;
      this.fail(request, fault);
    }
  }

  private fail(request: ProbeRequest, fault: TableFault): void {
    const words = `${fault.message}${fault.nextStep === '' ? '' : ` ${fault.nextStep}`}`;
    if (OWN_FAULTS.has(fault.kind)) {
      this.fault ??= words;
      this.probe.fail(request.id, words);
      return;
    }
    this.probe.giveBack(request.id);
    if (fault.kind === 'cancelled' || this.isWaiting) return;
    // Nothing more is sent: what is found stays, and the probe goes on where it was.
    this.pause = words;
    this.stopping.abort();
  }
}
