import { decodePage } from '../core/entities/decodePage.ts';
import { pageEntity } from '../core/entities/decodedPage.ts';
import { Probe } from '../core/keyspace/probe/probe.ts';
import type { ProbePicture, ProbeRequest, ProbeRow } from '../core/keyspace/probe/probeTypes.ts';
import { allOf } from '../core/odata/builders.ts';
import { formatFilter } from '../core/odata/filter.ts';
import { spanFilter } from '../core/plan/spans.ts';
import { ticksFromUnixMs } from '../core/time/ticks.ts';
import type { TablesEnv } from '../tables/env.ts';
import { LANE_PRIORITY } from '../tables/lanes.ts';
import type { ContinuationToken, Page } from '../tables/pageReader.ts';
import { withRetry } from '../tables/retry.ts';
import { faultOf, tableError } from '../tables/tableError.ts';
import type { Activity } from './activity.ts';
import { readerOf, type Session } from './connectionStore.ts';
import type { ProbePart } from './keyspaceProbe.ts';

/** Requests that one look may take, about: cells of all groups together. */
export const MOST_LOOK_REQUESTS = 600;
const LEAST_COLUMNS = 8;
const MOST_COLUMNS = 96;
const AT_A_TIME = 6;
const KEYS_ONLY = ['PartitionKey', 'RowKey'];

export interface ProbeRunOptions {
  readonly env: TablesEnv;
  readonly activity: Activity;
}

/** Columns of a look at so many groups. */
function columnsFor(groups: number): number {
  const fitting = Math.floor(MOST_LOOK_REQUESTS / Math.max(1, groups));
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

function rowsOf(body: Uint8Array<ArrayBuffer>, tableName: string): readonly ProbeRow[] {
  const decoded = decodePage(body);
  if (!decoded.ok) {
    throw tableError({
      kind: 'protocol',
      message: `Probing ${tableName}: ${decoded.error.message}`,
      nextStep: decoded.error.nextStep,
    });
  }
  return Array.from({ length: decoded.value.rowCount }, (_, row) => {
    const { partitionKey, rowKey } = pageEntity(decoded.value, row);
    return { partitionKey, rowKey };
  });
}

/** One probe under way: sends what it asks for, six requests at a time. */
export class ProbeRun {
  readonly probe: Probe;
  readonly stopping = new AbortController();
  fault: string | undefined;
  columns = 0;
  private underWay = 0;
  private hasLooked = false;
  private readonly session: Session;
  private readonly tableName: string;
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
    const nowTicks = ticksFromUnixMs(options.env.nowMs());
    this.probe = new Probe({ tableName, nowTicks });
  }

  /** From the first row found to the last; undefined while no group's keys tell time. */
  get whole(): { readonly from: bigint; readonly to: bigint } | undefined {
    return wholeTime(this.probe.picture());
  }

  /** Samples a part in finer cells, in place of what was planned and not sent. */
  refine({ from, to, groupFrom, groupTo }: ProbePart): void {
    const groups = Array.from({ length: groupTo - groupFrom }, (_, at) => groupFrom + at);
    this.probe.lookAway();
    this.columns = columnsFor(groups.length);
    this.probe.look({ from, to, columns: this.columns, groups });
    this.pump();
  }

  /** Where CORS hides continuation tokens an empty answer proves nothing: there may be more behind it. */
  get isProven(): boolean {
    return readerOf(this.session).tokenReadable();
  }

  pump(): void {
    const { signal } = this.stopping;
    while (!signal.aborted && this.underWay < AT_A_TIME) {
      const request = this.probe.next();
      if (request === undefined) break;
      this.underWay += 1;
      void this.options.activity.track(
        this.send(request).finally(() => {
          this.underWay -= 1;
          this.pump();
        }),
      );
    }
    if (this.underWay === 0 && !signal.aborted) this.lookAtAll();
    this.onChange(this.underWay === 0 && (signal.aborted || this.probe.isIdle));
  }

  /** All groups and their ends are found: the density of all the time, in as fine cells as the budget of requests allows. */
  private lookAtAll(): void {
    if (this.hasLooked) return;
    this.hasLooked = true;
    const picture = this.probe.picture();
    const whole = wholeTime(picture);
    if (whole === undefined) return;
    this.columns = columnsFor(picture.groups.length);
    this.probe.look({ ...whole, columns: this.columns });
    this.pump();
  }

  private async send(request: ProbeRequest): Promise<void> {
    try {
      let page = await this.read(request, undefined);
      let rows = rowsOf(page.body, this.tableName);
      // An empty page with a token is no answer yet.
      while (this.probe.accept(request.id, { rows, hasMore: page.continuation !== undefined }) === 'again') {
        page = await this.read(request, page.continuation);
        rows = rowsOf(page.body, this.tableName);
      }
    } catch (caught) {
      const fault = faultOf(caught);
      if (fault === undefined) throw caught;
      if (fault.kind === 'cancelled') return;
      const words = `${fault.message}${fault.nextStep === undefined ? '' : ` ${fault.nextStep}`}`;
      this.fault ??= words;
      this.probe.fail(request.id, words);
    }
  }

  private read(request: ProbeRequest, continuation: ContinuationToken | undefined): Promise<Page> {
    const { signal } = this.stopping;
    const { lanes } = this.session.connection;
    const filter = filterOf(request);
    const query = {
      tableName: this.tableName,
      top: request.top,
      select: KEYS_ONLY,
      ...(filter !== undefined && { filter }),
      ...(continuation !== undefined && { continuation }),
    };
    const attempt = async (): Promise<Page> => {
      const lane = await lanes.acquire(LANE_PRIORITY.start, signal);
      return readerOf(this.session).readPage(query, signal).finally(lane.release);
    };
    return withRetry(attempt, this.options.env, signal);
  }
}
