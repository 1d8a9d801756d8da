/*
 * Test data for the findings: lists of times in which it is known, to the row, what was planted. It draws its own random
 * numbers and shares no code with what it tests.
 */

export const PLANTED = [
  'outage of minutes',
  'outage',
  'outage of hours',
  'outage up to now',
  'two outages',
  'four outages',
  'drop',
  'short silence',
  'long silence',
  'silent to the end',
  'three silent together',
  'half silent together',
  'silent one after another',
  'burst',
  'short burst',
  'burst of one',
  'higher load',
  'higher load of one',
  'hot prefix',
  'skew',
  'timer',
] as const;
/** How healthy tables are written. */
export const CLEAN = [
  'even',
  'different rates',
  'one day',
  'days and nights',
  'working hours',
  'weeks',
  'rough minutes',
  'wandering load',
  'wandering prefixes',
  'batches',
  'jittered timers',
  'shifts',
  'growth',
  'few rows',
  'late starters',
] as const;
export type PlantedKind = (typeof PLANTED)[number];
export type CleanKind = (typeof CLEAN)[number];

/** A stretch in seconds from the start, of one prefix or of all. */
export interface PlantedStretch {
  readonly from: number;
  readonly to: number;
  readonly prefix?: number | undefined;
}

export interface Trial {
  readonly kind: PlantedKind | CleanKind;
  readonly seed: number;
  /** Seconds from a Monday midnight to the start, and the length of the list. */
  readonly start: number;
  readonly seconds: number;
  /** Key times in seconds from the start, ascending, by prefix. */
  readonly times: readonly Float64Array[];
  /** Seconds that times are rounded down to; 0: exact. */
  readonly rounding: number;
  /** The finding that must come, and where; undefined for a healthy table. */
  readonly id?: string | undefined;
  readonly truth: readonly PlantedStretch[];
  /** Until when the list was queried, if it was. */
  readonly now?: number | undefined;
}

/** Random numbers from 0 to below 1 (xorshift32). */
function chanceOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  for (let turn = 0; turn < 8; turn++) next();
  return next;
}

const DAY = 86_400;
const HOUR = 3600;

/** What is planted: the finding that must come, where, and by which factor the rate changes there. */
interface Plan {
  readonly id: string;
  readonly stretches: readonly PlantedStretch[];
  readonly factor: number;
}

type Between = (least: number, most: number) => number;

/** Draws where a pattern is planted, and how strong it is. */
function planOf(kind: PlantedKind, seconds: number, between: Between): Plan {
  const at = (from: number, length: number, prefix?: number): PlantedStretch => ({
    from,
    to: from + length,
    prefix,
  });
  const somewhere = (length: number, prefix?: number) =>
    at(between(0.1, 0.85) * (seconds - length), length, prefix);
  const share = (least: number, most: number) => seconds * between(least, most);
  const gap = (...stretches: readonly PlantedStretch[]): Plan => ({
    id: 'gap-for-all',
    stretches,
    factor: 0,
  });
  const silent = (...stretches: readonly PlantedStretch[]): Plan => ({
    id: 'silent-prefix',
    stretches,
    factor: 0,
  });
  const high = (least: number, most: number, ...stretches: readonly PlantedStretch[]): Plan => ({
    id: 'burst',
    stretches,
    factor: between(least, most),
  });
  const together = (many: number): Plan => {
    const [length, from] = [share(0.06, 0.2), share(0.1, 0.7)];
    return silent(...Array.from({ length: many }, (_, prefix) => at(from, length, prefix)));
  };
  const plans: Readonly<Record<PlantedKind, () => Plan>> = {
    'outage of minutes': () => gap(somewhere(Math.max(400, share(0.006, 0.012)))),
    outage: () => gap(somewhere(share(0.015, 0.06))),
    'outage of hours': () => gap(somewhere(Math.min(2.7 * HOUR, share(0.12, 0.3)))),
    'outage up to now': () => gap(at(seconds * 0.8, seconds * 0.2)),
    'two outages': () =>
      gap(at(share(0.1, 0.4), share(0.015, 0.03)), at(share(0.55, 0.9), share(0.015, 0.03))),
    'four outages': () =>
      gap(...[0.1, 0.27, 0.61, 0.82].map((from) => at(share(from, from + 0.05), share(0.02, 0.035)))),
    drop: () => ({
      id: 'drop-for-all',
      stretches: [somewhere(Math.min(2.5 * HOUR, share(0.03, 0.15)))],
      factor: between(0.02, 0.2),
    }),
    'short silence': () => silent(somewhere(share(0.02, 0.045), 0)),
    'long silence': () => silent(somewhere(share(0.08, 0.3), 0)),
    'silent to the end': () => {
      const length = share(0.08, 0.4);
      return silent(at(seconds - length, length, 0));
    },
    'three silent together': () => together(3),
    'half silent together': () => together(6),
    'silent one after another': () =>
      silent(...[0, 1, 2, 3].map((prefix) => at((0.1 + 0.17 * prefix) * seconds, seconds * 0.1, prefix))),
    burst: () => high(6, 12, somewhere(share(0.012, 0.06))),
    'short burst': () => high(8, 15, somewhere(share(0.004, 0.008))),
    'burst of one': () => high(6, 12, somewhere(share(0.012, 0.06), 0)),
    'higher load': () => high(4.5, 8, somewhere(share(0.15, 0.4))),
    'higher load of one': () => high(4.5, 8, somewhere(share(0.15, 0.4), 0)),
    'hot prefix': () => ({ id: 'hot-prefix', stretches: [], factor: 1 }),
    skew: () => ({ id: 'skew', stretches: [], factor: 1 }),
    timer: () => ({ id: 'periodicity', stretches: [], factor: 1 }),
  };
  return plans[kind]();
}

