import { startOf, type TimeCodec, noText } from '../base/timeCodec.ts';
import { type Judge, type SchemeEntry, key } from '../base/keyScheme.ts';
import { secondText } from '../../time/formatInstant.ts';
import { isoToTicks, TICKS_PER_MS, UNIX_EPOCH_TICKS } from '../../time/ticks.ts';
import { isDigits, numberOf } from '../base/digits.ts';
import { plausibility } from '../base/schemeSpec.ts';
import { isLowSequence, neighbourKind, YEAR_2030 } from '../forms/neighbours.ts';
import { codecOf as numberCodec } from '../grammar/parseTemplate.ts';
import { DIGIT } from '../base/keyShape.ts';

/** A kind of id with 17 to 19 digits: the instant from which it counts, and its parts below the time with their numbers of bits. */
interface Snowflake extends Pick<SchemeEntry, 'id' | 'title' | 'source' | 'example'> {
  /** The epoch in ISO 8601, without Z. */
  readonly since: string;
  readonly confidence: number;
  readonly parts: string;
}

const TIME_BITS = 22;

/** The values of the parts below the time, from the low 22 bits of an id. */
function partFields(text: string, parts: string): [string, string][] {
  const low = Number(BigInt.asUintN(TIME_BITS, numberOf(text)));
  let shift = TIME_BITS;
  return parts.split(/(?<=\d) /).map((part): [string, string] => {
    const [name = '', bits = ''] = part.split(':');
    shift -= Number(bits);
    return [name, String((low >> shift) & ((1 << Number(bits)) - 1))];
  });
}

/** The years of plausible ids. Twitter made the first ones in 2010. */
const [FIRST_IDS, LAST_IDS] = [startOf(2010), startOf(2040)];
/** A reading with less than this confidence is uncertain. */
const UNSURE = 0.55;

function fits(ticks: bigint): boolean {
  return ticks >= FIRST_IDS && ticks < YEAR_2030;
}

function epochOf({ since }: Snowflake): bigint {
  return isoToTicks(`${since}Z`);
}

/** A sentence about another epoch that gives the id an equally likely time; undefined if there is none. */
function otherEpoch(all: readonly Snowflake[], own: Snowflake, ticks: bigint): string | undefined {
  const inOther = (other: Snowflake): bigint => ticks - epochOf(own) + epochOf(other);
  const other = fits(ticks) ? all.find((each) => each !== own && fits(inOther(each))) : undefined;
  return (
    other &&
    `the epoch cannot be told from the id: as a ${other.title} it is of ${secondText(inOther(other))}`
  );
}

/** Judges whether a number is an id, and not a Unix time in nanoseconds, by its time and its neighbours. */
function judgeOf(all: readonly Snowflake[], own: Snowflake): Judge {
  const { confidence } = own;
  const sureness: Judge = (text, ticks, { sample }) => {
    if (ticks < FIRST_IDS) return confidence * 0.6;
    // Numbers of clocks end in zeros, ids do not.
    if (ticks >= LAST_IDS || (ticks >= YEAR_2030 && text.endsWith('00000'))) return confidence * 0.35;
    if (ticks >= YEAR_2030) return confidence * 0.9;
    if (text.length < 19) return confidence;
    const neighbours = neighbourKind(sample);
    if (neighbours !== undefined) return neighbours === 'snowflake' ? 0.85 + confidence / 100 : 0.3;
    return isLowSequence(text, Number(numberOf(text) & 0xfffn)) ? confidence + 0.12 : confidence;
  };
  return (text, ticks, hint) => {
    const sure = plausibility(ticks) * sureness(text, ticks, hint);
    // If both epochs fit, confidence is low, but the order of the two is kept.
    return otherEpoch(all, own, ticks) === undefined ? sure : Math.min(sure, UNSURE - 0.1 + confidence / 10);
  };
}

function codecOf(all: readonly Snowflake[], own: Snowflake): TimeCodec {
  const { since, parts } = own;
  const epoch = epochOf(own);
  const isUnix = epoch === UNIX_EPOCH_TICKS;
  const firsts = isUnix ? '56789' : '123456789';
  const least = isUnix ? 19 : 17;
  const codec = numberCodec(`{ms since ${since} << ${TIME_BITS}:${least}-19}`);
  const [order] = codec.orders;
  const writable = { from: epoch, to: epoch + (1n << 41n) * TICKS_PER_MS };
  return {
    ...codec,
    shape: ({ kinds, length }) => kinds === DIGIT && length >= least && length <= 19,
    read: (text, from, to, into) =>
      firsts.includes(text.charAt(from)) && isDigits(text, from, to) && codec.read(text, from, to, into),
    facts: (text, ticks) => {
      const note = otherEpoch(all, own, ticks);
      const unixMs = (ticks - UNIX_EPOCH_TICKS) / TICKS_PER_MS;
      return {
        fields: [['unixMs', String(unixMs)], ...partFields(text, parts)],
        note,
      };
    },
    // Ids of 19 digits go from 10^18 to the largest 63-bit number.
    orders:
      order?.steady === undefined
        ? []
        : [
            {
              ...order,
              writable,
              steady: { ...order.steady, to: writable.to },
              home: { from: firsts.charAt(0), to: ':' },
            },
          ],
    ...(isUnix && { write: noText }),
  };
}

/** Entries for kinds of ids whose epochs can be mistaken for each other. */
export function snowflake(all: readonly Snowflake[]): readonly SchemeEntry[] {
  return all.map((own) => {
    const { id, title, since, source, example } = own;
    const reason = `a decimal id whose upper bits are milliseconds since ${since}Z`;
    return {
      id: `snowflake-${id}`,
      title,
      writer: title,
      family: 'snowflake',
      source,
      row: key('{time}', judgeOf(all, own), reason, { codec: codecOf(all, own), most: 0.87 }),
      either: 'whole',
      example,
    };
  });
}
