// What goes wrong in a run, by seed: the faults F1 to F19 of the fault table on the wire, over time and with the SAS.
import { createRandom, type Random } from '../../scripts/demo/random.mjs';
import type { ErrorForm } from '../rig/errorAnswer.ts';
import type { FaultAction } from '../rig/faultActions.ts';
import type { FaultRule } from '../rig/faultRules.ts';
import type { LoadModel } from '../rig/loadModel.ts';
import type { PagingScript } from '../rig/queryPages.ts';
import type { Dialect } from '../rig/wireText.ts';
import { type CopyFaults, copyFaultsOf } from './secondaryCopy.ts';
import type { TimeFaults, TimeSpan } from './virtualTime.ts';
import { makeWorld } from './world.ts';
import { traitsOf, type World, type WorldTraits } from './worldTraits.ts';

export interface Schedule {
  /** How its world differs from a plain one. */
  readonly traits: WorldTraits;
  /** Whether the run goes through the page's state or uses the engine alone. */
  readonly via: 'state' | 'engine';
  /** `refused`: the service refuses simple requests, so the SDK is loaded during the run. */
  readonly transport: 'simple' | 'sdk' | 'refused';
  /** The worker with the rows stops working when it gets the page with this number. */
  readonly workerDiesAtPage?: number;
  readonly rules: readonly FaultRule[];
  readonly paging: PagingScript;
  readonly load: Omit<LoadModel, 'random'>;
  readonly time: TimeFaults;
  readonly offline: readonly TimeSpan[];
  /** Whether `navigator.onLine` is right. If not, it always says "online". */
  readonly knowsOffline: boolean;
  /** The SAS ends this long after the start; undefined for an hour. */
  readonly expiresInMs?: number;
  /** At this time the stored access policy of the SAS is deleted, until there is a new one. */
  readonly revokedAtMs?: number;
  /** Whether there is a user, so that the run can pause until there is another SAS, the network or the service. */
  readonly hasControl: boolean;
  /** How long the user takes to paste another SAS. */
  readonly renewAfterMs: number;
  /** Whether the first new SAS ends at once too. */
  readonly renewsShortly: boolean;
  /** Undefined for the behaviour of Azure. */
  readonly dialect?: Dialect;
  readonly authErrors: ErrorForm;
  readonly corsOnErrors: boolean;
  /** The account's CORS rule hides continuation tokens. */
  readonly hidesTokens: boolean;
  /** From this time on, the CORS rule hides continuation tokens. */
  readonly hidesFromMs?: number;
  readonly cancelAtMs?: number;
  /** Number of rows at which the run stops. */
  readonly rowBudget?: number;
  /** Whether each Continue may read this many rows more, up to three times as many, instead of any number. */
  readonly budgetStays?: boolean;
  /** Set if the account has a copy and the run reads it too. */
  readonly copy?: CopyFaults | undefined;
}

/** A run without faults. */
export const QUIET: Schedule = {
  traits: {},
  via: 'engine',
  transport: 'simple',
  rules: [],
  paging: {},
  load: {},
  time: {},
  offline: [],
  knowsOffline: true,
  hasControl: true,
  renewAfterMs: 60_000,
  renewsShortly: false,
  authErrors: 'json',
  corsOnErrors: true,
  hidesTokens: false,
};

