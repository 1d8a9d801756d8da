import { columnsWithin, MORE_REQUESTS } from '../../core/keyspace/probe/budget.ts';
import { withEmptyPrefixes } from '../../core/keyspace/probe/emptyPrefixes.ts';
import { Probe } from '../../core/keyspace/probe/probe.ts';
import type { ProbePicture, ProbeRequest } from '../../core/keyspace/probe/probeTypes.ts';
import { allOf } from '../../core/odata/builders.ts';
import { formatFilter } from '../../core/odata/filter.ts';
import { spanFilter } from '../../core/plan/spans.ts';
import { ticksFromUnixMs } from '../../core/time/ticks.ts';
import type { TablesEnv } from '../../tables/base/env.ts';
import { createKeyPages, type KeyPages } from '../../tables/run/keyPages.ts';
import type { SasFacts } from '../../tables/sas/sasFacts.ts';
import { faultOf, type TableErrorKind, type TableFault } from '../../tables/base/tableError.ts';
import type { Activity } from '../base/activity.ts';
import { readerOf, type Session } from '../connection/session.ts';

/** Columns where what was read tells all of them, and where no request is left for more. */
const FREE_COLUMNS = 24;
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

/** Why a probe waits: a person stopped it, or a fault that every request would meet, in words. */
export type ProbeWait = { readonly kind: 'stopped' } | { readonly kind: 'paused'; readonly why: string };

/**
 * Groups and their ends are found first; then all of the map is looked at, in cells as fine as the requests allow; what is known
 * of it anyway is shown in finer ones.
 */
type ProbeStage = 'finding' | 'looking' | 'shown fine';

/** One probe under way: sends what it asks for, six requests at a time. */
export class ProbeRun {
  readonly probe: Probe;
  readonly reach: SasFacts['keyRange'];
  /** What of the probe is not known for good, in words. */
  fault: string | undefined;
  /** Nothing is sent until a person says so; undefined: it goes on. */
  wait: ProbeWait | undefined;
  look: ProbeLookSpan | undefined;
  /** What is in sight was not sampled: no requests are left for it. */
  isFollowSpent = false;
  private stopping = new AbortController();
  private pages: KeyPages;
  private underWay = 0;
  private stage: ProbeStage = 'finding';
  /** The look at all the time. */
  private base: ProbeLookSpan | undefined;
  /** Of each row of the last picture. */
  private groupOf: readonly (number | undefined)[] = [];
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

  /** Asks as many requests more as a person allows at a time: for what waits, then for finer cells of the whole map. */
  sampleMore(): void {
    if (this.wait !== undefined) return;
    this.probe.allow(MORE_REQUESTS);
    // First what waits, then the whole map with what is left.
    this.stage = 'finding';
    this.pump();
  }

  /** Samples a part in finer cells, with as many requests more as a person allows at a time. */
  refine(part: ProbePart): void {
    this.probe.leaveBase();
    this.probe.allow(MORE_REQUESTS);
    this.lookAt(part);
  }

  /** Samples what is in sight, with what is left of the requests; undefined: all of the map again. */
  follow(part: ProbePart | undefined): void {
    if (this.stage === 'finding' || this.wait !== undefined) return;
    if (part === undefined) {
      this.isFollowSpent = false;
      this.probe.lookAway();
      this.lookAtWhole();
      return;
    }
    this.lookAt(part);
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

  private lookAt({ from, to, groupFrom, groupTo }: ProbePart): void {
    const groups = this.groupOf.slice(groupFrom, groupTo).filter((group) => group !== undefined);
    this.probe.lookAway();
    const columns = columnsWithin(this.probe.unreadRows(groups, { from, to }), this.probe.requestsLeft);
    const isFree = columns === 0;
    this.look = { from, to, columns: isFree ? FREE_COLUMNS : columns };
    this.probe.look({ ...this.look, groups, isInSight: true, isFree });
    this.isFollowSpent = isFree;
    this.pump();
  }

  /** Where CORS hides continuation tokens an empty answer proves nothing: there may be more behind it. */
  get isProven(): boolean {
    return readerOf(this.session).tokenReadable();
  }

  /** Sends nothing more, until `goOn`. What is on its way is dropped, and asked again then. */
  stop(): void {
    this.wait = { kind: 'stopped' };
    this.stopping.abort();
    this.pump();
  }

  /** False where the session reaches other keys than the one before: then it cannot go on, only begin again. */
  goOn(session: Session): boolean {
    if (this.wait === undefined) return true;
    if (placeOf(session) !== placeOf(this.session)) return false;
    this.session = session;
    this.wait = undefined;
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
    while (this.wait === undefined && this.underWay < AT_A_TIME) {
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
    if (this.underWay === 0 && this.wait === undefined) {
      this.lookAtAll();
      this.showFine();
    }
    const isOver = this.underWay === 0 && (this.wait !== undefined || this.probe.isIdle);
    if (isOver) this.pages.end();
    this.onChange(isOver);
  }

  /** All groups and their ends are found: the density of all the time, in as fine cells as the budget of requests allows. */
  private lookAtAll(): void {
    if (this.stage !== 'finding' || !this.probe.isIdle || this.whole === undefined) return;
    this.lookAtWhole();
  }

  /** What is known of the whole map anyway, in finer cells: nothing is sent. */
  private showFine(): void {
    if (this.stage !== 'looking' || !this.probe.isIdle || this.base === undefined) return;
    this.stage = 'shown fine';
    const { cells } = this.probe.picture();
    if (cells.filter(({ isCount }) => !isCount).length > FEW_ESTIMATES * cells.length) return;
    const fine = { ...this.base, columns: FINE * this.base.columns };
    this.probe.look({ ...fine, isFree: true });
    if (this.look === this.base) this.look = fine;
  }

  private lookAtWhole(): void {
    const { probe, whole } = this;
    if (whole === undefined) return;
    probe.leaveBase();
    const columns = columnsWithin(probe.unreadRows(), probe.requestsLeft);
    const most = Math.max(columns, this.base?.columns ?? 0);
    this.base = { ...whole, columns: most === 0 ? FREE_COLUMNS : most };
    this.look = this.base;
    // Without requests for it, what is known shows; a look that was dropped, or failed, is taken up again.
    probe.look({ ...this.base, isFree: most === 0 });
    this.stage = 'looking';
    this.pump();
  }

  private async send(request: ProbeRequest, pages: KeyPages): Promise<void> {
    const filter = filterOf(request);
    try {
      const { id, top, pages: most } = request;
      const answer = await pages.ask({
        id,
        top,
        ...(filter === undefined ? {} : { filter }),
        ...(most === undefined ? {} : { pages: most }),
      });
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
    if (fault.kind === 'cancelled' || this.wait !== undefined) return;
    // Nothing more is sent: what is found stays, and the probe goes on where it was.
    this.wait = { kind: 'paused', why: words };
    this.stopping.abort();
  }
}

/** What of the map to sample more finely. */
export interface ProbePart {
  readonly from: bigint;
  readonly to: bigint;
  readonly groupFrom: number;
  readonly groupTo: number;
}
