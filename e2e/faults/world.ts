// A random table and a random request for it, both by seed, with the correct answer. Keys and answer are calculated here, independently of
// the product.
import { d19, DAY, LAST_TICK, MINUTE } from '../../scripts/demo/keyText.mjs';
import type { PlanRequest } from '../../src/core/plan/queryPlan.ts';
import { toTicks } from '../../src/core/time/ticks.ts';
import { createRandom, type Random } from '../../scripts/demo/random.mjs';
import type { DemoRow } from '../../scripts/demo/rows.mjs';
import { compileFilter } from '../rig/eval.ts';
import { boundsOf, withAllTypes, type World, type WorldDraft, type WorldTraits } from './worldTraits.ts';
import { aroundHome, NOON, request, rowOf, sorted, type Spot, TABLE, type WorldRow } from './worldRows.ts';

/** The world of a seed. `traits` says how it differs from the first version, whose tables never change. */
export function makeWorld(seed: number, traits: WorldTraits = {}): World {
  const random = createRandom(seed, 'world');
  const draw = random.next();
  const filter = random.next() < 0.3 ? `Level le ${random.below(5)}${furtherFilter(seed)}` : undefined;
  const make = draw < 0.6 ? prefixed : draw < 0.75 ? inverted : draw < 0.85 ? ticks : scan;
  const made = (traits.kind === undefined ? make : KINDS[traits.kind])(random);
  const world = traits.allTypes === true ? withAllTypes(seed, made) : made;
  const matches = filter === undefined ? () => true : compileFilter(filter).matches;
  const bounds = traits.sas === undefined ? undefined : boundsOf(seed, world, traits.sas);
  return {
    ...world,
    tables: [...new Set([...world.rows.map(({ table }) => table), world.request.tableName])],
    bounds,
    request: {
      ...world.request,
      filter,
      select: traits.select,
    },
    isAsked: (row) => world.isAsked(row) && matches(row),
  };
}

const KINDS = { tables: severalTables, rounded, descending } as const;

/** Drawn separately, so that the tables of old seeds do not change. */
function furtherFilter(seed: number): string {
  return createRandom(seed, 'filter').pick([
    '',
    '',
    '',
    " and not (Text eq 'plain')",
    " and (Text ne 'plain' or Real gt 0.0)",
    " and (Long lt 90000000000L or Text eq 'it''s' or Level eq 0)",
  ]);
}

/** `prefix(D19)___ticks(D19)` of whole minutes, sometimes with prefixes beyond the plan or keys without a prefix. */
function prefixed(random: Random): WorldDraft {
  const volume = random.next() < 0.5 ? 10 : 100;
  const minutes = random.between(1, 25);
  const from = NOON + BigInt(random.below(600)) * MINUTE + BigInt(random.pick([0, 0, 1, 299_999_999]));
  const to = from + BigInt(minutes) * MINUTE - BigInt(random.pick([0, 0, 1, 300_000_000]));
  const written = random.next() < 0.1 ? Math.min(100, volume * 10) : volume;
  const hasPlain = random.next() < 0.15;
  const asksPlain = hasPlain ? random.next() < 0.6 : random.next() < 0.1;
  const hot = random.below(volume);
  const rows: WorldRow[] = [];
  const add = (key: (bucket: bigint) => string, count: number) => {
    for (let i = 0; i < count; i += 1) {
      const bucket = (from / MINUTE + BigInt(random.between(-2, minutes + 2))) * MINUTE;
      rows.push(rowOf(random, key(bucket), `dep___role___in_${random.below(50)}___${d19(i)}`));
    }
  };
  for (let prefix = 0; prefix < written; prefix += 1) {
    const mean = prefix === hot ? 60 : volume === 10 ? 12 : 2;
    add((bucket) => `${d19(prefix)}___${d19(bucket)}`, random.next() < 0.1 ? 0 : random.below(mean * 2));
  }
  if (hasPlain) add(d19, 1 + random.below(20));
  const prefixes = random.next() < 0.15 ? somePrefixes(random, volume) : undefined;
  return {
    kind: 'prefixed',
    ...windowed(rows, from, to, { schemeId: 'wad-prefixed', volume, unprefixed: asksPlain, prefixes }),
    isAsked: ({ partitionKey }) => {
      const bucket = BigInt(partitionKey.slice(-19));
      if (bucket >= to || bucket + MINUTE <= from) return false;
      if (!partitionKey.includes('___')) return asksPlain;
      const prefix = Number(partitionKey.slice(0, 19));
      return prefix < volume && (prefixes?.includes(prefix) ?? true);
    },
    strangers: strangersIn(rows, { volume, asksPlain, prefixes }),
    lookouts: besidePrefixes(volume, prefixes),
  };
}

