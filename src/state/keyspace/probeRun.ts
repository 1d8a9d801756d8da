import { faultText } from '../../core/result.ts';
import { withAllPrefixes } from '../../core/keyspace/probe/probeGrid.ts';
import { KeySample } from '../../core/keyspace/probe/keySample.ts';
import { FINE_COLUMNS, MORE_REQUESTS, Probe } from '../../core/keyspace/probe/probe.ts';
import type { ProbeLook, ProbePicture, ProbeRequest } from '../../core/keyspace/probe/probeTypes.ts';
import { knowTemplates, templateSchemes } from '../../core/keys/templates/templateScheme.ts';
import { allOf } from '../../core/odata/builders.ts';
import { formatFilter } from '../../core/odata/filter.ts';
import { spanFilter } from '../../core/plan/spans.ts';
import { ticksFromUnixMs } from '../../core/time/ticks.ts';
import type { TablesEnv } from '../../tables/base/clock.ts';
import { createKeyPages, type KeyPages } from '../../tables/run/keyPages.ts';
import type { CredentialFacts } from '../../tables/sas/credentialFacts.ts';
import { faultOf, type TableErrorKind, type TableFault } from '../../tables/base/tableError.ts';
import type { Activity } from '../base/activity.ts';
import type { SavedTemplate } from '../base/savedTemplates.ts';
import { keysOfSession, readerOf, type Session } from '../connection/session.ts';

const AT_A_TIME = 6;
/** Faults of a single request; any other fault would hit the next request too. */
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
  /** The user's current templates. */
  readonly templates?: () => readonly SavedTemplate[];
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

/** Why a probe waits: the user stopped it, or every request would get the same fault (`why` is the message). */
export type ProbeWait = { readonly kind: 'stopped' } | { readonly kind: 'paused'; readonly why: string };

/** A probe in progress: sends its requests, six at a time. */
export class ProbeRun {
  /** Keys from its answers, for rules about keys. */
  readonly sample = new KeySample();
  readonly probe: Probe;
  readonly reach: CredentialFacts['keyRange'];
  /** What could not be found out, as a message. */
  fault: string | undefined;
  /** Nothing is sent until the user continues; undefined: it is running. */
  wait: ProbeWait | undefined;
  /** What was sampled, with the width of its cells: the whole map first, then parts of it. */
  looks: readonly ProbeLook[] = [];
  private stopping = new AbortController();
  private pages: KeyPages;
  private underWay = 0;
  /** True until groups and their ends are found, as far as the requests for them allow; then the whole map is sampled. */
  private isFinding = true;
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
    knowTemplates();
    const templates = templateSchemes(options.templates?.() ?? []);
    this.probe = new Probe({ tableName, nowTicks, templates, within });
  }

  /** From the first row found to the last; undefined while no group's keys hold a time. */
  get whole(): { readonly from: bigint; readonly to: bigint } | undefined {
    return wholeTime(this.probe.picture());
  }

  /** Sends as many more requests as one press allows: first those that are waiting, then those for finer cells of the whole map. */
  sampleMore(): void {
    if (this.wait !== undefined) return;
    this.probe.allow(MORE_REQUESTS);
    this.isFinding = true;
    this.pump();
  }

  /** Samples a part in finer cells, with as many more requests as one press allows. */
  refine({ from, to, groupFrom, groupTo }: ProbeSection): void {
    this.probe.allow(MORE_REQUESTS);
    const ids = this.picture()
      .groups.slice(groupFrom, groupTo)
      .flatMap(({ id }) => id ?? []);
    const look = { from, to, columns: this.probe.columnsFor(ids, { from, to }) };
    this.looks = [...this.looks, look];
    this.probe.look(look, ids);
    this.pump();
  }

  /** What is known so far, with a row for each prefix of the event volume; parts refer to these rows. */
  picture(): ProbePicture {
    const picture = this.probe.picture();
    const isMapped = wholeTime(picture) !== undefined;
    const groups = isMapped
      ? withAllPrefixes(picture.groups, this.reach, this.probe.unlooked)
      : picture.groups;
    return { ...picture, groups };
  }

  /** If CORS hides continuation tokens, an empty answer proves nothing: more rows may follow. */
  get isProven(): boolean {
    return readerOf(this.session).tokenReadable();
  }

  /** Stops sending until `goOn`. Requests in flight are dropped and sent again then. */
  stop(): void {
    this.wait = { kind: 'stopped' };
    this.stopping.abort();
    this.pump();
  }

  get scope(): string {
    return keysOfSession(this.session);
  }

  /** False if the session reaches other keys than before: then it can only start over. */
  goOn(session: Session): boolean {
    if (this.wait === undefined) return true;
    if (keysOfSession(session) !== this.scope) return false;
    this.session = session;
    this.wait = undefined;
    this.stopping = new AbortController();
    this.pages = this.openPages();
    this.pump();
    return true;
  }

  /** A new reader for the current signal and session, with its own circuit breaker. */
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
    if (this.underWay === 0 && this.wait === undefined && this.probe.isIdle) this.lookAtWhole();
    const isOver = this.underWay === 0 && (this.wait !== undefined || this.probe.isIdle);
    if (isOver) this.pages.end();
    this.onChange(isOver);
  }

  /** Samples the whole time range in cells as fine as the requests allow. If what was read allows finer cells later, the map gets them. */
  private lookAtWhole(): void {
    const { probe, whole, isFinding } = this;
    if (whole === undefined) return;
    const columns = probe.columnsFor();
    const base = { ...whole, columns };
    if (isFinding) {
      this.isFinding = false;
      this.looks = [base];
      probe.look(base);
      this.pump();
    } else if (columns === FINE_COLUMNS && this.looks.length === 1) this.looks = [base];
  }

  private async send(request: ProbeRequest, pages: KeyPages): Promise<void> {
    const filter = filterOf(request);
    try {
      const { id, top, pages: most } = request;
      const answer = await pages.ask({ id, top, filter, pages: most });
      this.sample.add(answer.rows, top);
      this.probe.accept(id, answer);
    } catch (caught) {
      const fault = faultOf(caught);
      if (fault === undefined) throw caught;
      this.fail(request, fault);
    }
  }

  private fail(request: ProbeRequest, fault: TableFault): void {
    const words = faultText(fault);
    if (OWN_FAULTS.has(fault.kind) && !this.pages.isOver()) {
      this.fault ??= words;
      this.probe.fail(request.id, words);
      return;
    }
    this.probe.giveBack(request.id);
    if (fault.kind === 'cancelled' || this.wait !== undefined) return;
    // Nothing more is sent. What was found stays, and the probe can be continued.
    this.wait = { kind: 'paused', why: words };
    this.stopping.abort();
  }
}

/** The part of the map to sample more finely. */
export interface ProbeSection {
  readonly from: bigint;
  readonly to: bigint;
  readonly groupFrom: number;
  readonly groupTo: number;
}
