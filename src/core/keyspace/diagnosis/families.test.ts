import { describe, expect, it } from 'vitest';
import { COUNTED, FAILED, WAITING, emptyGrid } from '../map/cellGrid.ts';
import { gaussian, seededRandom } from '../seededRandom.ts';
import { inputOf, NEW_YEAR, tableOf } from './clean.fixture.ts';
import { diagnose, diagnosisOf } from './diagnose.ts';
import type { DiagnosisInput, Finding, KeyspaceFacts } from './finding.ts';
import { sentenceText } from './phrase.ts';

const MINUTE = 600_000_000n;
const ROWS = 10;
const COLUMNS = 300;
const BASE = 5;

type Rate = (row: number, column: number, random: () => number) => number;

/** Poisson counts at a rate: ten prefixes over five hours. */
function table(
  seed: number,
  rate: Rate,
  facts: KeyspaceFacts = {},
  rows = ROWS,
  minutes = 1,
): DiagnosisInput {
  const random = seededRandom(seed * 104_729 + 17);
  const shape = { rows, columns: COLUMNS, cellSeconds: 60 * minutes };
  return tableOf(shape, random, (row, column) => rate(row, column, random), facts);
}

/** For how many of ten seeds this finding comes, and no other fault. */
function foundOf(id: Finding['id'], make: (seed: number) => DiagnosisInput): number {
  let found = 0;
  for (let seed = 1; seed <= 10; seed++) {
    const findings = diagnose(make(seed));
    const others = findings.filter((finding) => finding.id !== id && finding.severity === 'fault');
    if (others.length === 0 && findings.some((finding) => finding.id === id)) found++;
  }
  return found;
}

function faultsOf(input: DiagnosisInput): readonly string[] {
  return diagnose(input)
    .filter(({ severity }) => severity === 'fault')
    .map(({ title, sentence }) => `${title}: ${sentenceText(sentence)}`);
}

function isIn(column: number, from: number, length: number): boolean {
  return column >= from && column < from + length;
}

describe('diagnose: clean tables', () => {
  it('rates that vary by themselves have no bursts', () => {
    let found = 0;
    for (let seed = 1; seed <= 4; seed++) {
      const walks = Array.from({ length: ROWS }, () => 0);
      const own: Rate = (row, _, random) => {
        walks[row] = 0.95 * (walks[row] ?? 0) + 0.312 * gaussian(random);
        return 10 * Math.exp((walks[row] ?? 0) - 0.5);
      };
      const cells: Rate = (_row, _column, random) => BASE * Math.exp(1.5 * gaussian(random) - 1.1);
      found += diagnose(table(seed, own)).length + diagnose(table(seed, cells)).length;
    }
    expect(found).toBe(0);
  });
});

/** What became of each rule: why it was not checked, or its outcome. */
function outcomes(input: DiagnosisInput): Readonly<Record<string, string>> {
  const { checks } = diagnosisOf(input).scope;
  return Object.fromEntries(checks.map(({ title, outcome, why }) => [title, why || outcome]));
}

