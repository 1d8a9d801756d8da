import { secondsText, shareText } from '../../words.ts';
import { poisson, seededRandom } from '../seededRandom.ts';
import { mean, sum } from './byDefinition.fixture.ts';
import type { CellMap } from './cells.fixture.ts';

/* Finds periods by their definition, with plain lists and every sum computed again. */

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** Correlations of counts with themselves, without what changes slower than the longest period; up to twice this period. */
function correlationsOf(counts: readonly number[], most: number): readonly number[] {
  const roots = counts.map((count) => Math.sqrt(count + 3 / 8));
  const rest = roots.map((root, at) => root - mean(roots.slice(Math.max(0, at - most), at + most + 1)));
  const power = sum(rest.map((value) => value ** 2));
  return range(0, 2 * most + 1).map((lag) =>
    power === 0 ? 0 : sum(rest.slice(lag).map((value, at) => value * (rest[at] ?? 0))) / power,
  );
}

function profileOf(counts: readonly number[], length: number) {
  const means = range(0, length).map((phase) => mean(counts.filter((_, at) => at % length === phase)));
  const [high, low, all] = [Math.max(...means), Math.min(...means), mean(counts)];
  const rest = sum(counts.map((count, at) => (count - (means[at % length] ?? 0)) ** 2));
  const amplitude = (high - low) / all;
  const highShare = counts.filter((count) => count > (high + low) / 2).length / counts.length;
  return {
    means,
    amplitude,
    deviations: (high - low) / Math.sqrt((2 * all * length) / counts.length),
    restDispersion: rest / (all * (counts.length - length)),
    highShare,
    lowest: low / all,
    arePulses: highShare <= 0.5 && amplitude >= (1.2 * low) / all,
  };
}

/** How many waves fit into the profile: as many as the strongest, if it has 2.5 times the power of the longest. */
function partsOf(means: readonly number[]): number {
  const powers = range(1, Math.floor(means.length / 2) + 1).map((waves) => {
    const angle = (column: number) => (2 * Math.PI * waves * column) / means.length;
    const cosine = sum(means.map((value, at) => value * Math.cos(angle(at))));
    const sine = sum(means.map((value, at) => value * Math.sin(angle(at))));
    return cosine ** 2 + sine ** 2;
  });
  const most = Math.max(...powers);
  return most >= 2.5 * (powers[0] ?? 0) ? powers.indexOf(most) + 1 : 1;
}

/** The length between 0.4 columns less and more that fits 5 % better in all its recurrences. */
function corrected(period: number, correlations: readonly number[]): number {
  const times = Math.floor((correlations.length - 1) / (period + 0.4));
  if (times < 2) return period;
  const at = (place: number) => {
    const [whole, part] = [Math.floor(place), place - Math.floor(place)];
    return (correlations[whole] ?? 0) * (1 - part) + (correlations[whole + 1] ?? 0) * part;
  };
  const fit = (length: number) => mean(range(1, times + 1).map((time) => at(time * length)));
  let [exact, best] = [period, fit(period) * 1.05];
  for (let by = -0.4; by <= 0.4; by += 0.005)
    if (fit(period + by) > best) [exact, best] = [period + by, fit(period + by)];
  return exact;
}

/** ln of the chance of such a correlation after one period and after two, if neighbours correlate as they do. */
function chanceOf(correlation: number, twice: number, correlations: readonly number[], lag: number): number {
  const last = correlations.findIndex((value) => value <= 0);
  const near = correlations.slice(1, Math.min(lag, last < 0 ? lag : last));
  const squares = correlation ** 2 + Math.min(correlation, twice) ** 2;
  return -squares / 2 / (1 + 2 * sum(near.map((value) => value ** 2)));
}

function isOfLoad(profile: ReturnType<typeof profileOf>): boolean {
  if (profile.amplitude < 0.3 || profile.deviations < 5) return false;
  if (profile.highShare > 0.5 && profile.lowest < 0.02) return false;
  return profile.restDispersion >= 0.5 || profile.arePulses;
}

