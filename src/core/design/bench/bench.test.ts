import { describe, expect, it } from 'vitest';
import { designOf } from '../code/realKeys.fixture.ts';
import { compareDesigns } from './compareDesigns.ts';
import { type KeyDesign, patternCost } from './judgeDesign.ts';
import { KNOWN_PATTERNS } from './knownPatterns.ts';
import { type AccessPattern, readAmount, readPatterns, readProperties, type Workload } from './workload.ts';
import { isShortOfKeys, writeCost } from './writeCost.ts';

function pattern(text: string): AccessPattern {
  const read = readPatterns(`x | ${text} | 1`);
  const [first] = read.ok ? read.value : [];
  if (first === undefined) throw new Error(text);
  return first;
}

function workload(more: Partial<Workload> = {}): Workload {
  const properties = readProperties('Device: String, 20 values\nLevel: Int32, 4 values');
  return {
    properties: properties.ok ? properties.value : [],
    patterns: [],
    writesPerSecond: 1,
    keptDays: 1,
    entityBytes: 1024,
    requestMs: 50,
    ...more,
  };
}

/** One day with a row per second, from 20 devices in turn. It is made without the product, to count independently what a query reads. */
const ROWS = Array.from({ length: 86_400 }, (_, second) => ({ second, device: second % 20 }));

describe('patternCost', () => {
  it('counts the rows of a table that an independent writer made', () => {
    const load = workload();
    const from = 40_000;
    const hour = ROWS.filter(({ second }) => second >= from && second < from + 3600);
    const ofDevice = hour.filter(({ device }) => device === 7);
    const reads = patternCost(
      designOf('{Device}', '{Ticks}'),
      pattern('Device == @d and Time within 1h'),
      load,
    );
    expect(reads.queryClass).toBe('row range');
    expect(reads.rowsReturned).toBe(ofDevice.length);
    // The result may be off by one of the key's intervals.
    expect(Math.abs(reads.rowsRead - ofDevice.length)).toBeLessThanOrEqual(1);
    expect([reads.partitions, reads.queries, reads.requestsLeast]).toEqual([1, 1, 1]);

    const minutes = patternCost(designOf('{Ticks/1m}', '{Device}_{Guid}'), pattern('Time within 1h'), load);
    const touched = new Set(hour.map(({ second }) => Math.floor((second + 30) / 60)));
    expect(minutes.queryClass).toBe('partition range');
    expect(minutes.partitions).toBe(touched.size);
    expect(minutes.rowsRead).toBe(3660);

    const whole = patternCost(designOf('{Device}', '{Ticks}'), pattern('Device == @d'), load);
    expect(whole.rowsRead).toBe(ROWS.filter(({ device }) => device === 7).length);
    expect(whole.queryClass).toBe('partition range');
    expect(whole.requestsLeast).toBe(5);
  });

  it.each([
    ['{Device}', '{Ticks}', 'Time within 1h', 'table scan', 1, '{Device}'],
    ['{Device}', '{Level}', 'Device == @d and Level == @l', 'point', 1, undefined],
    ['{Hash(Device) mod 16}', '{Device}', 'Device == @d', 'point', 1, undefined],
    ['{Hash(Device) mod 16}___{Ticks/1m}', '{Guid}', 'Time within 5m', 'partition range', 16, undefined],
    ['{Writer mod 10}', '{Ticks}_{Guid}', 'Time within 5m', 'row range', 10, undefined],
    ['{yyyyMM}_{Device}', '{Ticks}', 'Device == @d', 'table scan', 1, '{yyyyMM}'],
    // The day that is kept, and the hour within it, may begin on one date and end on the next.
    ['{Device}_{yyyyMMdd}', '{Ticks}', 'Device == @d and Time within 1h', 'row range', 2, undefined],
    ['{Device}_{yyyyMMdd}', '{Guid}', 'Device == @d and Time within 1h', 'partition range', 1, undefined],
    ['all', '{InvertedTicks}', 'latest 10', 'partition range', 1, '{InvertedTicks}'],
  ])('%s / %s for %s: %s', (partition, row, text, queryClass, queries, stoppedAt) => {
    const cost = patternCost(designOf(partition, row), pattern(text), workload());
    expect([cost.queryClass, cost.queries, cost.stoppedAt]).toEqual([queryClass, queries, stoppedAt]);
    expect(cost.requestsMost).toBeGreaterThanOrEqual(cost.requestsLeast);
  });

  it('reads only the newest rows if keys count down', () => {
    const newest = pattern('Device == @d and latest 10');
    expect(patternCost(designOf('{Device}', '{InvertedTicks}'), newest, workload()).rowsRead).toBe(10);
    expect(patternCost(designOf('{Device}', '{Ticks}'), newest, workload()).rowsRead).toBe(4320);
  });
});

