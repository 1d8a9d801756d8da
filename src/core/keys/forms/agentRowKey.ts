import { isDigits } from '../base/digits.ts';
import { SEPARATOR } from './prefixedKey.ts';
import type { KeySegment } from '../base/scheme.ts';
import { utf8Bytes } from '../base/utf8.ts';
import { joinedSegments, segment } from '../base/segmentBuild.ts';
import { UNDERSCORE } from '../base/keyShape.ts';
import { holds } from '../base/shapeTests.ts';

/** A RowKey of the WAD and MDS agents: identity parts, then a row index of 19 digits. */
interface AgentRowKey {
  readonly identity: readonly string[];
  /** Its 19 digits; undefined in older forms with a single record. */
  readonly rowIndexText: string | undefined;
}

/** Texts joined by `___`. */
export const AGENT_ROW_SHAPE = holds(UNDERSCORE, 4);

const INDEX_WIDTH = 19;

/** Splits `part___part___index(D19)`; undefined without a separator. */
export function cutAgentRowKey(text: string): AgentRowKey | undefined {
  const parts = text.split(SEPARATOR);
  if (parts.length < 2) return undefined;
  const last = parts.at(-1) as string;
  const hasIndex = last.length === INDEX_WIDTH && isDigits(last);
  return { identity: hasIndex ? parts.slice(0, -1) : parts, rowIndexText: hasIndex ? last : undefined };
}

/**
 * Splits a row index of mdsd: `(thread << 54) | ((unix seconds & 0xFFFFF) << 32) + counter` (RowIndex.cc). The low 20 bits of the
 * seconds repeat every 12.1 days, so they are not an instant.
 */
export function rowIndexParts(rowIndex: bigint): { thread: bigint; unixLow20: bigint; counter: bigint } {
  return {
    thread: rowIndex >> 54n,
    unixLow20: (rowIndex >> 32n) & 0xfffffn,
    counter: rowIndex & 0xffffffffn,
  };
}

const HALF = 2 ** 32;

/**
 * mdsd's EasyHash of the identity: h * 37 + byte over UTF-8, modulo 2^64 (mdsdutil/Utility.cc), computed in two 32-bit halves.
 * Linux only: the Windows agent uses another hash, so a prefix is never derived from it.
 */
export function easyHash(text: string): bigint {
  let high = 0;
  let low = 0;
  for (const byte of utf8Bytes(text)) {
    low = low * 37 + byte;
    const carry = Math.floor(low / HALF);
    low -= carry * HALF;
    high = (high * 37 + carry) % HALF;
  }
  return BigInt(high) * 4_294_967_296n + BigInt(low);
}

/** Segments of an agent's RowKey. `names` label the identity parts if their number fits. */
export function agentRowSegments(text: string, names: readonly string[]): readonly KeySegment[] | undefined {
  const key = cutAgentRowKey(text);
  if (key === undefined) return undefined;
  const hasNames = key.identity.length === names.length;
  return joinedSegments(text, SEPARATOR, (part, index) => {
    if (index === key.identity.length) {
      return segment('index', part, 'row index', String(BigInt(part)));
    }
    return segment('identity', part, (hasNames ? names[index] : undefined) ?? 'identity');
  });
}
