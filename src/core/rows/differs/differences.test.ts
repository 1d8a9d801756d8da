import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ColumnRef, columnRefName, readParameter } from '../../entities/columns/columnRef.ts';
import type { DifferingValue } from './columnDifference.ts';
import { CAUSES, differencesOf, type Row, seededRows, seededTable, storeOf } from './seededTable.fixture.ts';

const HOUR_TICKS = 36_000_000_000n;

/** What a row has in a column, written as in the label of a value. */
function shownOf(row: Row, { name, fact }: ColumnRef): string | undefined {
  const [prefix = '', ticks = ''] = String(row['PartitionKey']).split('_0');
  if (fact === 'prefix') return prefix;
  if (fact === 'hour') return String(BigInt(ticks) / HOUR_TICKS);
  if (fact === 'time') return ticks;
  const value = row[name];
  const parameter = readParameter(fact);
  if (parameter !== undefined) return String(value).match(/\d+/g)?.[parameter.place];
  if (fact !== 'template') return value === undefined ? undefined : String(value);
  return String(value).replace(/\d+/g, '<n>');
}

/** Whether a row is compared: for a parameter, only if its text has the parameter's template. */
function isCompared(row: Row, { name, fact }: ColumnRef): boolean {
  const parameter = readParameter(fact);
  return parameter === undefined || shownOf(row, { name, fact: 'template' }) === parameter.template;
}

function labelText({ label }: DifferingValue, { fact }: ColumnRef): string | undefined {
  if (label.kind !== 'value') return undefined;
  // An hour is shown as its beginning. Hours are counted from the year 1, and 1970 begins with number 17,259,888.
  return fact === 'hour' ? String(Date.parse(label.text) / 3_600_000 + 17_259_888) : label.text;
}

it('counts and quantiles are those of the rows', () => {
  let looked = 0;
  const cause = fc.constantFrom(...CAUSES);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 30 }),
      cause,
      fc.integer({ min: 1000, max: 1500 }),
      (seed, plant, size) => {
        const { store, rows, mask } = seededTable(seed, plant, size);
        const found = differencesOf({ store, mask });
        const parts = [1, 0].map((part) => rows.filter((_, at) => mask[at] === part));
        expect([found.all.selected, found.all.rest]).toEqual(parts.map(({ length }) => length));
        for (const { ref, values, numbers, compared } of found.differences) {
          const among = parts.map((part) => part.filter((row) => isCompared(row, ref)));
          expect([compared.selected, compared.rest]).toEqual(among.map(({ length }) => length));
          const named = new Set(
            values.map((value) => (value.label.kind === 'others' ? 'others' : labelText(value, ref))),
          );
          for (const value of values) {
            looked += 1;
            const isIt = (row: Row): boolean =>
              value.label.kind === 'others'
                ? !named.has(shownOf(row, ref))
                : shownOf(row, ref) === labelText(value, ref);
            expect([columnRefName(ref), value.selected, value.rest]).toEqual([
              columnRefName(ref),
              ...among.map((part) => part.filter(isIt).length),
            ]);
          }
          if (numbers === undefined || ref.fact === 'time' || ref.name === 'Timestamp') continue;
          const [selected = [], rest = []] = among.map((part) =>
            part.map((row) => Number(shownOf(row, ref))).toSorted((a, b) => a - b),
          );
          for (const [sorted, quantiles] of [
            [selected, numbers.selected],
            [rest, numbers.rest],
          ] as const)
            expect(quantiles.map(({ number }) => number)).toEqual(
              [0.05, 0.25, 0.5, 0.75, 0.95].map((share) => sorted[Math.ceil(share * sorted.length) - 1]),
            );
          const wins = selected.reduce(
            (sum, a) => sum + rest.filter((b) => a > b).length + rest.filter((b) => a === b).length / 2,
            0,
          );
          expect(numbers.greater).toBeCloseTo(wins / selected.length / rest.length, 9);
        }
      },
    ),
    { numRuns: 4 },
  );
  expect(looked).toBeGreaterThan(10);
});

