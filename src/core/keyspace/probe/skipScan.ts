import { intersectSpans, isInSpan, keysBeginningWith } from '../../keys/base/keySpan.ts';
import type { KeySpan } from '../../keys/base/scheme.ts';
import { prefixOf, prefixText } from '../../keys/forms/prefixedKey.ts';
import { countText } from '../../words.ts';
import { type FoundGroup, isOf } from './groupState.ts';
import { MOST_PREFIXES, PrefixScan, type SkipScanOptions } from './prefixScan.ts';
import type { ProbeAnswer, ProbeRow, Search } from './probeTypes.ts';
import { partitionsWithin } from './reach.ts';
import { timeAxis } from './timeAxis.ts';

/** Rows used to recognize the scheme, and to tell whether partitions are scattered. */
const SAMPLE_ROWS = 100;
const WHOLE_PAGE = 1000;
/** Rows to request if only the first row of a group is needed. The second one tells whether it is alone at its time. */
const NEXT_PAGE = 2;
/** So many rows are requested if groups have fewer on average: they show several groups at once. */
const SMALL_PAGE = 100;
/** Partitions listed one by one; the others are grouped by the beginning of their keys. The search stops after as many groups again. */
const MOST_GROUPS = 1000;
/** Scattered partitions that are listed one by one. */
const MOST_SCATTERED = 100;
/** A year in ticks. Rows more than a year ahead of now are looked for, but not expected. */
const YEAR_TICKS = 365n * 864_000_000_000n;

/** A run of keys that begin with their time, while it is unknown what follows it. */
interface OpenRun {
  readonly found: FoundGroup;
  readonly first: ProbeRow;
  readonly page: ProbeAnswer;
  /** Where the next request began, after the last key that was expected. */
  readonly after: string | undefined;
}

/** Finds the groups of a table by skipping from each to the first key after it. */
export class SkipScan {
  readonly prefixes: PrefixScan;
  private readonly options: SkipScanOptions;
  private readonly within: KeySpan;
  private groups = 0;
  private partitions = 0;
  private run: OpenRun | undefined;
  private isScattered = false;
  private last: ProbeRow | undefined;

  constructor(options: SkipScanOptions) {
    this.options = options;
    this.within = partitionsWithin(options.reach);
    this.prefixes = new PrefixScan(options, this.within);
  }

  /**
   * Returns why the list is incomplete; undefined if it is complete.
   * @yields the next request
   */
  *search(): Search<string | undefined> {
    const { within } = this;
    let page: ProbeAnswer = yield { partition: within, top: WHOLE_PAGE, pages: 1 };
    const sample = page.rows.slice(0, SAMPLE_ROWS);
    const isCut = page.hasMore || page.rows.length > SAMPLE_ROWS;
    this.isScattered = isCut && new Set(sample.map((row) => row.partitionKey)).size * 2 >= sample.length;
    let known: readonly ProbeRow[] = sample;
    // Counts for the last answer. If it holds many small groups, a page finds the next ones sooner than a request for each.
    let [rowsRead, groupsRead] = [page.rows.length, 0];
    for (let first = page.rows[0]; first !== undefined; first = page.rows[0]) {
      const prefix = prefixOf(first.partitionKey);
      const found = this.headed(this.options.classifier.classify(first, known), first);
      const isVolume = found.kind === 'prefix' && prefix < MOST_PREFIXES;
      if (isVolume) page = yield* this.volume(prefix, page);
      const after = isVolume ? prefixText(MOST_PREFIXES) : this.take(found, first, page);
      groupsRead += 1;
      if (after === undefined) break;
      if (this.groups >= 2 * MOST_GROUPS) {
        this.closeRun();
        return `The search stopped at ${countText(this.groups)} groups of keys; more may follow ${first.partitionKey}.`;
      }
      const partition = intersectSpans({ from: after }, within);
      if (partition.to !== undefined && after >= partition.to) break;
      const next = page.rows.findIndex((row) => row.partitionKey >= after);
      if (next >= 0) page = { rows: page.rows.slice(next), hasMore: page.hasMore };
      else if (!page.hasMore) break;
      else {
        page = yield { partition, top: rowsRead >= SMALL_PAGE * groupsRead ? NEXT_PAGE : SMALL_PAGE };
        [rowsRead, groupsRead] = [page.rows.length, 0];
      }
      known = page.rows.slice(0, NEXT_PAGE);
    }
    this.closeRun();
    return undefined;
  }