describe('diagnose: what stops', () => {
  it.each([1, 3, 6, 9])('%i of 10 prefixes that stop for good, or for an hour', (count) => {
    const good = (seed: number) => table(seed, (row, column) => (row < count && column > 180 ? 0 : BASE));
    const hour = (seed: number) =>
      table(seed, (row, column) => (row < count && isIn(column, 101, 60) ? 0 : BASE));
    expect(foundOf('silent-prefix', good)).toBe(10);
    expect(foundOf('silent-prefix', hour)).toBe(10);
  });

  it('more than three that stop are one finding, with how many and since when', () => {
    const findings = diagnose(table(1, (row, column) => (row < 6 && column >= 181 ? 0 : BASE)));
    expect(findings.map(({ title }) => title)).toEqual(['6 of 10 prefixes went silent']);
    expect(sentenceText(findings[0]?.sentence ?? [])).toMatch(
      /^6 of 10 prefixes wrote nothing since 2026-01-01T03:01:00Z, while others kept writing: prefixes 0, 1, 2 and 3 more;/,
    );
    expect(findings[0]?.cells).toHaveLength(6);
  });

  it('one gap is a gap, four are one finding', () => {
    const gaps = (starts: readonly number[]) => (seed: number) =>
      table(seed, (_row, column) => (starts.some((start) => isIn(column, start, 10)) ? 0 : BASE));
    expect(foundOf('gap-for-all', gaps([100]))).toBe(10);
    expect(foundOf('gap-for-all', gaps([30, 97, 171, 260]))).toBe(10);
    const many = diagnose(gaps([30, 97, 171, 260])(1));
    expect(many.map(({ title }) => title)).toEqual(['4 gaps for all']);
    expect(many[0]?.cells).toHaveLength(4);
  });

  it('a night is a note, an outage within working hours a fault', () => {
    // Five days in columns of 24 min; open from 9 to 17.
    const open = (column: number) => {
      const hour = (column * 0.4) % 24;
      return hour >= 9 && hour < 17 ? 10 : 0;
    };
    const nights = diagnose(table(1, (_row, column) => open(column), {}, ROWS, 24));
    expect(nights.map(({ id, severity, title }) => [id, severity, title])).toEqual([
      ['gap-for-all', 'note', '4 regular pauses'],
    ]);
    const outage = diagnose(
      table(1, (_row, column) => (isIn(column, 150, 5) ? 0 : open(column)), {}, ROWS, 24),
    );
    expect(outage.map(({ severity, title }) => [severity, title])).toEqual([
      ['fault', 'Gap for all'],
      ['note', '4 regular pauses'],
    ]);
    // A whole weekend, once.
    const weekend = diagnose(table(1, (_row, column) => (isIn(column, 120, 120) ? 0 : BASE), {}, ROWS, 24));
    expect(weekend.map(({ severity, title }) => [severity, title])).toEqual([['note', 'Regular pause']]);
  });

  it('rows of the last minutes may still be on their way: a clock that is ahead makes no other prefix silent', () => {
    const ahead: Rate = (row, column) => (column < 280 || row === 3 ? 20 : 0);
    const titles = (minutes: number) =>
      diagnose(table(1, ahead, { nowTicks: NEW_YEAR + BigInt(minutes) * MINUTE }))
        .filter(({ id }) => id === 'silent-prefix')
        .map(({ title }) => title);
    expect(titles(285)).toEqual([]);
    expect(titles(300)).toEqual(['9 of 10 prefixes went silent']);
  });

  it('a prefix whose rows are all in the future hides no silence of another', () => {
    const nowTicks = NEW_YEAR + 260n * MINUTE;
    const ahead: Rate = (row, column) => {
      if (row === 6) return column >= 280 ? BASE : 0;
      return column >= 260 || (row === 3 && isIn(column, 150, 20)) ? 0 : BASE;
    };
    const input = table(1, ahead, { nowTicks }, 7);
    expect(faultsOf(input).map((text) => text.split(':')[0])).toEqual(
      expect.arrayContaining(['Prefix 3 was silent', 'Keys in the future in 6']),
    );
  });

  it('rows of an own rhythm are not silent', () => {
    const shifts: Rate = (row, column) => {
      const hour = (column * 0.4 + row * 5) % 24;
      return hour >= 9 && hour < 17 ? 10 : 0;
    };
    expect(diagnose(table(1, shifts, {}, ROWS, 24)).map(({ id }) => id)).not.toContain('silent-prefix');
    // Each Saturday and Sunday, in three weeks.
    const dayOf = (column: number) => Math.floor((column * 100) / 1440);
    const weekend: Rate = (row, column) => (row === 3 && [2, 3].includes(dayOf(column) % 7) ? 0 : BASE);
    expect(diagnose(table(1, weekend, {}, ROWS, 100))).toEqual([]);
  });
});