it('what follows from the selection is last, and says from what', () => {
  const rows = seededRows(5, 3000).map((row) => ({
    ...row,
    // Rack and HostCopy follow from the host; Owner divides the rows of one host.
    Rack: `rack-${String(row['Host']).slice(-1)}`,
    HostCopy: `copy of ${row['Host']}`,
    Owner: row['Host'] === 'host-1' && Number(row['Bytes']) < 50_000 ? 'ops' : 'dev',
  }));
  const mask = Uint8Array.from(rows, ({ HostCopy }) => (HostCopy === 'copy of host-1' ? 1 : 0));
  const { differences } = differencesOf({ store: storeOf(rows), mask }, [{ name: 'Host' }]);
  expect(
    differences.map(({ ref, sameAs, follows }) => [ref.name, sameAs.map(({ name }) => name), follows?.name]),
  ).toEqual([
    ['Owner', [], undefined],
    // The first HostCopy is the number in its text, the second is the text itself.
    ['HostCopy', [], 'Host'],
    ['Host', ['HostCopy'], 'Host'],
    ['Rack', [], 'Host'],
  ]);
});

/** The differences of a table with these properties and one row per second, of which some are selected. */
function found(
  count: number,
  row: (at: number) => Row,
  isSelected: (at: number) => boolean,
  filtered: readonly ColumnRef[] = [],
) {
  const rows = Array.from({ length: count }, (_, at) => ({
    PartitionKey: `00_0${639_000_000_000_000_000n + BigInt(at) * 10_000_000n}`,
    RowKey: String(at).padStart(9, '0'),
    ...row(at),
  }));
  const mask = Uint8Array.from(rows, (_, at) => Number(isSelected(at)));
  return differencesOf({ store: storeOf(rows), mask }, filtered).differences;
}

/** A scattered number below `below` for each row. */
const mixed = (at: number, below: number): number => ((Math.imul(at + 1, 0x9e3779b1) >>> 8) * 31) % below;

it.each([
  [1, true],
  [4, false],
])('numbers in the same order but for %i %% of the rows are one column: %s', (percent, isOne) => {
  const differences = found(
    4000,
    (at) => {
      const x = mixed(at, 4000);
      return { X: x, Y: mixed(at + 7, 100) < percent ? mixed(at + 99, 8000) : 2 * x + 1 };
    },
    (at) => mixed(at, 4000) > 3000,
    [{ name: 'X' }],
  );
  expect(differences.find(({ ref }) => ref.name === 'X')?.sameAs.map(({ name }) => name)).toEqual(
    isOne ? ['Y'] : [],
  );
});

it.each([
  [5, true],
  [40, false],
])('a column follows from another if %i %% of the rows have rare values of that: %s', (percent, follows) => {
  const isRare = (at: number): boolean => mixed(at + 3, 100) < percent;
  const hostOf = (at: number): string => (isRare(at) ? `rare-${at}` : `host-${mixed(at, 6)}`);
  const differences = found(
    3000,
    (at) => ({ Host: hostOf(at), Rack: isRare(at) ? `rack-${at % 4}` : `rack-${mixed(at, 6) % 4}` }),
    (at) => hostOf(at) === 'host-1',
    [{ name: 'Host' }],
  );
  expect(differences.find(({ ref }) => ref.name === 'Rack')?.follows?.name).toBe(
    follows ? 'Host' : undefined,
  );
});

it.each([
  [6, 6, 0],
  [7, 5, 2],
])('of %i values that differ, %i are named', (values, named, others) => {
  const [difference] = found(
    4000,
    (at) => ({ Code: `c${mixed(at, values)}` }),
    // Each value is either more or less frequent among the selected rows.
    (at) => mixed(at + 5, 100) < 10 + 50 * (mixed(at, values) % 2),
  );
  const labels = difference?.values.map(({ label }) => label) ?? [];
  expect(labels.filter(({ kind }) => kind === 'value')).toHaveLength(named);
  expect(labels.flatMap((label) => (label.kind === 'others' ? label.groups : []))).toEqual(
    others === 0 ? [] : [others],
  );
});

it('a selected time is followed by all that tells the time', () => {
  const rows = seededRows(6, 3000);
  const mask = Uint8Array.from(rows, (_, at) => (at > 1000 && at < 1300 ? 1 : 0));
  const { differences } = differencesOf({ store: storeOf(rows), mask }, [{ name: 'Time', fact: 'time' }]);
  expect(differences.map(({ ref, follows }) => [ref.name, follows?.name])).toEqual([
    ['Time', 'Time'],
    ['Hour', 'Time'],
  ]);
});

