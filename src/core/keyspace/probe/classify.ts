import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { detectScheme, type SampleRow, type SchemeProposal } from '../../keys/detectScheme.ts';
import { exactKey, isInSpan, keysBeginningWith } from '../../keys/base/keySpan.ts';
import { cutPrefixedKey, PREFIXED_TICKS_AT, UNPREFIXED } from '../../keys/forms/prefixedKey.ts';
import { KEY_SCHEMES, schemeById } from '../../keys/schemeRegistry.ts';
import { noneScheme } from '../../keys/schemes/none.ts';
import type { FoundGroup } from './groupState.ts';
import type { ProbeRow } from './probeTypes.ts';
import { rowTicks } from './timeAxis.ts';
import type { KeyTemplate, TemplatePart } from '../../keys/grammar/keyTemplate.ts';
import { pairOfSchemeId, templateSchemes } from '../../keys/templates/templateScheme.ts';

/** Scheme proposals with less confidence are ignored, as in detectScheme. */
const LEAST_CONFIDENCE = 0.3;
/** The first page must have this many rows before partitions can be called scattered. */
const LEAST_SCATTER_ROWS = 20;
/** Partitions are scattered if the first page has at least this many of them per row. */
const SCATTER_SHARE = 0.5;

/** The scheme for keys with a prefix if nothing tells which scheme wrote them. */
const PREFIXED_SCHEME = KEY_SCHEMES.find(({ entry }) => entry.volume?.every((count) => count > 1));

/** True for hashes and GUIDs, whose leading characters are evenly distributed. */
function isHashLike(key: string): boolean {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(key)) return true;
  if (/^[0-9a-f]{16,}$/i.test(key)) return true;
  return (
    key.length >= 22 && /^[\w+=-]+$/.test(key) && /\d/.test(key) && /[a-z]/.test(key) && /[A-Z]/.test(key)
  );
}

/** Remembers which schemes fit the table's keys, so that a single row is read like its neighbours. */
export class KeyClassifier {
  private readonly tableName: string;
  private readonly known: KeyScheme[] = [];
  private isScattered = false;
  private hasPrefixes = false;
  private readonly templates: TemplateGroups;

  /** `templates`: schemes of the user's own templates, which are preferred. */
  constructor(tableName: string, templates: readonly KeyScheme[] = []) {
    this.tableName = tableName;
    this.templates = new TemplateGroups(templates);
  }

  /** Decides which group a row begins. `page` holds the rows after it, which help to recognize the scheme. */
  classify(first: ProbeRow, page: readonly ProbeRow[]): FoundGroup {
    const scheme = this.schemeOf(first, page);
    const own = this.templates.groupOf(scheme, first);
    if (own !== undefined) return own;
    const cut = cutPrefixedKey(first.partitionKey);
    if (cut !== undefined) {
      this.hasPrefixes = true;
      const partition = keysBeginningWith(first.partitionKey.slice(0, PREFIXED_TICKS_AT));
      return { label: String(cut.prefix), kind: 'prefix', partition, scheme, isTimeInRow: false };
    }
    const run = this.runOf(scheme, first);
    if (run !== undefined) return run;
    this.isScattered ||= scatters(page);
    const head = Array.from(first.partitionKey)[0] ?? '';
    if (this.isScattered && head !== '' && isHashLike(first.partitionKey))
      return {
        label: `${head}...`,
        kind: 'leading',
        partition: keysBeginningWith(head),
        scheme,
        isTimeInRow: false,
      };
    return {
      label: first.partitionKey,
      kind: 'partition',
      partition: exactKey(first.partitionKey),
      scheme,
      isTimeInRow: scheme.timeSource === 'row' && scheme.order !== 'none',
    };
  }

  /** The run of keys that one scheme writes and that begin with their time. It spans all such keys, whatever their time. */
  private runOf(scheme: KeyScheme, { partitionKey }: ProbeRow): FoundGroup | undefined {
    if (scheme.order === 'none' || (scheme.timeSource !== 'partition' && scheme.timeSource !== 'both'))
      return undefined;
    const homes = scheme.homes({ volume: 1, unprefixed: true }) ?? [];
    const home = homes.find(
      ({ partition }) => partition.to !== undefined && isInSpan(partitionKey, partition),
    );
    if (home === undefined) return undefined;
    const label = this.hasPrefixes && scheme.prefixed ? UNPREFIXED : scheme.title;
    return { label, kind: 'run', partition: home.partition, scheme, isTimeInRow: false };
  }