/** The faults of a seed as plain data, so that a failed run can be stored regardless of changes to this generator. */
export function makeSchedule(seed: number): Schedule {
  const traits = traitsOf(seed);
  const world = makeWorld(seed, traits);
  const random = createRandom(seed, 'schedule');
  const copy = copyFaultsOf(seed, world);
  const some = (chance: number): boolean => random.next() < chance;
  const hidesTokens = some(0.04);
  // Uses the first version of its world, so that the faults of old seeds do not change.
  const plain = makeWorld(seed);
  const drawn = Array.from({ length: random.below(4) }, () => ruleOf(random, plain));
  const span = (maxMs: number, lengths: readonly number[]): TimeSpan => {
    const fromMs = random.below(maxMs);
    return { fromMs, toMs: fromMs + random.pick(lengths) };
  };
  const spans = (chance: number, lengths: readonly number[]): readonly TimeSpan[] =>
    some(chance) ? Array.from({ length: random.between(1, 4) }, () => span(4000, lengths)) : [];
  const schedule = {
    // These rules would inject a readable token, which an account that hides tokens does not send.
    rules: hidesTokens ? drawn.filter(({ action }) => !READABLE_TOKENS.includes(action.kind)) : drawn,
    hidesTokens,
    paging: pagingOf(random, world),
    load: loadOf(random),
    time: {
      frozen: spans(0.1, [3000, 60_000, 600_000]),
      hidden: spans(0.1, [600_000]),
      jumps: some(0.15)
        ? [{ atMs: random.below(3000), byMs: random.pick([3_600_000, -3_600_000, 86_400_000]) }]
        : [],
    },
    offline: spans(0.15, [200, 2000, 10_000, 300_000]),
    knowsOffline: some(0.6),
    hasControl: some(0.7),
    renewAfterMs: random.pick([0, 5000, 3_600_000]),
    renewsShortly: some(0.3),
    ...(some(0.12) ? { expiresInMs: 100 + random.below(3000) } : {}),
    ...(some(0.08) ? { revokedAtMs: 50 + random.below(3000) } : {}),
    authErrors: random.pick(['json', 'xml', 'atom'] as const),
    corsOnErrors: some(0.7),
    ...(some(0.08) ? { cancelAtMs: random.below(3000) } : {}),
    ...(some(0.08) ? { rowBudget: 1 + random.below(200) } : {}),
    copy,
  };
  const way = wayOf(seed, schedule.hasControl);
  // The page must be able to read error answers here, because the run would otherwise wait for ever.
  const corsOnErrors = schedule.corsOnErrors || world.kind === 'tables' || way.transport === 'refused';
  // A SAS with a stored access policy is for a single table.
  const { revokedAtMs, ...lasting } = schedule;
  const isRevoked = revokedAtMs !== undefined && world.kind !== 'tables';
  const hiding = hidingOf(seed);
  const mayStay = ({ action }: FaultRule): boolean =>
    hiding.hidesFromMs === undefined || !READABLE_TOKENS.includes(action.kind);
  const rules = [...schedule.rules.filter(mayStay), ...laterRules(seed)];
  return {
    ...lasting,
    paging: { ...lasting.paging, ...tokensOf(seed) },
    rules,
    ...(isRevoked ? { revokedAtMs } : {}),
    corsOnErrors,
    traits,
    ...way,
    ...hiding,
    ...(createRandom(seed, 'dialect').next() < 0.15 ? { dialect: 'plain' } : {}),
  };
}

/** Faults that were added later. They are drawn separately and come last, so that old seeds do not change. */
function laterRules(seed: number): readonly FaultRule[] {
  const random = createRandom(seed, 'later');
  const fromMs = random.below(2500);
  const during = { fromMs, toMs: fromMs + random.pick([200, 3000, 1e9]) };
  const draw = random.next();
  if (draw < 0.07) return [];
  if (draw < 0.12) return [{ action: { kind: 'shortPage', rows: 1 + random.below(3) }, chance: 0.3 }];
  // Somebody deletes a table.
  if (draw < 0.15) return [{ action: { kind: 'status', status: 404, code: 'TableNotFound' }, during }];
  if (draw < 0.18) return [{ action: { kind: 'body', body: BROKEN_OFF }, chance: 0.2 }];
  return [];
}

/** The service fails after it has sent the status of a success. */
export const BROKEN_OFF =
  '{"value":[],"odata.error":{"code":"OperationTimedOut","message":{"lang":"en-US","value":"..."}}}';

/**
 * Tokens of any length, up to one that fits into no address. Many long ones exceed what a run reads. They are drawn separately, so that old
 * seeds do not change.
 */
function tokensOf(seed: number): Pick<PagingScript, 'tokenChars' | 'emptyPages'> {
  const random = createRandom(seed, 'tokens');
  if (random.next() >= 0.01) return {};
  const tokenChars = random.pick([120_000, 120_000, 250_000, 1_100_000]);
  return random.next() < 0.5 ? { tokenChars, emptyPages: 4 } : { tokenChars };
}