it('explains a template by the filter on its parameter, and a key by the filter on one of its parts', () => {
  const rows = seededRows(9, 3000).map((row, at) => ({ ...row, PartitionKey: `${at % 3}|${at % 4}` }));
  const store = storeOf(rows);
  const followed = (filtered: ColumnRef, isSelected: (row: Row) => boolean) =>
    differencesOf({ store, mask: Uint8Array.from(rows, (row) => Number(isSelected(row))) }, [filtered])
      .differences.filter(({ follows }) => follows !== undefined)
      .map(({ ref }) => ref);
  const lease: ColumnRef = { name: 'Message', fact: 'parameter 0 of Lease <n> was renewed' };
  expect(followed(lease, (row) => /^Lease \d{5} was/.test(String(row['Message'])))).toEqual([
    { name: 'Message', fact: 'template' },
    lease,
  ]);
  expect(
    followed({ name: 'PartitionKey', fact: 'part 0 at |' }, (row) => String(row['PartitionKey'])[0] === '1'),
  ).toContainEqual({ name: 'PartitionKey' });
});

it('compares parameters only within their template, and explains one by a column with the same values', () => {
  const template = 'Bind of queue <n> at <host> took <n> ms';
  const kindOf = (at: number): number => mixed(at + 11, 4);
  const queueOf = (at: number): number => mixed(at + 3, 120);
  const rows = (at: number): Row => ({
    Message:
      kindOf(at) < 3
        ? `Bind of queue ${queueOf(at)} at h${mixed(at, 5)}.eu.internal took ${mixed(at + 7, 9000)} ms`
        : `Lease ${mixed(at + 3, 9000)} renewed`,
    Took: kindOf(at) < 3 ? mixed(at + 7, 9000) / 7 : 0.5,
  });
  const isSelected = (at: number): boolean =>
    kindOf(at) < 3 &&
    mixed(at + 5, 100) <
      (queueOf(at) === 17 ? 80 : mixed(at + 7, 9000) > 6000 && mixed(at, 5) === 2 ? 60 : 10);
  const of = (place: number) =>
    all.find(({ ref }) => columnRefName(ref) === `parameter ${place} of ${template}\nMessage`);
  const all = found(6000, rows, isSelected);
  const among = Array.from({ length: 6000 }, (_, at) => at).filter((at) => kindOf(at) < 3);
  const selected = among.filter(isSelected).length;
  // There are enough rows that both sides are sampled.
  expect(of(0)?.compared).toEqual({ selected: Math.min(800, selected), rest: 800 });
  expect(of(0)?.values.map(({ label }) => label)).toEqual([{ kind: 'value', type: 'Edm.Int64', text: '17' }]);
  expect(of(1)?.values[0]?.label).toMatchObject({ text: 'h2.eu.internal' });
  expect([of(0), of(1), of(2)].map((each) => each?.follows?.name)).toEqual([undefined, undefined, 'Took']);
  // Selecting the template does not explain values within it.
  const selectedTemplate = found(6000, rows, isSelected, [{ name: 'Message', fact: 'template' }]);
  expect(selectedTemplate.find(({ ref }) => ref.fact?.startsWith('parameter 0') === true)?.follows).toBe(
    undefined,
  );
});

it('compares texts of zeros and a number as numbers', () => {
  const differences = found(
    2000,
    (at) => ({ Size: String(mixed(at, 5000)).padStart(19, '0') }),
    (at) => mixed(at, 5000) > 3000,
  );
  const [first] = differences.filter(({ ref }) => ref.name === 'Size');
  expect([first?.ref.fact, first?.numbers?.type]).toEqual(['parameter 0 of <n>', 'Edm.Int64']);
  expect(first?.numbers?.greater).toBe(1);
});

it('explains a text by its template if the template determines it', () => {
  const texts = ['Lease lost', 'Queue is full', 'Cache is cold'];
  const messageOf = (at: number): string =>
    mixed(at, 2) === 0 ? `Read ${mixed(at + 3, 9000)} bytes` : (texts[mixed(at + 5, 3)] ?? '');
  const of = (message: (at: number) => string, isSelected: (at: number) => boolean) =>
    found(3000, (at) => ({ Message: message(at) }), isSelected)
      .filter(({ ref }) => ref.name === 'Message' && !ref.fact?.startsWith('parameter'))
      .map(({ ref, sameAs, follows }) => [ref.fact, sameAs.length, follows?.fact]);
  const isLost = (at: number): boolean => messageOf(at) === 'Lease lost' && mixed(at + 1, 3) > 0;
  expect(of(messageOf, isLost)).toEqual([['template', 1, undefined]]);
  // A few rows share one text of a template with many texts.
  const withOne = (at: number): string => (at < 8 ? 'Read 7 bytes' : messageOf(at));
  expect(of(withOne, (at) => at >= 8 && isLost(at))).toEqual([
    ['template', 0, undefined],
    [undefined, 0, 'template'],
  ]);
  // All names share one template, so it does not determine the name.
  const nameOf = (at: number): string =>
    `of ${String.fromCodePoint(97 + (mixed(at, 39) % 13), 97 + Math.floor(mixed(at, 39) / 13))} city`;
  expect(of(nameOf, (at) => nameOf(at) === nameOf(7))).toEqual([[undefined, 0, undefined]]);
});

