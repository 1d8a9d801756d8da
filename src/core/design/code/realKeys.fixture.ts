import { readFileSync } from 'node:fs';
import { parseTemplate } from '../../keys/grammar/parseTemplate.ts';
import type { KeyDesign } from '../bench/judgeDesign.ts';

/** A PartitionKey from a real writer, with its time and the number before it. */
export interface RealKey {
  readonly pk: string;
  readonly ticks: bigint;
  readonly writer: number;
}

interface Vectors {
  readonly vectors: readonly {
    readonly scheme: string;
    readonly pk: string | null;
    readonly pk_ticks: string | null;
  }[];
}

const { vectors }: Vectors = JSON.parse(
  readFileSync(new URL('../../keys/fixtures/keys.json', import.meta.url), 'utf8'),
);

/** Schemes of which there are real keys, each with a template for them. */
export const REAL_TEMPLATES = [
  ['mds-prefixed', '{Writer mod 100:D19}___{Ticks/1m}'],
  ['wad', '{Ticks/1m}'],
  ['ticks19', '{Ticks}'],
  ['inverted-ticks19', '{InvertedTicks}'],
] as const;

/** The real keys of a scheme. Throws if there are none. */
export function realKeys(name: string): readonly RealKey[] {
  const found = vectors.flatMap(({ scheme, pk, pk_ticks: ticks }) =>
    scheme === name && pk !== null && ticks !== null
      ? [{ pk, ticks: BigInt(ticks), writer: Number(/^(\d{19})___/.exec(pk)?.[1] ?? 0) }]
      : [],
  );
  if (found.length === 0) throw new Error(`No real key of ${name}.`);
  return found;
}

/** Makes a design of templates that are known to be valid. */
export function designOf(partition: string, row: string, twin?: string): KeyDesign {
  const [left, right] = [parseTemplate(partition), parseTemplate(row)];
  if (!left.ok || !right.ok) throw new Error(`${partition} ${row}`);
  const second = twin === undefined ? undefined : parseTemplate(twin);
  if (second?.ok === false) throw new Error(twin);
  return { partition: left.value, row: right.value, ...(second && { twin: second.value }) };
}
