import { type ColumnProfile, MOST_VALUES } from './columnProfile.ts';
import { isIdName, plainName } from '../entities/columns/columnRef.ts';
import { severityNameRank } from './severity.ts';

/**
 * The role of a column for the reader of rows: how bad a row is, its message, who wrote it, one of a few
 * values, a number to compare; `detail`: everything else.
 */
export type ColumnRole = 'severity' | 'message' | 'source' | 'category' | 'measure' | 'detail';

const MESSAGE_NAMES = [
  'message',
  'msg',
  'renderedmessage',
  'formattedmessage',
  'eventmessage',
  'exceptionmessage',
  'text',
  'description',
  'summary',
  'error',
  'exception',
  'body',
] as const;
const SOURCE_NAMES = new Set([
  'role',
  'roleinstance',
  'rolename',
  'cloudrole',
  'cloudroleinstance',
  'instance',
  'instanceid',
  'service',
  'servicename',
  'component',
  'host',
  'hostname',
  'machine',
  'machinename',
  'computer',
  'computername',
  'node',
  'nodename',
  'pod',
  'container',
  'server',
  'app',
  'application',
  'logger',
  'source',
  'device',
  'deviceid',
  'sensor',
  'sensorid',
]);
const COUNTED_TYPES = new Set(['Edm.String', 'Edm.Boolean', 'Edm.Int32']);
/** From these on, values are texts and not names: mean length, and share of values with several words. */
const TEXT_CHARS = 16;
const TEXT_SHARE = 0.5;
const CATEGORY_CHARS = 32;
/** A number written with leading zeros, such as a prefix, is not a message. */
const LONG_NUMBER = /^\d{8,}$/u;

const mainType = ({ types }: ColumnProfile): string => types[0] ?? '';

/** How likely a column holds the message of a row, 0 the likeliest; undefined: it does not. */
function messageRank(profile: ColumnProfile): number | undefined {
  if (mainType(profile) !== 'Edm.String') return undefined;
  const at = (MESSAGE_NAMES as readonly string[]).indexOf(plainName(profile.name));
  if (at >= 0) return at;
  const isText = profile.meanChars >= TEXT_CHARS && profile.spacedShare >= TEXT_SHARE;
  // Of several columns without a known name, the one with the longest texts.
  return isText ? MESSAGE_NAMES.length + 1 / profile.meanChars : undefined;
}

function roleAlone(profile: ColumnProfile, rowCount: number): ColumnRole {
  const type = mainType(profile);
  const name = plainName(profile.name);
  const isFew = profile.values !== undefined && profile.values.length <= MOST_VALUES;
  if (profile.values?.some(({ text }) => LONG_NUMBER.test(text)) === true) return 'detail';
  if (SOURCE_NAMES.has(name) && type === 'Edm.String') return 'source';
  if (type === 'Edm.Double' && !isIdName(profile.name)) return 'measure';
  // A column that most rows lack says little about them.
  const isUsual = profile.count * 2 >= rowCount;
  if (
    COUNTED_TYPES.has(type) &&
    isFew &&
    isUsual &&
    profile.meanChars <= CATEGORY_CHARS &&
    !isIdName(profile.name)
  )
    return 'category';
  return type === 'Edm.Int32' && !isIdName(profile.name) ? 'measure' : 'detail';
}

function best(
  profiles: readonly ColumnProfile[],
  rank: (profile: ColumnProfile) => number | undefined,
): string | undefined {
  let found: { readonly name: string; readonly rank: number } | undefined;
  for (const profile of profiles) {
    const own = rank(profile);
    if (own !== undefined && (found === undefined || own < found.rank))
      found = { name: profile.name, rank: own };
  }
  return found?.name;
}

/** What each column is, if there are so many rows; one at most is the severity, one the message. */
export function columnRoles(
  profiles: readonly ColumnProfile[],
  rowCount: number,
): ReadonlyMap<string, ColumnRole> {
  const severity = best(profiles, ({ name, values }) =>
    values === undefined ? undefined : severityNameRank(name),
  );
  const others = profiles.filter(({ name }) => name !== severity);
  const message = best(others, messageRank);
  return new Map(
    profiles.map((profile) => {
      const { name } = profile;
      if (name === severity) return [name, 'severity'];
      return [name, name === message ? 'message' : roleAlone(profile, rowCount)];
    }),
  );
}
