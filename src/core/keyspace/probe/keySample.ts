import type { ProbeRow } from './probeTypes.ts';

/** Keys that a probe happened to read, for rules about keys. */
export interface SampledKeys {
  /** In order of arrival, each once. */
  readonly keys: readonly ProbeRow[];
  /** From how many answers. */
  readonly answers: number;
}

/** Requests for fewer rows than this tell nothing about neighbours: their answers may end within a partition. */
const LEAST_TOP = 20;
/** At most this many keys of an answer are kept, so that each place weighs about the same, however many rows it has. */
export const KEYS_PER_ANSWER = 50;
const MOST_KEYS = 20_000;

/** Collects keys from the answers of a probe: neighbours, a few from each place. */
export class KeySample {
  private readonly keys = new Map<string, ProbeRow>();
  private answers = 0;

  /** `top`: how many rows were requested. */
  add(rows: readonly ProbeRow[], top: number): void {
    if (top < LEAST_TOP || rows.length === 0 || this.keys.size >= MOST_KEYS) return;
    const before = this.keys.size;
    for (const { partitionKey, rowKey } of rows.slice(0, KEYS_PER_ANSWER))
      this.keys.set(JSON.stringify([partitionKey, rowKey]), { partitionKey, rowKey });
    if (this.keys.size > before) this.answers += 1;
  }

  get size(): number {
    return this.keys.size;
  }

  sampled(): SampledKeys {
    return { keys: [...this.keys.values()], answers: this.answers };
  }
}