/** The load of a prefix at a time, as a share (0 .. 1) of its highest rate. */
type Share = (second: number, prefix: number) => number;

interface Setting {
  readonly chance: () => number;
  readonly between: Between;
  readonly normal: () => number;
  readonly seconds: number;
  /** Seconds from Monday midnight to the start. */
  readonly start: number;
  readonly prefixes: number;
}

/** How the load of a kind of table changes over time. */
function shareOf(
  kind: PlantedKind | CleanKind,
  { chance, between, normal, seconds, start, prefixes }: Setting,
): Share {
  const step = seconds / 700;
  const steps = Math.ceil(seconds / step) + 1;
  const ofEach = <T>(make: (prefix: number) => T): readonly T[] =>
    Array.from({ length: prefixes }, (_, at) => make(at));
  const walk = (): readonly number[] => {
    let value = normal();
    return Array.from({ length: steps }, () => (value = 0.97 * value + Math.sqrt(1 - 0.97 ** 2) * normal()));
  };
  const gammas = ofEach(() =>
    Array.from({ length: steps }, () => -Math.log((1 - chance()) * (1 - chance()))),
  );
  const [common, walks] = [walk(), ofEach(walk)];
  const [phase, period] = [chance(), seconds / between(14, 40)];
  const depth = [0.6, 0.9, 1][Math.floor(3 * chance())] ?? 1;
  const isSteady = ['timer', 'outage of hours', 'drop'].includes(kind) || chance() < 0.6;
  const begins = ofEach((at) => (at % 3 === 1 ? between(0, 0.7) * seconds : 0));
  const shifts = ofEach(() => Math.floor(between(0, 24)) * HOUR);
  const clock = (second: number) => (start + second) % DAY;
  const wave = (second: number, height: number) =>
    (1 - height * Math.cos((2 * Math.PI * clock(second)) / DAY + 6 * phase)) / (1 + height);
  const at = (values: readonly number[] | undefined, second: number) =>
    values?.[Math.floor(second / step)] ?? 0;
  const shares: Partial<Record<typeof kind, Share>> = {
    'one day': (second) => wave(second, depth),
    'days and nights': (second) => wave(second, depth),
    'working hours': (second) => Number(clock(second) >= 8 * HOUR && clock(second) < 18 * HOUR),
    weeks: (second) => (Math.floor((start + second) / DAY) % 7 < 5 ? wave(second, 0.8) : 0.01),
    'rough minutes': (second, prefix) => at(gammas[prefix], second) / 16,
    'wandering load': (second) => Math.min(1, Math.exp(0.5 * at(common, second)) / 6),
    'wandering prefixes': (second, prefix) => Math.min(1, Math.exp(0.5 * at(walks[prefix], second)) / 6),
    batches: (second, prefix) => (at(gammas[prefix], second) > 4.5 ? 1 : 0.02),
    shifts: (second, prefix) => Number((clock(second) + (shifts[prefix] ?? 0)) % DAY < 8 * HOUR),
    growth: (second) => 0.15 + (0.85 * second) / seconds,
    'late starters': (second, prefix) => Number(second >= (begins[prefix] ?? 0)),
    timer: (second) => (second % period < period / 4 ? 1 : 0.2),
  };
  const isClean = (CLEAN as readonly string[]).includes(kind);
  return shares[kind] ?? ((second) => (isSteady || isClean ? 1 : wave(second, 0.3)));
}

