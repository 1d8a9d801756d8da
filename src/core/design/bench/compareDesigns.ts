import { capital, countText, numberText, secondsText, shareText } from '../../words.ts';
import { byRank, type KeyDesign, keptRows, type PatternCost, patternCost } from './judgeDesign.ts';
import type { Workload } from './workload.ts';
import { isShortOfKeys, type WriteCost, writeCost } from './writeCost.ts';

/** How good a cell is, for its mark. The cell's text says the same in words. */
export type CellTone = 'good' | 'plain' | 'warn' | 'bad';

export interface CompareCell {
  /** Such as "Row range, 16 queries". */
  readonly text: string;
  /** Further figures, shown dimmed. */
  readonly detail: string;
  readonly tone: CellTone;
}

/** A row of the table "Designs compared": one query, or one property of writing, for every design. */
export interface CompareRow {
  readonly name: string;
  readonly cells: readonly CompareCell[];
  /** The indexes of the best designs; empty if all are equal. */
  readonly winners: readonly number[];
  readonly why: string;
}

export interface Comparison {
  readonly reads: readonly CompareRow[];
  readonly writes: readonly CompareRow[];
  /** The patterns that no design serves without a table scan. */
  readonly unserved: readonly string[];
}

function plural(count: number, word: string, words = `${word}s`): string {
  return `${countText(count)} ${count === 1 ? word : words}`;
}

function classWords({ queryClass, queries, isByTwin }: PatternCost): string {
  const name = capital(queryClass);
  const by = isByTwin === true ? ', by the twin row' : '';
  return queries === 1 ? `${name}${by}` : `${name}${by}, ${countText(queries)} queries`;
}

function toneOf({ queryClass, rowsRead, rowsReturned }: PatternCost): CellTone {
  if (queryClass === 'table scan') return 'bad';
  if (queryClass === 'point' || queryClass === 'row range') return 'good';
  return rowsRead > 10 * Math.max(1, rowsReturned) ? 'warn' : 'plain';
}

const TONES: readonly CellTone[] = ['good', 'plain', 'warn', 'bad'];

function worse(a: CellTone, b: CellTone = 'good'): CellTone {
  return TONES[Math.max(TONES.indexOf(a), TONES.indexOf(b))] ?? a;
}

/** A number of requests in words: "1 to 3 requests". */
function requestsText({ requestsLeast, requestsMost }: PatternCost): string {
  if (requestsLeast === requestsMost) return plural(requestsLeast, 'request');
  return `${countText(requestsLeast)} to ${plural(requestsMost, 'request')}`;
}

function msText(ms: number): string {
  return ms < 1000 ? `${numberText(ms)} ms` : secondsText(ms / 1000);
}

/** A latency in words and how good it is: "50 to 150 ms, target 100 ms: may be missed". */
function latency(
  { msLeast, msMost }: PatternCost,
  hopedMs: number | undefined,
): { readonly text: string; readonly tone: CellTone | undefined } {
  const time = msLeast === msMost ? msText(msLeast) : `${msText(msLeast)} to ${msText(msMost)}`;
  if (hopedMs === undefined) return { text: time, tone: undefined };
  const hoped = `${time}, target ${msText(hopedMs)}`;
  if (msMost <= hopedMs) return { text: `${hoped}: met`, tone: undefined };
  return msLeast > hopedMs
    ? { text: `${hoped}: missed`, tone: 'bad' }
    : { text: `${hoped}: may be missed`, tone: 'warn' };
}

function readCell(cost: PatternCost, hopedMs: number | undefined): CompareCell {
  const { partitions, rowsRead, rowsReturned } = cost;
  const { text: time, tone } = latency(cost, hopedMs);
  const perRow =
    rowsReturned === 0 ? 'no row matches' : `${numberText(rowsRead / rowsReturned)} read per row returned`;
  return {
    text: classWords(cost),
    detail: `${requestsText(cost)}, ${plural(partitions, 'partition')}, ${plural(rowsRead, 'row')} read, ${perRow}; ${time}`,
    tone: worse(toneOf(cost), tone),
  };
}

/** The indexes of the lowest figure; none if all are equal. */
function lowest(figures: readonly number[]): readonly number[] {
  const least = Math.min(...figures);
  const best = figures.flatMap((figure, at) => (figure === least ? [at] : []));
  return best.length === figures.length ? [] : best;
}

/** The reason shown for a row without a winner. */
function sameWords(costs: readonly unknown[]): string {
  return costs.length > 1 ? 'All the same' : '';
}

/** 0 if a latency target is met, 1 if it may be missed, 2 if it is missed. */
function missOf({ msLeast, msMost }: PatternCost, hopedMs: number | undefined): number {
  if (hopedMs === undefined || msMost <= hopedMs) return 0;
  return msLeast > hopedMs ? 2 : 1;
}