describe('writeCost', () => {
  it('says where new rows go', () => {
    const load = workload({ writesPerSecond: 4000 });
    const cost = (partition: string, row = '{Guid}') => writeCost(designOf(partition, row), load);
    expect(cost('{Ticks/1m}')).toMatchObject({
      front: 'append-only',
      active: 1,
      partitionShare: 2,
      transactionRows: 100,
    });
    expect(cost('{InvertedTicks/1m}').front).toBe('prepend-only');
    expect(cost('logs').front).toBe('one partition');
    expect(cost('{Device}')).toMatchObject({ front: 'spread', active: 20, partitionShare: 0.1 });
    expect(cost('{Writer mod 10}___{Ticks/1m}')).toMatchObject({
      front: 'spread',
      active: 10,
      closesAtRows: 24_000,
    });
    expect(cost('{Guid}').transactionRows).toBe(1);
    expect(cost('logs').keyBytes).toBe(2 * (4 + 36));
    expect(cost('{Device}', '{Level}').differentKeys).toBe(80);
  });
});

describe('the known patterns', () => {
  it.each(KNOWN_PATTERNS)('$title starts from designs that give every row its own key', ({ id, designs }) => {
    const known = KNOWN_PATTERNS.find((each) => each.id === id);
    const properties = readProperties(known?.properties ?? '');
    const load = workload({
      properties: properties.ok ? properties.value : [],
      writesPerSecond: Number(known?.writes),
      keptDays: Number(known?.days),
      entityBytes: Number(known?.bytes),
    });
    const short = designs.filter(({ partition, row }) =>
      isShortOfKeys(writeCost(designOf(partition, row), load), load),
    );
    expect(short).toEqual([]);
  });
});