  private schemeOf(first: ProbeRow, page: readonly ProbeRow[]): KeyScheme {
    const isPrefixed = cutPrefixedKey(first.partitionKey) !== undefined;
    const { schemes } = this.templates;
    const known = this.known.find(
      (scheme) =>
        (scheme.prefixed || !isPrefixed || schemes.includes(scheme)) && rowTicks(scheme, first) !== undefined,
    );
    if (known !== undefined) return known;
    const sample: readonly SampleRow[] = page.length === 0 ? [first] : page;
    const proposals = [sample, [first]].flatMap((rows) => detectScheme(this.tableName, rows, schemes));
    const isOwn = ({ schemeId }: SchemeProposal) => schemes.some(({ id }) => id === schemeId);
    const found = [...proposals.filter(isOwn), ...proposals]
      .filter(({ confidence, schemeId }) => confidence >= LEAST_CONFIDENCE && schemeId !== noneScheme.id)
      .map(({ schemeId }) => schemeById(schemeId))
      .find((scheme) => scheme !== undefined && rowTicks(scheme, first) !== undefined);
    if (found !== undefined) this.known.push(found);
    if (found !== undefined || !isPrefixed) return found ?? noneScheme;
    // The key has a prefix but no valid time, so it is read like its neighbours.
    return this.known.find((scheme) => scheme.prefixed) ?? PREFIXED_SCHEME ?? noneScheme;
  }
}

function scatters(page: readonly ProbeRow[]): boolean {
  if (page.length < LEAST_SCATTER_ROWS) return false;
  const partitions = new Set(page.map(({ partitionKey }) => partitionKey));
  return partitions.size >= page.length * SCATTER_SHARE;
}

type Time = Extract<TemplatePart, { kind: 'time' }>;

/** How the keys of a pair of templates follow time. */
interface TimeOrder {
  /** A scheme for only the key that holds this time, because the other key may run the other way or be finer. */
  readonly scheme: KeyScheme;
  readonly isInRow: boolean;
  /** Key times are whole multiples of this many ticks. */
  readonly grain: bigint;
  /** True if something that varies follows the time, so that several partitions can have the same time. */
  readonly hasTail: boolean;
}

/** The only time of a template; undefined if there is none, or several, or months, whose length varies. */
function timeOf(template: KeyTemplate | undefined): Time | undefined {
  const [time, more] = template?.parts.filter((part) => part.kind === 'time') ?? [];
  const isMonths = time?.style.kind === 'date' && !time.style.layout.includes('dd');
  return more === undefined && !isMonths ? time : undefined;
}

/** Whether something that varies follows the time. */
function hasTail({ parts }: KeyTemplate, time: Time): boolean {
  return parts.slice(parts.indexOf(time) + 1).some(({ kind }) => kind !== 'literal');
}

function orderOf({ id }: KeyScheme): TimeOrder | undefined {
  const { partition, row } = pairOfSchemeId(id) ?? {};
  const left = timeOf(partition);
  if (partition !== undefined && left !== undefined) {
    const [scheme] = templateSchemes([{ partition: partition.text, row: '{Row}' }]);
    return scheme && { scheme, isInRow: false, grain: left.codec.step, hasTail: hasTail(partition, left) };
  }
  const right = timeOf(row);
  // After a text that varies, the rows of a partition are in order of that text, not of time.
  const isFirst = row?.parts.find(({ kind }) => kind !== 'literal') === right;
  if (row === undefined || right === undefined || !isFirst) return undefined;
  const [scheme] = templateSchemes([{ partition: '{Partition}', row: row.text }]);
  return scheme && { scheme, isInRow: true, grain: right.codec.step, hasTail: false };
}

/** A text before the time, without its separator. */
function labelOf(text: string | undefined): string | undefined {
  const label = text?.replace(/[^\p{L}\p{N}]+$/u, '');
  return label === '' ? text : label;
}

/** Groups of rows by the user's own templates: one for each text before the time in the PartitionKey, or one for each partition. */
class TemplateGroups {
  readonly schemes: readonly KeyScheme[];
  private readonly orders: ReadonlyMap<string, TimeOrder | undefined>;

  constructor(schemes: readonly KeyScheme[]) {
    this.schemes = schemes;
    this.orders = new Map(schemes.map((scheme) => [scheme.id, orderOf(scheme)]));
  }

  /** The group that a row begins; undefined if its scheme is not one of these. */
  groupOf(scheme: KeyScheme, { partitionKey }: ProbeRow): FoundGroup | undefined {
    if (!this.orders.has(scheme.id)) return undefined;
    const order = this.orders.get(scheme.id);
    const own = { schemeId: scheme.id, grain: order?.grain };
    const single: FoundGroup = {
      ...own,
      label: partitionKey,
      kind: 'partition',
      partition: exactKey(partitionKey),
      scheme: order?.scheme ?? scheme,
      isTimeInRow: order?.isInRow === true,
    };
    if (order === undefined || order.isInRow) return single;
    const text = order.scheme.textBefore?.(partitionKey);
    const home = order.scheme
      .homes(text === undefined ? {} : { textBefore: text })
      ?.find(({ partition }) => partition.to !== undefined && isInSpan(partitionKey, partition));
    if (home === undefined) return single;
    return {
      ...own,
      // As the map of a run names it; what follows the time differs within the group.
      label: order.hasTail ? (labelOf(text) ?? 'all') : order.scheme.groupOf(partitionKey, ''),
      kind: 'run',
      partition: home.partition,
      scheme: order.scheme,
      isTimeInRow: false,
      textBefore: text,
    };
  }
}
