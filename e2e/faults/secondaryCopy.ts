// The account's read-only copy in a seeded run: what it lacks, what its statistics say, and faults of one host only. What it lacks is
// calculated from the keys and from the documented rule that everything written before its Last Sync Time is there.
import { LAST_TICK, UNIX_EPOCH } from '../../scripts/demo/keyText.mjs';
import { createRandom, type Random } from '../../scripts/demo/random.mjs';
import type { FaultAction } from '../rig/faultActions.ts';
import type { FaultRule } from '../rig/faultRules.ts';
import type { FaultLayer } from '../rig/faultLayer.ts';
import type { WorldRow } from './worldRows.ts';
import type { World } from './worldTraits.ts';

const PRIMARY = 'scripted';
const COPY = 'scripted-secondary';

/** Plain data, like the whole schedule. */
export interface CopyFaults {
  /** The status in its statistics. `none`: the account has no readable copy and refuses (403). */
  readonly status: 'live' | 'bootstrap' | 'unavailable' | 'none';
  /** Everything written before this time is there. Milliseconds since the Unix epoch, in whole seconds. */
  readonly lastSyncMs: number;
  /** Whether the SAS allows reading the statistics (srt with s). */
  readonly tellsSync: boolean;
  /** Which share of the rows that may be missing are missing, from 0 to 1. */
  readonly lacks: number;
  /** Whether the whole table is not there yet (404). */
  readonly lacksTable: boolean;
  /** These rules come before those for both hosts. */
  readonly rules: readonly FaultRule[];
}

const HOUR_MS = 3_600_000;

const unixMs = (ticks: bigint): number => Number((ticks - UNIX_EPOCH) / 10_000n);

/** One seed in four has a copy. It is drawn separately, so that the faults of other seeds do not change. */
export function copyFaultsOf(seed: number, world: World): CopyFaults | undefined {
  const random = createRandom(seed, 'secondary');
  if (random.next() >= 0.25) return undefined;
  return {
    status: random.next() < 0.75 ? 'live' : random.pick(['bootstrap', 'unavailable', 'none']),
    lastSyncMs: lastSyncOf(random, world),
    tellsSync: random.next() < 0.9,
    lacks: random.pick([0, 0.3, 1]),
    lacksTable: random.next() < 0.06,
    rules: random.next() < 0.6 ? [] : [ruleOf(random), ...(random.next() < 0.3 ? [ruleOf(random)] : [])],
  };
}

/** Usually after the window, sometimes within it or before it. */
function lastSyncOf(random: Random, { request: { window } }: World): number {
  const [fromMs, toMs] = window === undefined ? [0, 0] : [unixMs(window.from), unixMs(window.to)];
  const draw = random.next();
  const atMs =
    draw < 0.6
      ? toMs + random.between(1000, HOUR_MS)
      : draw < 0.85
        ? fromMs + random.next() * (toMs - fromMs)
        : fromMs - HOUR_MS;
  return Math.max(1000, Math.floor(atMs / 1000) * 1000);
}

const status = (code: string, of: number): FaultAction => ({ kind: 'status', status: of, code });

/** The copy fails, is slow or busy, refuses, or lacks the table; or only its statistics do; or the primary fails for a while. */
function ruleOf(random: Random): FaultRule {
  const fromMs = random.below(1500);
  const during = { fromMs, toMs: fromMs + random.pick([500, 10_000, 1e9]) };
  return random.pick<() => FaultRule>([
    () => ({ account: COPY, action: { kind: 'reset' }, during }),
    () => ({ account: COPY, action: { kind: 'hold' }, during }),
    () => ({ account: COPY, action: status('InternalError', 500), during }),
    () => ({ account: COPY, action: status('ServerBusy', 503), during }),
    () => ({ account: COPY, action: status('ServerBusy', 503), chance: random.pick([0.05, 0.3]) }),
    () => ({ account: COPY, action: status('AuthorizationFailure', 403), during }),
    () => ({ account: COPY, action: status('TableNotFound', 404), during }),
    () => ({ account: COPY, action: { kind: 'html' }, chance: 0.1 }),
    () => ({ account: COPY, table: '', action: random.pick(BROKEN_STATS) }),
    () => ({
      account: PRIMARY,
      action: { kind: 'reset' },
      during: { fromMs, toMs: fromMs + random.pick([2000, 60_000]) },
    }),
    () => ({ account: PRIMARY, action: status('ServerBusy', 503), during: { fromMs, toMs: fromMs + 3000 } }),
  ])();
}

const BROKEN_STATS: readonly FaultAction[] = [
  { kind: 'reset' },
  { kind: 'html' },
  { kind: 'delay', delayMs: 3000 },
  { kind: 'noCors' },
  status('ServerBusy', 503),
  status('AuthorizationResourceTypeMismatch', 403),
];

/** When a row was written, according to its keys. Undefined if these contain no time. */
function writtenMs({ kind }: World, { partitionKey, rowKey }: WorldRow): number | undefined {
  switch (kind) {
    case 'prefixed':
      return unixMs(BigInt(partitionKey.slice(-19)));
    case 'ticks':
      return unixMs(BigInt(partitionKey));
    case 'descending':
      return unixMs(LAST_TICK - BigInt(partitionKey.slice(0, 19)));
    case 'tables':
    case 'inverted':
      return unixMs(LAST_TICK - BigInt(rowKey.slice(0, 19)));
    case 'scan':
      return undefined;
  }
}

/** The rows that the copy holds. While it is being filled for the first time, any row may be missing. */
export function copyRows(seed: number, world: World, faults: CopyFaults): readonly WorldRow[] {
  const random = createRandom(seed, 'copy');
  return world.rows.filter((row) => {
    const isLate = (writtenMs(world, row) ?? faults.lastSyncMs) >= faults.lastSyncMs;
    const mayLack = isLate || faults.status === 'bootstrap';
    return random.next() >= faults.lacks || !mayLack;
  });
}

/** Wraps the layer and records the largest number of GETs in flight to one host. */
export function watchHosts(layer: FaultLayer): { readonly layer: FaultLayer; readonly most: () => number } {
  const open = new Map<string, number>();
  let most = 0;
  const count = (account: string, by: 1 | -1): void => {
    const now = (open.get(account) ?? 0) + by;
    open.set(account, now);
    most = Math.max(most, now);
  };
  return {
    most: () => most,
    layer: {
      ...layer,
      begin: (request) => {
        const handling = layer.begin(request);
        const { account } = handling.entry;
        count(account, 1);
        let isOpen = true;
        return {
          ...handling,
          end: (delivery, wasWritten) => {
            handling.end(delivery, wasWritten);
            if (isOpen) count(account, -1);
            isOpen = false;
          },
        };
      },
    },
  };
}