/**
 * The figures by which reads are ranked, the most important first: whether it scans, whether a target is missed, then requests, then rows.
 */
function readRank(cost: PatternCost, hopedMs: number | undefined): readonly number[] {
  const { queryClass, requestsMost, rowsRead } = cost;
  return [queryClass === 'table scan' ? 1 : 0, missOf(cost, hopedMs), requestsMost, rowsRead];
}

/** The best designs for a read, and what makes them better than the next best. */
function bestReads(
  costs: readonly PatternCost[],
  hopedMs: number | undefined,
): Pick<CompareRow, 'winners' | 'why'> {
  const ranked = costs
    .map((cost, at) => ({ at, cost, rank: readRank(cost, hopedMs) }))
    .toSorted((a, b) => byRank(a.rank, b.rank));
  const [best] = ranked;
  const next = best && ranked.find(({ rank }) => byRank(rank, best.rank) !== 0);
  if (best === undefined || next === undefined) return { winners: [], why: sameWords(costs) };
  const winners = ranked.filter(({ rank }) => byRank(rank, best.rank) === 0).map(({ at }) => at);
  return { winners: winners.toSorted((a, b) => a - b), why: whyRead(best, next, hopedMs) };
}

interface Ranked {
  readonly cost: PatternCost;
  readonly rank: readonly number[];
}

function whyRead(best: Ranked, next: Ranked, hopedMs = 0): string {
  const [apart] = best.rank.flatMap((figure, at) => (figure === next.rank[at] ? [] : [at]));
  if (apart === 0) return 'No table scan';
  if (apart === 1) return `${best.rank[1] === 0 ? 'Meets' : 'May meet'} the target of ${msText(hopedMs)}`;
  return apart === 2
    ? `${plural(best.cost.requestsMost, 'request')} at most, not ${countText(next.cost.requestsMost)}`
    : `${plural(best.cost.rowsRead, 'row')} read, not ${countText(next.cost.rowsRead)}`;
}

function writeRow(
  name: string,
  costs: readonly WriteCost[],
  cell: (cost: WriteCost) => CompareCell,
  score: (cost: WriteCost) => number,
  why: string,
): CompareRow {
  const winners = lowest(costs.map(score));
  return { name, cells: costs.map(cell), winners, why: winners.length === 0 ? sameWords(costs) : why };
}

function shareTone(share: number): CellTone {
  if (share > 1) return 'bad';
  return share > 0.5 ? 'warn' : 'plain';
}

const FRONT_TONES: Readonly<Record<WriteCost['front'], CellTone>> = {
  spread: 'good',
  'append-only': 'warn',
  'prepend-only': 'warn',
  'one partition': 'bad',
};
const FRONT_WORDS: Readonly<Record<WriteCost['front'], string>> = {
  spread: 'Spread over the keys',
  'append-only': 'Append-only: all at the end',
  'prepend-only': 'Prepend-only: all at the start',
  'one partition': 'All in one partition',
};

/** Added to the growth of partitions that never stop growing, so that they rank after all others. */
const MOST_CLOSING_ROWS = 1e16;

function growthCell({ closesAtRows, growthRowsPerDay }: WriteCost): CompareCell {
  return closesAtRows === undefined
    ? { text: `${plural(growthRowsPerDay, 'row')} a day`, detail: 'as long as rows are kept', tone: 'warn' }
    : { text: `Up to ${plural(closesAtRows, 'row')}`, detail: 'then a new partition begins', tone: 'plain' };
}

function growthWhy(costs: readonly WriteCost[]): string {
  const isClosing = costs.some(({ closesAtRows }) => closesAtRows !== undefined);
  return isClosing ? 'Partitions stay small' : 'Partitions grow more slowly';
}

function sizeText(bytes: number): string {
  return bytes < 1e9 ? `${numberText(bytes / 1e6)} MB` : `${numberText(bytes / 1e9)} GB`;
}

function writtenCell({ rowsPerSecond, rowsPerEntity, keptBytes }: WriteCost): CompareCell {
  return {
    text: `${numberText(rowsPerSecond)}/s`,
    detail: `${rowsPerEntity === 1 ? 'a row' : 'twin rows'} for each entity; ${sizeText(keptBytes)} kept`,
    tone: 'plain',
  };
}