  /**
   * Finds the prefixes of an event volume.
   * @yields the next request
   */
  private *volume(first: number, page: ProbeAnswer): Search<ProbeAnswer> {
    this.closeRun();
    return yield* this.prefixes.search(first, page);
  }

  /** Takes the first row of an answer. Returns the key to continue from; undefined if nothing can follow. */
  private take(found: FoundGroup, first: ProbeRow, page: ProbeAnswer): string | undefined {
    this.last = first;
    if (this.extendsRun(found, first)) return this.run?.found.partition.to;
    this.closeRun();
    if (found.kind !== 'run') {
      this.learnHead(found, first, page);
      return found.partition.to;
    }
    const after = this.unexpected(found, first);
    this.run = { found, first, page, after };
    return after;
  }

  private learnHead(found: FoundGroup, first: ProbeRow, { rows, hasMore }: ProbeAnswer): void {
    this.groups += 1;
    const group = this.options.add(found, first);
    const own = rows.filter((row) => isOf(group, row));
    group.learnHead(own, !hasMore || own.at(-1) !== rows.at(-1));
  }

  /**
   * Groups partitions that are too many to list by the beginning of their keys: up to the first character that differs from the
   * previous key.
   */
  private headed(found: FoundGroup, first: ProbeRow): FoundGroup {
    if (found.kind !== 'partition') return found;
    this.partitions += 1;
    if (this.partitions <= (this.isScattered ? MOST_SCATTERED : MOST_GROUPS)) return found;
    const length = commonStart(this.last?.partitionKey ?? '', first.partitionKey) + 1;
    const head = wholeCharacters(first.partitionKey, length);
    const partition = keysBeginningWith(head);
    return { ...found, kind: 'leading', label: `${head}...`, partition, isTimeInRow: false };
  }

  /** Adds rows to the run if they are in it but were not expected. */
  private extendsRun(found: FoundGroup, first: ProbeRow): boolean {
    const { run } = this;
    if (run?.after === undefined || found.kind !== 'run' || found.scheme.id !== run.found.scheme.id)
      return false;
    // Keys of one scheme with another text before the time are another run.
    if (!isInSpan(first.partitionKey, run.found.partition)) return false;
    if (first.partitionKey < run.after || run.after === run.found.partition.to) return false;
    this.run = { ...run, after: run.found.partition.to };
    return true;
  }

  private closeRun(): void {
    const { run } = this;
    if (run === undefined) return;
    const partition = intersectSpans(run.found.partition, run.after === undefined ? {} : { to: run.after });
    this.run = undefined;
    this.learnHead({ ...run.found, partition }, run.first, run.page);
  }

  /**
   * The first key of the run with a time that nobody has written yet. The digits of the scheme allow such keys, so keys of
   * another kind may be among them.
   */
  private unexpected({ scheme, partition, grain }: FoundGroup, first: ProbeRow): string | undefined {
    const axis = timeAxis(scheme, first, partition, { isInRow: false, grain });
    const position = axis.isDescending ? axis.to - 1n : this.options.nowTicks + YEAR_TICKS;
    const span: KeySpan = axis.isDescending
      ? { from: axis.spanOf(position, axis.to).partition.to ?? '' }
      : axis.spanFrom(position).partition;
    const { from } = span;
    const isUsable = from !== undefined && from !== '' && from > first.partitionKey;
    return isUsable && (partition.to === undefined || from < partition.to) ? from : partition.to;
  }
}

/** Number of UTF-16 units with which both texts begin. */
function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** The first `length` units of a text, or one more if it would cut a surrogate pair. */
function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length + 1 : length);
}
