import type { EntityKey } from '../keys/base/entityKey.ts';
import { isLikelyInstant } from '../keys/base/schemeSpec.ts';
import type { KeyPart, KeyReading, TableKeyRange } from '../keys/base/scheme.ts';
import { readKey } from '../keys/readKey.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import { type KeyWindow, missesWindow } from '../plan/keyWindow.ts';
import { exactKeyOf } from '../plan/spans.ts';
import { instantOf, SURE } from './keyInstant.ts';

/** Readings with less confidence are ignored: they neither accuse nor clear a row. */
const LIKELY = 0.3;
/** How many keys are read per page. A page has at most 1,000 rows with two keys each. */
const MOST_READINGS = 2000;
/** PartitionKeys that are remembered over all pages. */
const MOST_KNOWN = 4096;

/**
 * `silent`: the key holds no time. `meets`: its time may be in the window. `unsure`: it may hold a time outside the window. `off`: it
 * certainly holds one.
 */
type Verdict = 'silent' | 'meets' | 'unsure' | 'off';

function isOff(text: string, part: KeyPart, reading: KeyReading, window: KeyWindow): boolean {
  const scheme = schemeById(reading.schemeId);
  const ticks = instantOf(reading);
  if (scheme === undefined || ticks === undefined) return false;
  const row = { partitionKey: '', rowKey: '', [part === 'row' ? 'rowKey' : 'partitionKey']: text };
  return missesWindow(scheme, row, ticks, window);
}

/** In doubt no row is off: the best reading must be sure, and no other likely one may meet the window. */
function verdictOf(text: string, part: KeyPart, window: KeyWindow): Verdict {
  const [best, ...others] = readKey(text, { part });
  const timed = [best, ...others].filter(
    (each): each is KeyReading =>
      each !== undefined && each.confidence >= LIKELY && instantOf(each) !== undefined,
  );
  if (timed.length === 0) return 'silent';
  if (!timed.every((each) => isOff(text, part, each, window))) return 'meets';
  const isSure =
    best !== undefined &&
    best.confidence >= SURE &&
    // Constants such as MinValue and MaxValue are marks, not times.
    isLikelyInstant(instantOf(best) ?? 0n);
  return isSure ? 'off' : 'unsure';
}

/**
 * Judges rows whose keys the chosen scheme does not read, because another scheme may read their time with certainty. The PartitionKey
 * decides; if it holds no time, the RowKey does.
 */
export class StrangerTimes {
  private readonly window: KeyWindow;
  private readonly known = new Map<string, Verdict>();
  private left = MOST_READINGS;

  constructor(window: KeyWindow) {
    this.window = window;
  }

  /** Begins a new page, in which MOST_READINGS keys may be read again. */
  beginPage(): void {
    this.left = MOST_READINGS;
  }

  /** Whether a row's keys certainly hold a time outside the window. */
  isOff({ partitionKey, rowKey }: EntityKey, range: TableKeyRange | undefined): boolean {
    // The user typed the key, so its time does not matter.
    const isTyped = range !== undefined && exactKeyOf(range.partition) !== undefined;
    const partition = isTyped ? 'silent' : this.partitionVerdict(partitionKey);
    if (partition === 'silent') return this.read(rowKey, 'row') === 'off';
    return partition === 'off' && this.read(rowKey, 'row') !== 'meets';
  }

  private partitionVerdict(partitionKey: string): Verdict {
    const known = this.known.get(partitionKey);
    if (known !== undefined) return known;
    if (this.left === 0) return 'meets';
    const found = this.read(partitionKey, 'partition');
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(partitionKey, found);
    return found;
  }

  /** Reads a key. Once a page has used up its readings, any key may hold a time in the window, so it counts as `meets`. */
  private read(text: string, part: KeyPart): Verdict {
    if (this.left === 0) return 'meets';
    this.left--;
    return verdictOf(text, part, this.window);
  }
}
