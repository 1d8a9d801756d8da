import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { compareDigests, type KeyComparison } from './compareDigests.ts';
import { type DigestedRows, digestRows, type KeyIdentity } from './rowDigests.ts';
import { runSteps } from '../../steps.ts';

/** A row as a writer knows it: what its keys are made of. */
interface Written {
  readonly prefix: number;
  /** After `START`. */
  readonly offset: number;
  readonly id: string;
}

const START = 638_000_000_000_000_000n;
const scheme = schemeById('mds-prefixed') ?? { segments: () => undefined };

const NO_VALUES = { eachCell: () => undefined, columnNames: [], typeNames: [] };

function ticksOf({ offset }: Written, from: bigint): bigint {
  return from + BigInt(offset);
}

function digested(rows: readonly Written[], from: bigint, identity: KeyIdentity): DigestedRows {
  const store = {
    rowCount: rows.length,
    key: (row: number) => {
      const { prefix, id } = rows[row] as Written;
      const ticks = ticksOf(rows[row] as Written, from);
      return {
        partitionKey: `${String(prefix).padStart(19, '0')}___${String(ticks).padStart(19, '0')}`,
        rowKey: id,
      };
    },
    ...NO_VALUES,
  };
  return runSteps(digestRows(store, scheme, { identity }));
}

/** What a person would find who compares two lists and strikes out the pairs one by one. */
function struckOut(
  here: readonly string[],
  there: readonly string[],
): { both: number; onlyHere: number[]; onlyThere: number[] } {
  const left = [...there.keys()];
  const onlyHere: number[] = [];
  for (const [row, text] of here.entries()) {
    const at = left.findIndex((other) => there[other] === text);
    if (at < 0) onlyHere.push(row);
    else left.splice(at, 1);
  }
  return {
    both: here.length - onlyHere.length,
    onlyHere,
    onlyThere: left,
  };
}

/** A comparison without the values, with its row numbers as plain arrays. */
function plain({ both, onlyHere, onlyThere }: KeyComparison) {
  return { both, onlyHere: [...onlyHere], onlyThere: [...onlyThere] };
}

const written = fc.array(
  fc.record({
    prefix: fc.integer({ min: 0, max: 2 }),
    offset: fc.constantFrom(0, 1, 99, 100, 499, 500, 10_000_000, 9_999_999),
    id: fc.constantFrom('a', 'b', 'a\u0000', '\uffff', '\ud800'),
  }),
  { maxLength: 60 },
);

const identityText: Readonly<Record<KeyIdentity, (row: Written, from: bigint) => string>> = {
  key: (row, from) => JSON.stringify([row.prefix, row.id, String(ticksOf(row, from))]),
  timeless: ({ prefix, id }) => JSON.stringify([prefix, id]),
};

describe('rows of two results', () => {
  it.each(['key', 'timeless'] as const)('are paired by %s as by hand', (kind) => {
    fc.assert(
      fc.property(written, written, fc.constantFrom(0n, 100n, 3_600_000_000_1n), (one, two, apart) => {
        const here = digested(one, START, kind);
        const there = digested(two, START + apart, kind);
        const compared = runSteps(compareDigests(here.digests, there.digests));
        const said = struckOut(
          one.map((row) => identityText[kind](row, START)),
          two.map((row) => identityText[kind](row, START + apart)),
        );
        expect(plain(compared)).toEqual(said);
      }),
    );
  });
});