function strangersIn(
  rows: readonly DemoRow[],
  asked: {
    readonly volume: number;
    readonly asksPlain: boolean;
    readonly prefixes: readonly number[] | undefined;
  },
): World['strangers'] {
  const keys = rows.map(({ partitionKey }) => partitionKey);
  if (!asked.asksPlain && keys.some((key) => !key.includes('___'))) return 'some';
  if (!keys.some((key) => key.includes('___') && Number(key.slice(0, 19)) >= asked.volume)) return 'none';
  return asked.prefixes === undefined ? 'some' : 'beside';
}

/** Keys below all prefixes, above them, and just after each requested prefix and the one before it. */
function besidePrefixes(volume: number, prefixes: readonly number[] | undefined): readonly Spot[] {
  const all = Array.from({ length: volume }, (_, prefix) => prefix);
  const behind = (prefixes ?? all).flatMap((prefix) => [prefix - 1, prefix]);
  const within = [...new Set(behind)].filter((prefix) => prefix >= 0 && prefix < volume - 1);
  const keys = ['!', ...within.map((prefix) => `${d19(prefix)}x`), `${d19(volume)}___${d19(NOON)}`, 'zzz'];
  return keys.map((partitionKey) => ({ table: TABLE, partitionKey, rowKey: 'r' }));
}

function somePrefixes(random: Random, volume: number): readonly number[] {
  const drawn = Array.from({ length: random.between(1, 6) }, () => random.below(volume));
  return [...new Set(drawn)].sort((a, b) => a - b);
}

/** Inverted ticks in the RowKey, with one partition requested. */
function inverted(random: Random): WorldDraft {
  const from = NOON + BigInt(random.below(1_000_000));
  const to = from + BigInt(random.between(1, 1_000_000));
  const partitions = ['alpha', "b'eta", 'gamma&+%41'];
  const asked = random.pick(partitions);
  const rows = Array.from({ length: random.below(500) }, () =>
    rowOf(
      random,
      random.pick(partitions),
      `${d19(LAST_TICK - (NOON + BigInt(random.below(2_000_000))))}_${random.below(1000)}`,
    ),
  );
  return {
    kind: 'inverted',
    ...windowed(rows, from, to, {
      schemeId: 'inverted-ticks19',
      partitionKey: { kind: 'is', text: asked },
    }),
    isAsked: ({ partitionKey, rowKey }) => {
      const at = LAST_TICK - BigInt(rowKey.slice(0, 19));
      return partitionKey === asked && at >= from && at < to;
    },
    strangers: 'none',
    lookouts: ['!', 'zzz'].map((rowKey) => ({ table: TABLE, partitionKey: asked, rowKey })),
  };
}

/** Ticks in the PartitionKey, a partition per instant. */
function ticks(random: Random): WorldDraft {
  return byMinute(random, NOON + BigInt(random.below(2000)) * MINUTE);
}

/** No time in the keys: the whole table is requested, or the partitions that begin with a text. */
function scan(random: Random): WorldDraft {
  const heads = ['', 'a', 'ab', 'b', 'é', '😀', "o'"];
  const rows = Array.from({ length: random.below(400) }, () =>
    rowOf(random, `${random.pick(heads)}${random.below(20)}`, `${random.pick(heads)}${random.below(60)}`),
  );
  const head = random.next() < 0.5 ? undefined : random.pick(heads.slice(1));
  return {
    kind: 'scan',
    rows: sorted(rows),
    request: request(head === undefined ? {} : { partitionKey: { kind: 'begins', text: head } }),
    isAsked: ({ partitionKey }) => head === undefined || partitionKey.startsWith(head),
    strangers: 'none',
    lookouts: [],
  };
}

/** Ticks in the PartitionKey, which the writer rounded down. The key of a row in the window may therefore be before the window. */
function rounded(random: Random): WorldDraft {
  const step = random.pick([MINUTE, 5n * MINUTE, 7n * MINUTE, 60n * MINUTE]);
  const from = NOON + BigInt(random.below(2000)) * MINUTE + BigInt(random.pick([0, 1, 299_999_999]));
  return byMinute(random, from, step);
}

