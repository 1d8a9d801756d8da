import { type ColumnProfile, MOST_VALUES } from './columnProfile.ts';
import { isIdName, plainName } from '../entities/columns/columnRef.ts';
import { severityNameRank } from './severity.ts';

/**
 * What a column means to the reader of rows: how severe a row is, its message, who wrote it, one of a few values, a number to compare;
 * `detail` is everything else.
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
/** From this mean length (in UTF-16 units) and this share of values with several words on, values are texts and not names. */
const TEXT_CHARS = 16;
const TEXT_SHARE = 0.5;
const CATEGORY_CHARS = 32;
/** A value that is only a number of many digits, such as a prefix with leading zeros, makes the column a detail. */
const LONG_NUMBER = /^\d{8,}$/u;

const mainType = ({ types }: ColumnProfile): string => types[0] ?? '';

/** How likely a column holds the message of a row: the lower, the likelier. Undefined: it does not. */
function messageRank(profile: ColumnProfile): number | undefined {
  if (mainType(profile) !== 'Edm.String') return undefined;
  const at = (MESSAGE_NAMES as readonly string[]).indexOf(plainName(profile.name));
  if (at >= 0) return at;
  const isText = profile.meanChars >= TEXT_CHARS && profile.spacedShare >= TEXT_SHARE;
  // Among the columns without a known name, the one with the longest texts wins.
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

/** The role of each column in a table of `rowCount` rows. At most one column is the severity, and one the message. */
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