describe('diagnose: bursts and periods', () => {
  it('bursts of all, of one, and many as one finding', () => {
    const all = (times: number) => (seed: number) =>
      table(seed, (_row, column) => (isIn(column, 100, 4) ? BASE * times : BASE));
    const one = (seed: number) =>
      table(seed, (row, column) => (row === 2 && isIn(column, 100, 4) ? BASE * 10 : BASE));
    expect(foundOf('burst', all(5))).toBeGreaterThanOrEqual(9);
    expect(foundOf('burst', all(8))).toBe(10);
    expect(foundOf('burst', one)).toBeGreaterThanOrEqual(9);
    const four = diagnose(
      table(1, (_row, column) =>
        [30, 97, 171, 260].some((start) => isIn(column, start, 3)) ? BASE * 10 : BASE,
      ),
    );
    expect(four.map(({ title }) => title)).toEqual(['4 bursts']);
  });

  it('ranges that touch are one burst', () => {
    for (const length of [3, 5, 6, 7, 9, 11]) {
      // The second half of it is higher.
      const rate = (column: number) => (column < 101 + length / 2 ? 9 : 18);
      const input = table(3, (_row, column) => (isIn(column, 101, length) ? BASE * rate(column) : BASE));
      const [burst, ...more] = diagnose(input);
      expect([burst?.title, more.length]).toEqual(['Burst', 0]);
      const [from = 0, to = 0] = [burst?.cells[0]?.from, burst?.cells[0]?.to].map((time) =>
        Number(((time ?? 0n) - NEW_YEAR) / MINUTE),
      );
      const rows = input.grid.counts.filter((_, at) => isIn(at % COLUMNS, from, to - from));
      const [, count = '', times = ''] =
        /^([\d,]+) rows from .*, ([\d.]+) times the rate/.exec(sentenceText(burst?.sentence ?? [])) ?? [];
      const sum = rows.reduce((all, one) => all + one, 0);
      expect(Number(count.replace(',', ''))).toBe(sum);
      const all = input.grid.counts.reduce((total, one) => total + one, 0);
      const usual = sum / (to - from) / ((all - sum) / (COLUMNS - (to - from)));
      expect(Math.abs(Number(times) / usual - 1)).toBeLessThan(0.1);
    }
  });

  it('a burst of all beside a gap and a hot prefix', () => {
    const both: Rate = (row, column) => {
      if (column >= 120 || isIn(column, 20, 10)) return 0;
      return (row === 4 ? 30 : 3) * (isIn(column, 90, 4) ? 10 : 1);
    };
    const titles = diagnose(table(5, both)).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['Burst', 'Gap for all', 'Hot prefix 4']);
  });

  it('a timer over an even load', () => {
    const grid = emptyGrid({ rowCount: 1, columnCount: 77, from: NEW_YEAR, bucketTicks: MINUTE }, COUNTED);
    for (let at = 0; at < 72; at++) grid.counts[at] = at % 8 < 2 ? 111 : 37;
    grid.counts.fill(1, 72);
    expect(diagnose(inputOf(grid)).map(({ title }) => title)).toEqual(['Period of 8 min']);
  });

  it.each([
    { every: 7, cell: 60, jitter: 0 },
    { every: 7, cell: 60, jitter: 0.2 },
    { every: 13, cell: 300, jitter: 0 },
    { every: 45, cell: 60, jitter: 0 },
    { every: 45, cell: 60, jitter: 0.2 },
    { every: 70, cell: 60, jitter: 0 },
    { every: 180, cell: 300, jitter: 0.1 },
    { every: 1.234_567_8, cell: 30, jitter: 0 },
  ])('a heartbeat every $every s has no period in columns of $cell s (jitter $jitter)', (row) => {
    const { every, cell, jitter } = row;
    const grid = emptyGrid(
      { rowCount: ROWS, columnCount: COLUMNS, from: NEW_YEAR, bucketTicks: BigInt(cell) * 10_000_000n },
      COUNTED,
    );
    const random = seededRandom(7);
    for (let writer = 0; writer < ROWS; writer++) {
      for (let time = writer * 0.37; time < COLUMNS * cell - every; time += every) {
        const at = writer * COLUMNS + Math.floor((time + jitter * every * random()) / cell);
        grid.counts[at] = (grid.counts[at] ?? 0) + 1;
      }
    }
    expect(diagnose(inputOf(grid))).toEqual([]);
  });
});