/** Ticks in the PartitionKey, rounded down to whole steps if there is one. */
function byMinute(random: Random, from: bigint, roundingTicks?: bigint): WorldDraft {
  const step = roundingTicks ?? 1n;
  const { to, rows } = aroundWindow(random, from, (at) => d19(at - (at % step)));
  return {
    kind: 'ticks',
    ...windowed(rows, from, to, { schemeId: 'ticks19', roundingTicks }),
    isAsked: ({ partitionKey }) => BigInt(partitionKey) + step > from && BigInt(partitionKey) < to,
    strangers: 'none',
    lookouts: aroundHome(),
  };
}

/** Inverted ticks in the PartitionKey: the newest row is first. */
function descending(random: Random): WorldDraft {
  const from = NOON + BigInt(random.below(2000)) * MINUTE;
  const { to, rows } = aroundWindow(
    random,
    from,
    (at) => `${d19(LAST_TICK - at)}${random.pick(['', '_a', '-17'])}`,
  );
  return {
    kind: 'descending',
    ...windowed(rows, from, to, { schemeId: 'inverted-ticks19-partition' }),
    isAsked: ({ partitionKey }) => {
      const at = LAST_TICK - BigInt(partitionKey.slice(0, 19));
      return at >= from && at < to;
    },
    strangers: 'none',
    lookouts: aroundHome(),
  };
}

/** A window of up to 400 minutes from an instant on, and rows in it and around it. */
function aroundWindow(
  random: Random,
  from: bigint,
  keyAt: (at: bigint) => string,
): { readonly to: bigint; readonly rows: WorldRow[] } {
  const to = from + BigInt(random.between(1, 400)) * MINUTE;
  const rows = Array.from({ length: random.below(400) }, () =>
    rowOf(random, keyAt(from + BigInt(random.between(-100, 500)) * MINUTE), `r${random.below(10)}`),
  );
  return { to, rows };
}

/** These rows, and a request for those of a window. */
function windowed(
  rows: WorldRow[],
  from: bigint,
  to: bigint,
  more: Partial<PlanRequest>,
): Pick<WorldDraft, 'rows' | 'request'> {
  return {
    rows: sorted(rows),
    request: request({ ...more, window: { from: toTicks(from), to: toTicks(to) } }),
  };
}

const MONTHS = ['202312', '202401', '202402', '202403', '202404'];
const HOST = 'host-1';
/** The first day of each of these months and of the next one, in days since 2024-03-01. */
const FIRST_DAYS = [-91n, -60n, -29n, 0n, 31n, 61n];

/** One table per month, some of which do not exist. The newest row of a host is its first. */
function severalTables(random: Random): WorldDraft {
  const tableOf = (month: number): string => `AzureFunctionsScaleMetrics${MONTHS[month] ?? ''}`;
  const asked = random.below(MONTHS.length);
  // The table that the user named exists. The others follow from the window only, so some may be missing.
  const exists = MONTHS.map((_, month) => month === asked || random.next() < 0.7);
  const from = NOON + BigInt(random.between(-91, 30)) * DAY + BigInt(random.below(1440)) * MINUTE;
  const to = from + BigInt(random.between(1, 80 * 1440)) * MINUTE;
  const end = NOON + (FIRST_DAYS.at(-1) ?? 0n) * DAY;
  const rows: WorldRow[] = [];
  MONTHS.forEach((_, month) => {
    const [first = 0n, next = 0n] = FIRST_DAYS.slice(month, month + 2);
    if (exists[month] !== true) return;
    for (let left = random.below(80); left > 0; left -= 1) {
      const at = NOON + first * DAY + BigInt(random.below(Number(next - first) * 1440)) * MINUTE;
      const id = String(random.below(1000)).padStart(12, '0');
      const key = `${d19(LAST_TICK - at)}-00000000-0000-0000-0000-${id}`;
      rows.push(rowOf(random, random.pick([HOST, 'host-2']), key, tableOf(month)));
    }
  });
  return {
    kind: 'tables',
    ...windowed(rows, from, to < end ? to : end, {
      tableName: tableOf(asked),
      schemeId: 'functions-scale',
      partitionKey: { kind: 'is', text: HOST },
    }),
    isAsked: ({ partitionKey, rowKey }) => {
      const at = LAST_TICK - BigInt(rowKey.slice(0, 19));
      return partitionKey === HOST && at >= from && at < to;
    },
    strangers: 'none',
    lookouts: [],
  };
}
