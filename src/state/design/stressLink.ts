import { readHash, writeHash } from '../address/hashAddress.ts';
import { type DesignForm, type DesignKeys, formOfParams, linkParamsOfForm } from './designForm.ts';

/*
 * Links between Design and the stress lab, two pages of two origins. They carry templates and numbers; `writeHash` leaves out whatever
 * looks like a credential.
 */

/** From Design to the stress lab at `page`: with the keys of one design, and with all of Design for the way back. */
export function stressLabLink(page: string, form: DesignForm, { partition, row }: DesignKeys): string {
  const hash = writeHash('stress', [
    ['pk', partition],
    ['rk', row],
    ['bytes', form.bytes],
    ['design', writeHash('design', linkParamsOfForm(form))],
  ]);
  return `${page}${hash}`;
}

export interface LoadedKeys {
  /** What `stressLabLink` passed on; empty if the lab was opened otherwise. */
  readonly design: string;
  readonly partition: string;
  readonly row: string;
}

/** A bench for keys that did not come from Design: one property that tells writers apart, and one query. */
const OTHER_BENCH = {
  properties: 'Source: String, 100 values',
  patterns: 'Last hour | Time within 1h | 1/s',
  writes: '1000',
  days: '30',
  bytes: '500',
  ms: '',
  designs: [],
};

/** A link back to Design at `page`. `prefixes`: adds a second design, with the same keys spread over this many prefixes. */
export function designLink(page: string, { design, partition, row }: LoadedKeys, prefixes?: number): string {
  const form = formOfParams(readHash(design).params) ?? OTHER_BENCH;
  const keys = { partition, row };
  const others = form.designs.filter((each) => each.partition !== partition || each.row !== row);
  const more =
    prefixes === undefined ? others.slice(0, 3) : [{ partition: withPrefixes(partition, prefixes), row }];
  return `${page}${writeHash('design', linkParamsOfForm({ ...form, designs: [keys, ...more] }))}`;
}

/** The hole that spreads writers over prefixes. */
const PREFIX_HOLE = /^\{Writer mod \d+(?=[:}])/u;

function withPrefixes(partition: string, prefixes: number): string {
  const hole = `{Writer mod ${prefixes}`;
  return PREFIX_HOLE.test(partition) ? partition.replace(PREFIX_HOLE, hole) : `${hole}:D3}_${partition}`;
}