describe('diagnose: few prefixes, parts, and the future', () => {
  it('a prefix that failed takes nothing from the others, and is told', () => {
    const change: Rate = (row, column) => (isIn(column, 101, 60) || (row === 3 && column > 200) ? 0 : BASE);
    const whole = table(1, change);
    const titles = diagnose(whole).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['Gap for all', 'Prefix 3 is silent']);
    whole.grid.states.fill(FAILED, 9 * COLUMNS);
    expect(diagnose(whole).map(({ title }) => title)).toEqual(titles);
    expect(diagnosisOf(whole).scope.rows).toBe('9 of 10 prefixes; the others were not read to their end');
    whole.grid.states.fill(WAITING);
    expect(diagnose(whole)).toEqual([]);
    expect(diagnosisOf(whole).scope.isEmpty).toBe(true);
    expect(diagnosisOf(whole).scope.rows).toBe('0 of 10 prefixes; the others were not read to their end');
    expect(outcomes(whole)['Gap for all']).toBe('no row has a time');
  });

  it('what the data says nothing of was not looked for', () => {
    const { scope } = diagnosisOf(table(1, () => BASE));
    expect(scope.rows).toBeUndefined();
    expect(outcomes(table(1, () => BASE))).toMatchObject({
      'Late data': 'no row has both a Timestamp and a time in its keys',
      'Clock-skewed writer': 'the current time is not known',
      'Uneven writers': 'RowKeys name no writer',
      Burst: 'normal',
    });
    expect(outcomes(table(1, (row, column) => (row === 3 && column > 200 ? 0 : BASE)))['Silent prefix']).toBe(
      'found',
    );
    const lag = { rows: 9, medianSeconds: 1, p99Seconds: 2, maxSeconds: 3, lateRows: 0 };
    expect(outcomes(table(1, () => BASE, { nowTicks: NEW_YEAR + 300n * MINUTE, lag }))).toMatchObject({
      'Late data': 'normal',
      'Clock-skewed writer': 'normal',
    });
  });

  it('a clock that is ahead is keys of the future, not a gap for all', () => {
    const nowTicks = NEW_YEAR + 100n * MINUTE;
    const ahead: Rate = (row, column) => (column < 100 || (row === 3 && column > 250) ? BASE : 0);
    const findings = diagnose(table(1, ahead, { nowTicks }));
    expect(findings.map(({ title }) => title)).toEqual(['Keys in the future in 3']);
    const all = diagnose(table(1, (_row, column) => (column < 100 || column > 250 ? BASE : 0), { nowTicks }));
    expect(all.map(({ title }) => title)).toEqual(['Keys in the future in 10 prefixes']);
  });

  it('a hot prefix names its writer, who is no finding of its own; one who writes to several prefixes is', () => {
    const input = table(1, (row) => (row === 3 ? 100 : BASE));
    const total = input.grid.counts.slice(3 * COLUMNS, 4 * COLUMNS).reduce((sum, count) => sum + count, 0);
    const found = (group: string | undefined, rows = total) => {
      const writers = Array.from({ length: ROWS }, (_, at) =>
        at === 3
          ? { label: 'vm_3', rows, ...(group !== undefined && { group }) }
          : { label: `${at}`, rows: 450 },
      );
      return diagnose({ ...input, facts: { writers, reads: 'every key' } });
    };
    const [hot, ...others] = found('3');
    expect([hot?.title, others]).toEqual(['Hot prefix 3', []]);
    expect(sentenceText(hot?.sentence ?? [])).toMatch(/ vm_3 wrote all rows of prefix 3\.$/);
    expect(sentenceText(found('3', total * 0.9)[0]?.sentence ?? [])).toMatch(
      / vm_3 wrote 90 % of the rows of prefix 3\.$/,
    );
    expect(sentenceText(found('3', total * 0.49)[0]?.sentence ?? [])).not.toContain('vm_3');
    expect(
      found(undefined)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['Hot prefix 3', 'Uneven writers']);
  });
});
