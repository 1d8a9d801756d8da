import { keysBeginningWith } from '../../keys/base/keySpan.ts';
import type { KeySpan } from '../../keys/base/scheme.ts';
import { countText } from '../words.ts';
import type { FoundGroup, KeyClassifier } from './classify.ts';
import type { Search } from './findEnd.ts';
import type { ProbeReach, ProbeRow } from './probeTypes.ts';
import { partitionsWithin } from './reach.ts';
import { intersectSpans, timeAxis } from './timeAxis.ts';

/** Rows by which the scheme is told, and whether partitions are scattered. */
const SAMPLE_ROWS = 100;
/** Pages that the search begins with: a table that is no larger is read whole, each row once, which no sample can better. */
const FIRST_PAGES = 3;
const WHOLE_PAGE = 1000;
/** Rows where only the first one of a group is needed; whether it is the only one of its time shows at the second. */
const NEXT_PAGE = 2;
/** Rows of a group, on average, up to which whole pages are read. */
const SMALL_GROUPS = 500;
/** Scattered partitions that are listed one by one. */
const MOST_SCATTERED = 100;
/** Ticks of a year: rows later than that from now are looked for, but not expected. */
const YEAR_TICKS = 365n * 864_000_000_000n;

export interface SkipScanOptions {
  readonly classifier: KeyClassifier;
  readonly reach: ProbeReach;
  readonly nowTicks: bigint;
  /** Partitions listed one by one; those after them are grouped by how they begin. As many groups again, and it stops. */
  readonly mostGroups: number;
  /** Takes a group once its span is known, with the rows that came from its first one on. */
  readonly add: (found: FoundGroup, first: ProbeRow, page: KeyPage) => void;
}

/** Rows that came one after another, in key order. */
export interface KeyPage {
  readonly rows: readonly ProbeRow[];
  /** Rows may follow the last one. */
  readonly hasMore: boolean;
}

/** A run of keys that begin with their time, until it is known what follows it. */
interface OpenRun {
  readonly found: FoundGroup;
  readonly first: ProbeRow;
  readonly page: KeyPage;
  /** Where the next question began: keys after it were not expected. */
  readonly after: string | undefined;
}

/** Skips from each group to the first key after it. */
class SkipScan {
  private readonly options: SkipScanOptions;
  private groups = 0;
  private partitions = 0;
  private run: OpenRun | undefined;
  private isScattered = false;
  private last: ProbeRow | undefined;
  private leading = 0;

  constructor(options: SkipScanOptions) {
    this.options = options;
  }

  /**
   * At most one request a group, and one that comes back empty. Returns why the list is not complete; undefined: it is.
   * @yields what to ask
   */
  *search(): Search<string | undefined> {
    const within = partitionsWithin(this.options.reach);
    const opening = {
      partition: within,
      purpose: 'find prefix',
      top: WHOLE_PAGE,
      pages: FIRST_PAGES,
    } as const;
    let page: KeyPage = yield opening;
    const sample = page.rows.slice(0, SAMPLE_ROWS);
    const isCut = page.hasMore || page.rows.length > SAMPLE_ROWS;
    this.isScattered = isCut && new Set(sample.map((row) => row.partitionKey)).size * 2 >= sample.length;
    let known: readonly ProbeRow[] = sample;
    // Of the last answer, which may hold many small groups: then a whole page finds the next ones sooner than a page for each.
    let [rowsRead, groupsRead] = [page.rows.length, 0];
    for (let first = page.rows[0]; first !== undefined; first = page.rows[0]) {
      const after = this.take(first, known, page);
      groupsRead += 1;
      if (after === undefined) break;
      if (this.groups >= 2 * this.options.mostGroups) {
        this.closeRun();
        return `The search stopped at ${countText(this.groups)} groups of keys; more may follow ${first.partitionKey}.`;
      }
      const partition = intersectSpans({ from: after }, within);
      if (partition.to !== undefined && after >= partition.to) break;
      const next = page.rows.findIndex((row) => row.partitionKey >= after);
      if (next > 0) page = { rows: page.rows.slice(next), hasMore: page.hasMore };
      else if (!page.hasMore) break;
      else {
        page = yield {
          partition,
          purpose: 'find prefix',
          top: rowsRead >= SMALL_GROUPS * groupsRead ? NEXT_PAGE : WHOLE_PAGE,
        };
        [rowsRead, groupsRead] = [page.rows.length, 0];
      }
      known = page.rows.slice(0, NEXT_PAGE);
    }
    this.closeRun();
    return undefined;
  }

