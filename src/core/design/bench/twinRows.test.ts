import { describe, expect, it } from 'vitest';
import { designOf } from '../code/realKeys.fixture.ts';
import { KNOWN_PATTERNS } from './knownPatterns.ts';
import { twinRowsOf } from './twinRows.ts';
import { readPatterns, readProperties, type Workload } from './workload.ts';

function workloadOf(properties: string, patterns: string, more: Partial<Workload> = {}): Workload {
  const [entity, queries] = [readProperties(properties), readPatterns(patterns)];
  if (!entity.ok || !queries.ok) throw new Error(patterns);
  return {
    properties: entity.value,
    patterns: queries.value,
    writesPerSecond: 10,
    keptDays: 30,
    entityBytes: 300,
    requestMs: 50,
    ...more,
  };
}

const RACE = 'Race: String, 50 values\nBib: Int32, 40000 values\nAge: Int32, 80 values';
const QUERIES = 'By bib | Race == @r and Bib == @b | 20\nBy age | Race == @r and Age == @a | 5';
const BIB = { letter: 'A', keys: designOf('{Race}', 'BIB:{Bib:D5}__{Guid}') };
const AGE = { letter: 'C', keys: designOf('{Race}', 'AGE:{Age:D3}__{Guid}') };

describe('twin rows', () => {
  it('of two designs with one PartitionKey serve what each does not', () => {
    const [twin, ...more] = twinRowsOf([BIB, AGE], workloadOf(RACE, QUERIES));
    expect([twin?.letters, more]).toEqual([['A', 'C'], []]);
    expect(twin?.text).toContain('"By bib" then reads as in A, "By age" as in C.');
    // Two rows for each entity: half of the 100 of a transaction.
    expect(twin?.text).toContain('up to 50 entities');
    expect(twin?.text).toContain('double');
  });

  it('hold as many entities as 4 MiB allow', () => {
    const large = workloadOf(RACE, QUERIES, { entityBytes: 1_000_000 });
    expect(twinRowsOf([BIB, AGE], large)[0]?.text).toContain('up to 2 entities');
    const huge = workloadOf(RACE, QUERIES, { entityBytes: 3_000_000 });
    expect(twinRowsOf([BIB, AGE], huge)).toEqual([]);
  });

  it('are not offered across partitions, where one design serves all, or for queries that neither serves', () => {
    const other = { letter: 'B', keys: designOf('{Age}', 'AGE:{Age:D3}__{Guid}') };
    expect(twinRowsOf([BIB, other], workloadOf(RACE, QUERIES))).toEqual([]);
    const [onlyBib = ''] = QUERIES.split('\n');
    expect(twinRowsOf([BIB, AGE], workloadOf(RACE, onlyBib))).toEqual([]);
    expect(twinRowsOf([BIB, AGE], workloadOf(RACE, 'All | Bib == @b | 1\nOld | Age == @a | 1'))).toEqual([]);
    expect(twinRowsOf([BIB], workloadOf(RACE, QUERIES))).toEqual([]);
  });

  it('are what the known pattern of that name starts from', () => {
    const known = KNOWN_PATTERNS.find(({ id }) => id === 'twins');
    if (known === undefined) throw new Error('no pattern');
    const designs = known.designs.map(({ partition, row }, at) => ({
      letter: 'AB'.charAt(at),
      keys: designOf(partition, row),
    }));
    const twins = twinRowsOf(designs, workloadOf(known.properties, known.patterns));
    expect(twins.map(({ letters }) => letters)).toEqual([['A', 'B']]);
  });
});
