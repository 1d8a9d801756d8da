/** Keys of one form as texts and as lines of bytes. Their instants are made by an oracle that only uses BigInt and Date. */
export interface BenchKeys {
  readonly form: 'ticks' | 'inverted' | 'prefixed';
  readonly texts: readonly string[];
  readonly isoTexts: readonly string[];
  readonly instants: readonly bigint[];
  readonly prefixes: readonly number[];
  /** The texts as bytes, each followed by LF. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const MAX_TICKS = 3155378975999999999n;
const UNIX_EPOCH_MS = 62_135_596_800_000;
const MAX_SECONDS = 315_537_897_599;
/** About 2024-03-01, the start of a busy hour of keys. */
const DENSE_FROM_SECONDS = 63_844_848_000;

/** mulberry32, so that every run has the same keys. */
function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The usual way: BigInt, Date.toISOString and the four digits that Date does not have. */
export function isoByDate(ticks: bigint): string {
  const text = new Date(Number(ticks / 10_000n) - UNIX_EPOCH_MS).toISOString();
  return `${text.slice(0, -1)}${String(ticks % 10_000n).padStart(4, '0')}Z`;
}

function d19(value: bigint | number): string {
  return String(value).padStart(19, '0');
}

/** Flat strings, like those from a response or a file. Strings that were just joined are still in parts. */
function asParsed(texts: readonly string[]): readonly string[] {
  return JSON.parse(JSON.stringify(texts)) as readonly string[];
}

/** `random`: anywhere in 0001 .. 9999. `dense`: one hour, in order, like a log. `minutes`: whole minutes, as agents write. */
export function benchKeys(
  form: BenchKeys['form'],
  spread: 'random' | 'dense' | 'minutes',
  count: number,
): BenchKeys {
  const random = randomSource(1_000 + count);
  const instants = Array.from({ length: count }, (_, index) => {
    if (spread === 'minutes') return BigInt(DENSE_FROM_SECONDS + index * 60) * 10_000_000n;
    const seconds =
      spread === 'random'
        ? Math.floor(random() * MAX_SECONDS)
        : DENSE_FROM_SECONDS + Math.floor((index * 3600) / count);
    return BigInt(seconds) * 10_000_000n + BigInt(Math.floor(random() * 1e7));
  });
  const prefixes = instants.map((_, index) => index % 100);
  const texts = instants.map((ticks, index) => {
    if (form === 'prefixed') return `${d19(prefixes[index] ?? 0)}___${d19(ticks)}`;
    return d19(form === 'inverted' ? MAX_TICKS - ticks : ticks);
  });
  return {
    form,
    texts: asParsed(texts),
    isoTexts: asParsed(instants.map(isoByDate)),
    instants,
    prefixes,
    bytes: new TextEncoder().encode(`${texts.join('\n')}\n`),
  };
}

/** The instant of a key by BigInt, for a baseline. */
export function ticksByBigInt(form: BenchKeys['form'], text: string): bigint {
  if (form === 'prefixed') return BigInt(text.slice(22));
  return form === 'inverted' ? MAX_TICKS - BigInt(text) : BigInt(text);
}