function transactionCell({ transactionRows, rowsPerEntity }: WriteCost): CompareCell {
  const entities = Math.floor(transactionRows / rowsPerEntity);
  if (rowsPerEntity > 1 && entities === 0)
    return {
      text: 'Too large for twin rows',
      detail: 'both rows of an entity exceed 4 MiB, so one may be missing',
      tone: 'bad',
    };
  if (transactionRows === 1)
    return { text: 'No', detail: 'rows do not share a partition, or are too large', tone: 'warn' };
  const twins = rowsPerEntity > 1 ? `, ${countText(entities)} ${entities === 1 ? 'entity' : 'entities'}` : '';
  return {
    text: `Up to ${plural(transactionRows, 'row')}${twins}`,
    detail: 'of one partition, 4 MiB',
    tone: entities > 1 ? 'good' : 'plain',
  };
}

function keysCell(cost: WriteCost, workload: Workload): CompareCell {
  if (!Number.isFinite(cost.differentKeys))
    return { text: 'Unique', detail: 'a GUID in the key', tone: 'good' };
  const detail = `${countText(cost.differentKeys)} keys for ${plural(keptRows(workload), 'entity', 'entities')}`;
  return isShortOfKeys(cost, workload)
    ? { text: 'Too few: rows overwrite others', detail, tone: 'bad' }
    : { text: 'Enough', detail, tone: 'plain' };
}

function writeRows(costs: readonly WriteCost[], workload: Workload): readonly CompareRow[] {
  return [
    writeRow(
      'Rows written',
      costs,
      writtenCell,
      ({ rowsPerSecond }) => rowsPerSecond,
      'Fewer rows to write and keep',
    ),
    writeRow(
      'Partitions in use per minute',
      costs,
      ({ perMinute, active }) => ({
        text: countText(perMinute),
        detail: `${countText(active)} at any instant`,
        tone: 'plain',
      }),
      ({ active }) => -active,
      'More partitions share the load',
    ),
    writeRow(
      'Share of the partition target, 2,000/s',
      costs,
      ({ partitionShare }) => ({
        text: shareText(partitionShare),
        detail: partitionShare > 1 ? 'the service answers 503' : 'if all values are equally frequent',
        tone: shareTone(partitionShare),
      }),
      ({ partitionShare }) => partitionShare,
      'Further from throttling',
    ),
    writeRow(
      'Share of the account target, 20,000/s',
      costs,
      ({ accountShare }) => ({
        text: shareText(accountShare),
        detail: 'of all rows written',
        tone: shareTone(accountShare),
      }),
      ({ accountShare }) => accountShare,
      'Fewer rows to write',
    ),
    writeRow(
      'Where new rows go',
      costs,
      ({ front }) => ({ text: FRONT_WORDS[front], detail: '', tone: FRONT_TONES[front] }),
      ({ front }) => (front === 'spread' ? 0 : front === 'one partition' ? 2 : 1),
      'More than one server takes writes',
    ),
    writeRow(
      'Entity group transactions',
      costs,
      transactionCell,
      ({ transactionRows, rowsPerEntity }) => -Math.floor(transactionRows / rowsPerEntity),
      'Fewer requests to write',
    ),
    writeRow(
      'Partition growth',
      costs,
      growthCell,
      // A partition that grows as long as rows are kept ranks after all that stop growing.
      ({ closesAtRows, growthRowsPerDay }) => closesAtRows ?? MOST_CLOSING_ROWS + growthRowsPerDay,
      growthWhy(costs),
    ),
    writeRow(
      'Different keys',
      costs,
      (cost) => keysCell(cost, workload),
      (cost) => (isShortOfKeys(cost, workload) ? 1 : 0),
      'No row is lost',
    ),
    writeRow(
      'Bytes of both keys',
      costs,
      ({ keyBytes }) => ({ text: countText(keyBytes), detail: '', tone: keyBytes > 1024 ? 'warn' : 'plain' }),
      ({ keyBytes }) => keyBytes,
      'Less in every row and answer',
    ),
  ];
}

/** The designs side by side: what each query and each write costs, which design is best at it, and why. */
export function compareDesigns(designs: readonly KeyDesign[], workload: Workload): Comparison {
  const costs = workload.patterns.map((pattern) => ({
    pattern,
    costs: designs.map((design) => patternCost(design, pattern, workload)),
  }));
  const reads = costs.map(({ pattern, costs: each }): CompareRow => {
    const load = `${numberText(pattern.perSecond)}/s`;
    const span = pattern.windowSeconds === undefined ? '' : `, within ${secondsText(pattern.windowSeconds)}`;
    return {
      name: `${pattern.name} (${load}${span})`,
      cells: each.map((cost) => readCell(cost, pattern.hopedMs)),
      ...bestReads(each, pattern.hopedMs),
    };
  });
  const unserved = costs
    .filter(
      ({ costs: each }) => each.length > 0 && each.every(({ queryClass }) => queryClass === 'table scan'),
    )
    .map(({ pattern }) => pattern.name);
  return {
    reads,
    writes: writeRows(
      designs.map((design) => writeCost(design, workload)),
      workload,
    ),
    unserved,
  };
}