/** The account's CORS rule is changed while the page is open, and never changed back. */
function hidingOf(seed: number): Pick<Schedule, 'hidesFromMs'> {
  const random = createRandom(seed, 'later');
  const hidesFromMs = random.below(2500);
  random.next();
  return random.next() < 0.07 ? { hidesFromMs } : {};
}

/** How the run is started, and through which transport. */
function wayOf(
  seed: number,
  hasControl: boolean,
): Pick<Schedule, 'via' | 'transport' | 'workerDiesAtPage' | 'budgetStays'> {
  const random = createRandom(seed, 'way');
  const via = hasControl && random.next() < 0.7 ? 'state' : 'engine';
  const draw = random.next();
  return {
    via,
    transport: draw < 0.1 ? 'sdk' : draw < 0.16 ? 'refused' : 'simple',
    ...(via === 'state' && random.next() < 0.06 ? { workerDiesAtPage: random.between(1, 20) } : {}),
    ...(via === 'state' && random.next() < 0.4 ? { budgetStays: true } : {}),
  };
}

const READABLE_TOKENS: readonly FaultAction['kind'][] = ['empties', 'sameToken', 'oldToken'];

function pagingOf(random: Random, { rows }: World): PagingScript {
  const keys = rows.map((row) => row.partitionKey);
  const size = random.pick([1, 2, 5, 20, 60, 1000]);
  return {
    // Limits a run to a few hundred pages.
    rowsPerPage: Math.max(size, Math.ceil(rows.length / 150)),
    ...(random.next() < 0.1 ? { emptyPages: random.between(1, 4) } : {}),
    ...(random.next() < 0.15 ? { cutAtPartitions: true } : {}),
    ...(random.next() < 0.1 ? { scanLimit: Math.max(10, Math.ceil(rows.length / 40)) } : {}),
    ...(random.next() < 0.15 && keys.length > 0
      ? { servers: [...new Set([random.pick(keys), random.pick(keys), random.pick(keys)])].sort() }
      : {}),
    ...(random.next() < 0.1 ? { rowMs: random.pick([1, 20, 100]) } : {}),
  };
}

function loadOf(random: Random): Schedule['load'] {
  return {
    latencyMs: random.pick([1, 20, 60]),
    jitterMs: random.pick([0, 10, 200]),
    ...(random.next() < 0.08 ? { partitionRowsPerSecond: random.between(20, 400) } : {}),
    ...(random.next() < 0.08 ? { requestsPerSecond: random.between(10, 80) } : {}),
  };
}

/** Which requests a fault affects: one, several in a row, random ones, one prefix, or those in a time span. */
function ruleOf(random: Random, world: World): FaultRule {
  const action = actionOf(random, world);
  const draw = random.next();
  const nth = random.between(1, 40);
  const prefix = random.below(world.request.volume);
  const base: FaultRule = {
    action,
    ...(random.next() < 0.2 ? { hasToken: random.next() < 0.6 } : {}),
    ...(world.kind === 'prefixed' && random.next() < 0.2
      ? { filterHas: `'${String(prefix).padStart(19, '0')}` }
      : {}),
  };
  if (draw < 0.35) return { ...base, nth: { from: nth, to: nth } };
  if (draw < 0.5) return { ...base, nth: { from: nth, to: nth + random.between(1, 12) } };
  if (draw < 0.8) return { ...base, chance: random.pick([0.02, 0.05, 0.1, 0.3]) };
  const fromMs = random.below(2000);
  return { ...base, during: { fromMs, toMs: fromMs + random.pick([500, 5000, 60_000]) } };
}

const RETRY_AFTER = ['1', '3', '0', '600', '1000000000', '9999999999999', '4, 4', 'soon', '-1', '1.5'];

function actionOf(random: Random, world: World): FaultAction {
  const draw = random.next();
  if (draw < 0.3) return errorOf(random);
  if (draw < 0.55) return brokenOf(random);
  if (draw < 0.7) return slowOf(random);
  if (draw < 0.85) return legalOf(random);
  return hostileOf(random, world);
}

