import { countText } from '../../core/words.ts';
import type { ClockReading } from '../base/serviceClock.ts';
import {
  type CredentialFacts,
  type CredentialNote,
  doubtMs,
  isoSeconds,
  note,
  timeProblems,
} from './credentialFacts.ts';

/**
 * A SAS for reading need not last longer than a working day; one that lasts longer than a whole day is advised against. Sources: advice on
 * storage account keys, and the 8 h that the portal proposes.
 */
const LONG_LIFE_MS = 24 * 3_600_000;

const PERMISSION_WORDS: ReadonlyMap<string, string> = new Map([
  ['r', 'read'],
  ['a', 'add'],
  ['u', 'update'],
  ['d', 'delete'],
  ['l', 'list'],
  ['w', 'write'],
  ['c', 'create'],
  ['p', 'process'],
  ['x', 'delete version'],
  ['y', 'permanent delete'],
  ['t', 'tags'],
  ['f', 'filter by tags'],
  ['i', 'immutability'],
]);
const SERVICE_WORDS: ReadonlyMap<string, string> = new Map([
  ['b', 'blob'],
  ['q', 'queue'],
  ['t', 'table'],
  ['f', 'file'],
]);
/** Letters of permissions that only read: r, and l, which lists tables. */
const READ_LETTERS: ReadonlySet<string> = new Set(['r', 'l']);

function words(letters: string, names: ReadonlyMap<string, string>): readonly string[] {
  return Array.from(letters, (letter) => names.get(letter) ?? `unknown (${letter})`);
}

/**
 * Reads an ISO 8601 time as a SAS may contain it: `yyyy-MM-dd`, optionally with `Thh:mm`, seconds and a fraction, in UTC or with an offset.
 * Returns milliseconds since the Unix epoch, without the digits below a millisecond. Undefined if the text is not such a time.
 */
export function readSasTime(text: string): number | undefined {
  const parts =
    /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(\.\d{1,7})?)?(Z|[+-]\d{2}:\d{2}))?$/u.exec(text);
  if (parts === null) return undefined;
  const field = (group: number): number => Number(parts[group] ?? '0');
  const dayMs = Date.UTC(field(1), field(2) - 1, field(3));
  const isRealDay = new Date(dayMs).toISOString().startsWith(text.slice(0, 10));
  if (!isRealDay || field(4) > 23 || field(5) > 59 || field(6) > 59) return undefined;
  const zone = parts[8] ?? 'Z';
  const offsetMin = zone === 'Z' ? 0 : Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  const sign = zone.startsWith('-') ? -1 : 1;
  const fractionMs = Math.floor(Number(`0${parts[7] ?? ''}`) * 1000);
  return (
    dayMs +
    field(4) * 3_600_000 +
    field(5) * 60_000 +
    field(6) * 1000 +
    fractionMs -
    sign * offsetMin * 60_000
  );
}

type Parameters = ReadonlyMap<string, string>;

type SasKind = Exclude<CredentialFacts['kind'], 'token'>;

function kindOf(parameters: Parameters): SasKind {
  if (parameters.has('skoid')) return 'user-delegation';
  return parameters.has('tn') ? 'table' : 'account';
}

function rightsProblems(parameters: Parameters): CredentialNote[] {
  const found: CredentialNote[] = [];
  const permissions = parameters.get('sp') ?? '';
  if (!permissions.includes('r') && !(permissions === '' && parameters.has('si'))) {
    found.push(
      note('sp', 'The SAS does not allow reading (sp has no r).', 'Create a SAS with the permission Read.'),
    );
  }
  if (parameters.has('sduoid')) {
    found.push(
      note(
        'sduoid',
        "This user delegation SAS is bound to one user: the service also requires that user's sign-in.",
        'Create a SAS without a delegated user (sduoid).',
      ),
    );
  }
  if (kindOf(parameters) !== 'account') return found;
  const services = parameters.get('ss') ?? '';
  if (!services.includes('t')) {
    const named = words(services, SERVICE_WORDS).join(', ');
    found.push(
      note(
        'ss',
        `The SAS is for ${named === '' ? 'no service' : named}, not for tables (ss has no t).`,
        'Create a SAS with the allowed service Table.',
      ),
    );
  }
  if (!(parameters.get('srt') ?? '').includes('o')) {
    found.push(
      note(
        'srt',
        'The SAS does not reach entities (srt has no o).',
        'Create a SAS with the allowed resource type Object; Container as well, to list tables.',
      ),
    );
  }
  return found;
}