describe('compareDesigns', () => {
  it('prefers what meets the latency target, and says why against the next best', () => {
    const designs = [
      designOf('{Device}', '{Ticks}'),
      designOf('{Hash(Device) mod 16}___{Ticks/1m}', '{Guid}'),
      designOf('{Ticks/1m}', '{Guid}'),
    ];
    const load = (hoped: string): Workload => {
      const read = readPatterns(`all | Time within 5m | 1 ${hoped}`);
      return workload({ patterns: read.ok ? read.value : [], writesPerSecond: 500, keptDays: 30 });
    };
    const of = (hoped: string) => {
      const [row] = compareDesigns(designs, load(hoped)).reads;
      return [row?.winners, row?.why];
    };
    // With 16 parallel queries it takes less time; with a single one it takes fewer requests.
    expect(of('')).toEqual([[2], expect.stringMatching(/^187 requests at most, not \d+$/)]);
    expect(of('| 5 s')).toEqual([[1], 'Meets the target of 5 s']);
    expect(of('| 8 s')).toEqual([[1], 'Meets the target of 8 s']);
    const scans = compareDesigns(designs.slice(0, 2), load('')).reads[0];
    expect([scans?.winners, scans?.why]).toEqual([[1], 'No table scan']);
    const same = compareDesigns(
      [designs[0], designs[0]].flatMap((each) => each ?? []),
      load(''),
    ).reads[0];
    expect([same?.winners, same?.why]).toEqual([[], 'All the same']);
  });

  it('names the winner, why, and what no design can do', () => {
    const patterns = [pattern('Device == @d and Time within 1h'), pattern('Level == @l')];
    const both = compareDesigns(
      [designOf('{Device}', '{Ticks}'), designOf('{Ticks/1m}', '{Device}')],
      workload({ patterns }),
    );
    expect(both.reads[0]?.winners).toEqual([0]);
    expect(both.reads[0]?.why).toContain('request');
    expect(both.unserved).toEqual(['x']);
    expect(both.writes.find(({ name }) => name === 'Where new rows go')?.winners).toEqual([0]);
  });

  it('names no winner if all are equal, and compares nothing with itself', () => {
    const one = designOf('{Device}', '{Ticks}');
    const load = workload({ patterns: [pattern('Device == @d and Time within 1h')] });
    const rows = (designs: readonly KeyDesign[]) => {
      const { reads, writes } = compareDesigns(designs, load);
      return [...reads, ...writes].map(({ winners, why }) => [winners.length, why]);
    };
    expect(new Set(rows([one]).map(String))).toEqual(new Set(['0,']));
    expect(new Set(rows([one, one]).map(String))).toEqual(new Set(['0,All the same']));
  });

  it('says whether the latency target is met, from the time of one request', () => {
    const cells = (text: string, requestMs: number): readonly string[] => {
      const read = readPatterns(`x | ${text}`);
      const { reads } = compareDesigns(
        [designOf('{Device}', '{Level}'), designOf('{Hash(Device) mod 16}', '{Ticks}')],
        workload({ patterns: read.ok ? read.value : [], requestMs }),
      );
      return reads[0]?.cells.map(({ detail, tone }) => `${detail.split('; ')[1] ?? ''} ${tone}`) ?? [];
    };
    // The first is a point query, the second a query of one device's bucket.
    expect(cells('Device == @d and Level == @l | 1 | 100 ms', 40)[0]).toBe('40 ms, target 100 ms: met good');
    expect(cells('Device == @d and Level == @l | 1 | 30 ms', 40)[0]).toBe('40 ms, target 30 ms: missed bad');
    // 16 buckets, six at a time, take at least three rounds. Each query may end at a partition boundary and at a page.
    const [, spread = ''] = cells('Time within 1h | 1 | 2 s', 100);
    expect(spread).toBe('300 ms to 600 ms, target 2 s: met good');
    expect(cells('Time within 1h | 1 | 400 ms', 100)[1]).toContain('may be missed warn');
    expect(cells('Time within 1h | 1', 100)[1]).toBe('300 ms to 600 ms good');
  });

  it('never says NaN or infinity, at rates and sizes of 0 and of 1e9', () => {
    for (const known of KNOWN_PATTERNS) {
      const properties = readProperties(known.properties);
      const patterns = readPatterns(known.patterns);
      if (!properties.ok || !patterns.ok) throw new Error(known.title);
      const designs = known.designs.map(({ partition, row }) => designOf(partition, row));
      for (const writesPerSecond of [0, 1, 1e9]) {
        for (const keptDays of [0, 1, 1e5]) {
          for (const entityBytes of [0, 500, 1e9]) {
            const all = {
              properties: properties.value,
              patterns: patterns.value,
              writesPerSecond,
              keptDays,
              entityBytes,
              requestMs: writesPerSecond,
            };
            const text = JSON.stringify(compareDesigns(designs, all));
            expect(text).not.toMatch(/NaN|Infinity|\u221e|null|-\d/);
          }
        }
      }
    }
  });
});

describe('the fields of a workload', () => {
  it.each([
    ['Device String', 'not a property'],
    ['Device: Text', 'no type'],
    ['A\nB\nA', 'twice'],
    ['A: Int32, 0 values', 'out of range'],
    [Array.from({ length: 1001 }, (_, at) => `P${at}`).join('\n'), 'at most 252'],
  ])('refuses the properties %s', (text, words) => {
    const read = readProperties(text);
    expect(!read.ok && read.error.message).toContain(words);
  });

  it.each([
    ['a', 'not an access pattern', 'a'],
    ['a | Device = 5 | 1', 'links to a design contain no values', ' Device = 5 '],
    ["a | Device == @d and Level == 'x' | 1", 'links to a design contain no values', "Level == 'x' "],
    ['a | Device near @d | 1', 'not understood', ' Device near @d '],
    ['a | all | often', 'rate', 'a | all | often'],
    ['a | all | 1 | soon', 'latency', 'a | all | 1 | soon'],
    ['a | all | 1 | 0 ms', 'latency', 'a | all | 1 | 0 ms'],
    ['a | all | 1 | 1 s | x', 'not an access pattern', 'a | all | 1 | 1 s | x'],
  ])('refuses the pattern %s', (text, words, place) => {
    const read = readPatterns(text);
    if (read.ok) throw new Error('accepted');
    expect(read.error.message).toContain(words);
    expect(text.slice(read.error.from, read.error.to)).toBe(place);
  });

  it('reads amounts', () => {
    expect(readAmount('1,000', 'Writes', 1e9)).toEqual({ ok: true, value: 1000 });
    for (const text of ['', '-1', '1e5', 'x', '2000000000', '0x10'])
      expect(readAmount(text, 'Writes', 1e9).ok).toBe(false);
  });
});