function waveAt(lag: number, correlations: readonly number[], counts: readonly number[], most: number) {
  const at = (place: number) => correlations[place] ?? 0;
  const correlation = at(lag);
  const doubles = [2 * lag, 2 * lag - 1, 2 * lag + 1];
  const twice = Math.max(...doubles.map(at));
  if (correlation < 0.3 || twice < correlation / 2) return undefined;
  const lnP = counts.length * chanceOf(correlation, twice, correlations, lag);
  if (lnP + Math.log(most) > Math.log(1e-4)) return undefined;
  // Half a column more or less is seen after two periods.
  const double = doubles.find((place) => at(place) === twice) ?? 2 * lag;
  const length = double === 2 * lag ? lag : double;
  const profile = profileOf(counts, length);
  if (!isOfLoad(profile)) return undefined;
  const parts = partsOf(profile.means);
  const isWide = length / parts < 3 && parts > 1;
  const isPart = profile.arePulses && !isWide;
  return {
    columns: corrected(isPart ? length / parts : length, correlations),
    isCoarse: profile.arePulses ? isWide : length < 8 || parts > 1,
    amplitude: profile.amplitude,
    correlation,
    lnP,
  };
}

/** What the rule says of counts without empty columns at the ends, that are `cellSeconds` wide. */
export function periodWords(counts: readonly number[], cellSeconds: number) {
  if (counts.length < 48) return [];
  const most = Math.floor(counts.length / 6);
  const correlations = correlationsOf(counts, most);
  const least = 0.8 * Math.max(...correlations.slice(2, most + 1));
  const found = range(2, most + 1)
    .filter((lag) => {
      const here = correlations[lag] ?? 0;
      const isPeak =
        here >= (correlations[lag - 1] ?? 0) && (lag === most || here >= (correlations[lag + 1] ?? 0));
      return isPeak && here >= least;
    })
    .map((lag) => waveAt(lag, correlations, counts, most))
    .find((wave) => wave !== undefined);
  if (found === undefined) return [];
  const { columns, isCoarse, amplitude, correlation, lnP } = found;
  const seconds = columns * cellSeconds;
  if (seconds >= 6 * 3600) return [];
  const every = secondsText(seconds);
  const fraction = ` or a fraction of that, which columns of ${secondsText(cellSeconds)} cannot show`;
  const beyond = Math.log(1e-4) - lnP - Math.log(most);
  return [
    {
      id: 'periodicity',
      severity: 'note',
      title: `Period of ${every}${isCoarse ? ' or a part of it' : ''}`,
      sentence: `All rows together rise and fall every ${every}${isCoarse ? fraction : ''}, by ${shareText(amplitude)} of their mean: counts correlate ${correlation.toFixed(2)} with themselves one period later, over ${Math.floor((counts.length * cellSeconds) / seconds)} periods.`,
      confidence: (0.7 + 0.29 * Math.min(1, beyond / 30)).toFixed(9),
    },
  ];
}

/** Counts with a period, or nearly so, by seed: most are at a border of what counts as one. */
export function periodCase(seed: number): { readonly counts: readonly number[]; readonly map: CellMap } {
  const random = seededRandom(seed * 7793 + 17);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const columns = pick([47, 48, 49, 60, 72, 96, 120]);
  const usual = pick([0.5, 1, 2, 5, 20]);
  const period = pick([2, 2.5, 3, 3.5, 4, 5.5, 7, 7.5, 8, 9.6, 10, 12, 15.5, 16, 19, 20]);
  const shape = pick(['pulse', 'pulse', 'pulse', 'wave', 'timer', 'two'] as const);
  const share = pick([0.05, 0.2, 0.45, 0.5, 0.55, 0.8]);
  const times = pick([1.3, 1.6, 2, 3, 8]);
  const phase = random() * period;
  const noise = pick(['none', 'little', 'chance', 'chance', 'rough']);
  const drift = pick([0, 0, 0.3, 1]);
  const lower = pick([0, 0, 0.03, 1]);
  const counts = range(0, columns).map((at) => {
    const place = ((at + phase) % period) / period;
    const slow = Math.exp(drift * Math.sin(at / 25));
    const heights = {
      pulse: place < share ? times : lower,
      wave: 1 + (times / 9) * Math.sin(2 * Math.PI * place),
      timer: Math.floor((at + 1 + phase) / period) - Math.floor((at + phase) / period),
      two: place < 0.2 ? times : place > 0.45 && place < 0.7 ? times * 0.8 : 0.3,
    };
    const rate = usual * slow * heights[shape];
    if (noise === 'chance') return poisson(random, rate);
    if (noise === 'rough') return poisson(random, rate * Math.exp(1.2 * (random() - 0.5)));
    return Math.round(rate) + (noise === 'little' ? (at * 7) % 3 : 0);
  });
  const ends = new Set([0, columns - 1]);
  const used = counts.map((count, at) => (ends.has(at) ? Math.max(1, count) : count));
  return { counts: used, map: { cellSeconds: pick([60, 60, 300, 1080, 1140]) } };
}