function findWarnings(parameters: Parameters, times: Times, nowMs: number): CredentialNote[] {
  const found: CredentialNote[] = [];
  const beyond = Array.from(parameters.get('sp') ?? '').filter((letter) => !READ_LETTERS.has(letter));
  if (beyond.length > 0) {
    const named = words(beyond.join(''), PERMISSION_WORDS).join(', ');
    found.push(
      note(
        'sp',
        `The SAS can change data (${named}). Keyscope only reads.`,
        'A SAS with Read and List is enough.',
      ),
    );
  }
  const spr = parameters.get('spr');
  if (spr !== 'https') {
    found.push(
      note(
        'spr',
        'The SAS also works without TLS (spr=https is missing).',
        'Allow HTTPS only for the next SAS.',
      ),
    );
  }
  const fromMs = Math.max(times.startsAtMs ?? nowMs, nowMs);
  if (times.expiresAtMs !== undefined && times.expiresAtMs - fromMs > LONG_LIFE_MS) {
    const days = Math.round((times.expiresAtMs - fromMs) / 86_400_000);
    const left = days === 1 ? 'one more day' : `${countText(days)} more days`;
    found.push(note('se', `The SAS lives for ${left}.`, 'Eight hours are enough for reading.'));
  }
  const wide = words((parameters.get('ss') ?? '').replace('t', ''), SERVICE_WORDS);
  if (wide.length > 0) {
    const message = `The SAS reaches more than tables: ${wide.join(', ')}.`;
    found.push(note('ss', message, 'The service Table is enough.'));
  }
  if ((parameters.get('srt') ?? '').includes('s')) {
    found.push(
      note(
        'srt',
        'The SAS reaches the settings of the service (srt has s); only the Last Sync Time of a secondary endpoint needs that.',
        'Without a secondary, the types Container and Object are enough.',
      ),
    );
  }
  return found;
}

interface Times {
  readonly startsAtMs: number | undefined;
  readonly expiresAtMs: number | undefined;
  readonly unreadable: readonly CredentialNote[];
}

function readTimes(parameters: Parameters): Times {
  const unreadable: CredentialNote[] = [];
  const read = (name: string): number | undefined => {
    const text = parameters.get(name);
    if (text === undefined) return undefined;
    const atMs = readSasTime(text);
    if (atMs === undefined)
      unreadable.push(note(name, `${name} is not a time: ${text}`, 'Paste the SAS again, whole.'));
    return atMs;
  };
  const ends = [read('se'), read('ske')].filter((atMs) => atMs !== undefined);
  const starts = [read('st'), read('skt')].filter((atMs) => atMs !== undefined);
  return {
    expiresAtMs: ends.length === 0 ? undefined : Math.min(...ends),
    startsAtMs: starts.length === 0 ? undefined : Math.max(...starts),
    unreadable,
  };
}

function expiryText(parameters: Parameters, times: Times): string {
  if (times.expiresAtMs !== undefined) return `expires ${isoSeconds(times.expiresAtMs)}`;
  const policyId = parameters.get('si');
  return policyId === undefined ? 'expiry not stated' : `expiry held by policy ${policyId}`;
}

function keyRangeOf(parameters: Parameters): CredentialFacts['keyRange'] {
  const ends = { spk: 'fromPartition', srk: 'fromRow', epk: 'toPartition', erk: 'toRow' } as const;
  const found = Object.entries(ends).flatMap(([name, field]) => {
    const value = parameters.get(name);
    return value === undefined ? [] : [[field, value] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/**
 * Reads what the parameters of a SAS allow.
 * @param nowMs `nowMs` of the env, in milliseconds since the Unix epoch.
 * @param clock The difference between this computer's clock and the servers', if known.
 */
export function readSasFacts(parameters: Parameters, nowMs: number, clock?: ClockReading): CredentialFacts {
  const times = readTimes(parameters);
  const { startsAtMs, expiresAtMs } = times;
  const life = { kind: kindOf(parameters), startsAtMs, expiresAtMs };
  const problems = [...rightsProblems(parameters), ...times.unreadable, ...timeProblems(life, nowMs, clock)];
  const has = (name: string, letter: string): boolean => parameters.get(name)?.includes(letter) === true;
  const inTime = !problems.some((found) => ['se', 'st', 'ske', 'skt'].includes(found.parameter));
  return {
    ...life,
    permissions: words(parameters.get('sp') ?? '', PERMISSION_WORDS),
    tableName: parameters.get('tn'),
    keyRange: keyRangeOf(parameters),
    policyId: parameters.get('si'),
    expiryText: expiryText(parameters, times),
    ipRange: parameters.get('sip'),
    version: parameters.get('sv') ?? '',
    canQuery: problems.length === 0,
    canListTables: life.kind === 'account' && has('ss', 't') && has('srt', 'c') && has('sp', 'l') && inTime,
    canReadStats: has('srt', 's') && has('sp', 'r'),
    problems,
    warnings: findWarnings(parameters, times, nowMs - doubtMs(clock)),
  };
}