/** Faults F5..F7, F15, F16. */
function errorOf(random: Random): FaultAction {
  const [status, code] = random.pick([
    [503, 'ServerBusy'],
    [503, 'ServerBusy'],
    [500, 'OperationTimedOut'],
    [500, 'InternalError'],
    [429, 'TooManyRequests'],
    [408, 'RequestTimeout'],
    [504, 'GatewayTimeout'],
    [403, 'AuthorizationFailure'],
    [403, 'AuthenticationFailed'],
  ] as const);
  const after = random.next();
  return {
    kind: 'status',
    status,
    code,
    form: random.pick(['json', 'xml', 'atom', 'empty', 'html']),
    cors: random.next() < 0.85,
    ...(after < 0.3 ? { retryAfter: random.pick(RETRY_AFTER) } : {}),
    ...(after >= 0.3 && after < 0.4 ? { retryAfter: random.pick([2, 30, -5]) } : {}),
    retryAfterExposed: random.next() < 0.8,
  };
}

/** Faults F1..F4. */
function brokenOf(random: Random): FaultAction {
  return random.pick<FaultAction>([
    { kind: 'reset' },
    { kind: 'cut', bytes: random.below(2000) },
    { kind: 'cut', bytes: random.below(2000), how: 'fin' },
    { kind: 'cut', bytes: random.below(2000), how: 'chunked' },
    { kind: 'truncate', bytes: random.below(2000) },
    { kind: 'truncate', bytes: random.below(60) },
    { kind: 'html' },
    {
      kind: 'body',
      body: random.pick([
        '',
        '{}',
        '[]',
        'null',
        '{"value":[',
        '{"value":{}}',
        '{"value":[1]}',
        '{"value":[]',
      ]),
    },
    { kind: 'badUtf8' },
    { kind: 'notGzip' },
    { kind: 'noCors' },
    { kind: 'redirect', to: 'https://elsewhere.example/', status: 307 },
  ]);
}

/** Faults F8. */
function slowOf(random: Random): FaultAction {
  return random.pick<FaultAction>([
    { kind: 'delay', delayMs: random.pick([300, 3000, 20_000, 40_000]) },
    // At most ten pieces a second. With a hundred, all lanes together would take more timers until the deadline than a run on the virtual
    // clock may have.
    { kind: 'trickle', bytes: random.pick([1, 30, 500]), everyMs: random.pick([100, 1000]) },
    { kind: 'stall', bytes: random.below(500) },
    { kind: 'hold' },
  ]);
}

/** F9, F10, F14, F17: what the service is allowed to do. */
function legalOf(random: Random): FaultAction {
  return random.pick<FaultAction>([
    { kind: 'empties', count: random.pick([1, 3, 50]) },
    { kind: 'shortPage', rows: random.between(1, 10) },
    { kind: 'noTop' },
    { kind: 'emptyRowToken' },
    { kind: 'bom' },
    // Less than an hour, because the SAS of a run begins an hour before the present.
    { kind: 'skewDate', ms: random.pick([3_000_000, -3_000_000]) },
  ]);
}

const STRANGER =
  '{"odata.etag":"W/\\"1\\"","PartitionKey":"zzzz","RowKey":"zzzz","Timestamp":"2024-03-01T00:00:00Z","Level":0}';

const FOREIGN: FaultAction = { kind: 'foreign', entity: STRANGER };

/** No world requests rows of this Level. */
const OFF_FILTER: readonly FaultAction[] = [
  { kind: 'keysOnly' },
  { kind: 'intruder', properties: '"Level":99' },
];

/** Faults F11..F13, F21. */
function hostileOf(random: Random, { kind, request }: World): FaultAction {
  const asksAll = kind === 'scan' && request.partitionKey === undefined;
  return random.pick<FaultAction>([
    { kind: 'sameToken' },
    { kind: 'oldToken' },
    { kind: 'replay' },
    { kind: 'overlap', rows: random.between(1, 5) },
    { kind: 'reverse' },
    // Only if not all keys were requested, because otherwise nobody could tell that this one was not.
    ...(asksAll ? [] : [FOREIGN]),
    { kind: 'hideHeaders' },
    // Only with a property filter, because otherwise nobody could tell that these rows were not requested.
    ...(request.filter === undefined ? [] : OFF_FILTER),
  ]);
}
