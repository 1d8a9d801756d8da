import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import { detectScheme, type SampleRow, type SchemeProposal } from '../../keys/detectScheme.ts';
import { exactKey, isInSpan, keysBeginningWith } from '../../keys/base/keySpan.ts';
import { cutPrefixedKey, PREFIXED_TICKS_AT, UNPREFIXED } from '../../keys/forms/prefixedKey.ts';
import { KEY_SCHEMES, schemeById } from '../../keys/schemeRegistry.ts';
import { noneScheme } from '../../keys/schemes/none.ts';
import type { FoundGroup } from './groupState.ts';
import type { ProbeRow } from './probeTypes.ts';
import { TemplateGroups } from './templateGroups.ts';
import { rowTicks } from './timeAxis.ts';

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