/** How many times the usual rate each prefix has. */
function ratesOf(kind: PlantedKind | CleanKind, prefixes: number, spread: number, normal: () => number) {
  return Array.from({ length: prefixes }, (_, at) => {
    if (kind === 'skew') return 40 / (at + 1) ** 2;
    return (kind === 'hot prefix' && at === 1 ? 14 : 1) * Math.exp(spread * normal());
  });
}

function secondsOf(kind: PlantedKind | CleanKind, between: Between): number {
  if (kind === 'weeks') return Math.round(between(15, 22) * DAY);
  const isOfDays = ['days and nights', 'working hours', 'shifts'].includes(kind);
  return Math.round(isOfDays ? between(3, 6) * DAY : between(6, 23) * HOUR);
}

/** Makes a trial, always the same one for the same kind and seed. */
export function trialOf(kind: PlantedKind | CleanKind, seed: number): Trial {
  const kinds: readonly string[] = [...PLANTED, ...CLEAN];
  const chance = chanceOf(seed * 97 + kinds.indexOf(kind) + 1);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(chance() * values.length)] as T;
  const between: Between = (least, most) => least + (most - least) * chance();
  const normal = () => Array.from({ length: 12 }, chance).reduce((sum, one) => sum + one, -6);
  const seconds = secondsOf(kind, between);
  const prefixes = kind === 'skew' || kind.startsWith('half') ? 12 : pick([5, 8, 10, 12]);
  const rates = ratesOf(kind, prefixes, kind === 'different rates' ? 0.6 : pick([0, 0.2, 0.4]), normal);
  const all = rates.reduce((sum, one) => sum + one, 0);
  const perSecond = (kind === 'few rows' ? 40 : between(20_000, 50_000)) / seconds / all;
  const start = seconds > DAY ? 0 : Math.floor(between(0, 5 * 24)) * HOUR;
  const rounding = pick([0, 0, 60]);
  const plan = (PLANTED as readonly string[]).includes(kind)
    ? planOf(kind as PlantedKind, seconds, between)
    : undefined;
  const share = shareOf(kind, { chance, between, normal, seconds, start, prefixes });
  const { stretches = [], factor = 1 } = plan ?? {};
  const most = Math.max(1, factor);
  const shareThere: Share = (second, prefix) => {
    const isThere = stretches.some(
      (one) => second >= one.from && second < one.to && (one.prefix ?? prefix) === prefix,
    );
    return (share(second, prefix) * (isThere ? factor : 1)) / most;
  };
  const times = rates.map((rate, prefix) => {
    const every = 1 / (perSecond * rate);
    const found =
      kind === 'jittered timers'
        ? Array.from({ length: Math.floor(seconds / every) - 2 }, (_, at) => (at + 0.3 * chance()) * every)
        : byChance(seconds, every / most, chance, (second) => shareThere(second, prefix));
    const shown = (one: number) =>
      rounding === 0 ? Math.floor(one * 1e7) / 1e7 : Math.floor(one / rounding) * rounding;
    return Float64Array.from(found, shown).sort();
  });
  const now = kind === 'outage up to now' ? seconds : undefined;
  return { kind, seed, start, seconds, times, rounding, truth: stretches, id: plan?.id, now };
}

/** A Poisson process, thinned to a share of its rate. */
function byChance(seconds: number, every: number, chance: () => number, share: (second: number) => number) {
  const found: number[] = [];
  for (
    let second = -Math.log(1 - chance()) * every;
    second < seconds;
    second -= Math.log(1 - chance()) * every
  )
    if (chance() < share(second)) found.push(second);
  return found;
}