  /** Takes the first row that a question brought; the key to go on from, undefined: nothing can follow. */
  private take(first: ProbeRow, known: readonly ProbeRow[], page: KeyPage): string | undefined {
    const found = this.headed(this.options.classifier.classify(first, known), first);
    this.last = first;
    if (this.extendsRun(found, first)) return this.run?.found.partition.to;
    this.closeRun();
    this.groups += 1;
    if (found.kind !== 'run') {
      this.options.add(found, first, page);
      return found.partition.to;
    }
    const after = this.unexpected(found, first);
    this.run = { found, first, page, after };
    return after;
  }

  /** Partitions too many to be listed are grouped by how they begin: by the first character that tells them from those before. */
  private headed(found: FoundGroup, first: ProbeRow): FoundGroup {
    if (found.kind !== 'partition') return found;
    const { mostGroups } = this.options;
    this.partitions += 1;
    if (this.partitions <= (this.isScattered ? Math.min(MOST_SCATTERED, mostGroups) : mostGroups))
      return found;
    this.leading = commonStart(this.last?.partitionKey ?? '', first.partitionKey) + 1;
    const head = wholeCharacters(first.partitionKey, this.leading);
    return {
      ...found,
      kind: 'leading',
      label: `${head}...`,
      partition: keysBeginningWith(head),
      isTimeInRow: false,
    };
  }

  /** Rows of the run where none were expected: they belong to it. */
  private extendsRun(found: FoundGroup, first: ProbeRow): boolean {
    const { run } = this;
    if (run?.after === undefined || found.kind !== 'run' || found.scheme.id !== run.found.scheme.id)
      return false;
    if (first.partitionKey < run.after || run.after === run.found.partition.to) return false;
    this.run = { ...run, after: run.found.partition.to };
    return true;
  }

  private closeRun(): void {
    const { run } = this;
    if (run === undefined) return;
    const partition = intersectSpans(run.found.partition, run.after === undefined ? {} : { to: run.after });
    this.options.add({ ...run.found, partition }, run.first, run.page);
    this.run = undefined;
  }

  /**
   * The first key of the run that would be of a time that nobody writes yet. Keys of another kind may lie there, within all that
   * the scheme's digits could say.
   */
  private unexpected({ scheme, partition }: FoundGroup, first: ProbeRow): string | undefined {
    const axis = timeAxis(scheme, first, partition, { isInRow: false });
    const position = axis.isDescending ? axis.to - 1n : this.options.nowTicks + YEAR_TICKS;
    const span: KeySpan = axis.isDescending
      ? { from: axis.spanOf(position, axis.to).partition.to ?? '' }
      : axis.spanFrom(position).partition;
    const { from } = span;
    const isUsable = from !== undefined && from !== '' && from > first.partitionKey;
    return isUsable && (partition.to === undefined || from < partition.to) ? from : partition.to;
  }
}

/** UTF-16 units that two texts begin with alike. */
function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** So many units of a text, or one more where they would end within a surrogate pair. */
function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length + 1 : length);
}

/**
 * Finds the groups of a table by skipping from one to the next.
 * @yields what to ask
 */
export function* skipScan(options: SkipScanOptions): Search<string | undefined> {
  return yield* new SkipScan(options).search();
}