it('a key follows from the prefix that it holds', () => {
  const rows = seededRows(8, 3000).map((row, at) => {
    // There is one PartitionKey per prefix and minute, and one writer per prefix.
    const [prefix = ''] = String(row['PartitionKey']).split('_');
    const ticks = 639_000_000_000_000_000n + BigInt(Math.floor(at / 300)) * 600_000_000n;
    return { ...row, PartitionKey: `${prefix}_0${ticks}`, Writer: `writer ${prefix}` };
  });
  const mask = Uint8Array.from(rows, ({ Writer }) => (Writer === 'writer 07' ? 1 : 0));
  const { differences } = differencesOf({ store: storeOf(rows), mask }, [{ name: 'Writer' }]);
  expect(
    differences.map(({ ref, sameAs, follows }) => [ref.name, sameAs.map(({ name }) => name), follows?.name]),
  ).toEqual([
    ['Writer', ['Prefix', 'PartitionKey'], 'Writer'],
    ['PartitionKey', [], 'Writer'],
  ]);
  const ofPrefix = differencesOf({ store: storeOf(rows), mask }, [{ name: 'Prefix', fact: 'prefix' }]);
  expect(ofPrefix.differences[0]?.ref.name, 'the column that was chosen').toBe('Prefix');
  const alone = differencesOf({ store: storeOf(rows), mask }).differences;
  expect(alone.map(({ ref, follows }) => [ref.name, follows?.name])).toEqual([
    ['Writer', undefined],
    ['PartitionKey', 'Writer'],
  ]);
});

it('few rows, or all, are compared with nothing; ids do not differ', () => {
  const rows = seededRows(7, 400);
  const store = storeOf(rows);
  const of = (isSelected: (at: number) => boolean) =>
    differencesOf({ store, mask: Uint8Array.from(rows, (_, at) => (isSelected(at) ? 1 : 0)) });
  for (const found of [of((at) => at < 4), of(() => true), of(() => false)])
    expect(found).toMatchObject({ differences: [], pairs: [], same: [], tried: 0 });
  const found = of((at) => at % 3 === 0);
  expect(found.unique.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Request', 'RowKey', 'PartitionKey', 'Message']),
  );
});

/** A table with properties A and B. Each entry says how many rows with these two values are selected, and how many are not. */
function tableOf(cells: readonly (readonly [a: string, b: string, selected: number, rest: number])[]) {
  const rows = cells.flatMap(([A, B, selected, rest]) =>
    Array.from({ length: selected + rest }, (_, at) => ({ A, B, isSelected: at < selected })),
  );
  return {
    store: storeOf(
      rows.map(({ A, B }, at) => ({
        PartitionKey: `00_0${639_000_000_000_000_000n + BigInt(at) * 10_000_000n}`,
        RowKey: String(at).padStart(9, '0'),
        A,
        B,
      })),
    ),
    mask: Uint8Array.from(rows, ({ isSelected }) => Number(isSelected)),
  };
}

// The numbers of selected rows and of others that have both values, only the first, only the second, and neither. Each case but the first
// fails one condition and meets all others.
it.each([
  [true, 'it tells more than each alone', [100, 10], [10, 60], [20, 300], [70, 430]],
  [false, 'the first alone tells almost as much', [100, 10], [20, 60], [20, 300], [60, 430]],
  [false, 'each adds its own part', [100, 10], [20, 60], [20, 60], [140, 670]],
  [false, 'too few rows to say that the second adds something', [10, 1], [1, 7], [5, 60], [4, 32]],
  [false, 'few of the selected rows have both', [15, 0], [20, 200], [20, 200], [145, 400]],
] as const)('a pair is shown: %s, %s', (isShown, _, both, first, second, none) => {
  const { pairs } = differencesOf(
    tableOf([
      ['yes', 'yes', ...both],
      ['yes', 'no', ...first],
      ['no', 'yes', ...second],
      ['no', 'no', ...none],
    ]),
  );
  const isIt = pairs.some(({ labels }) =>
    labels.every((label) => label.kind === 'value' && label.text === 'yes'),
  );
  expect(isIt).toBe(isShown);
});
