import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoToTicks, type Ticks } from '../../core/time/ticks.ts';
import { SERIES_TIME_FORMS } from '../../core/series/timeKey.ts';
import { DEFAULT_SERIES, paramsOfSeries, readNeeds, readSeries, seriesOfParams } from './seriesForm.ts';

const SECOND = 10_000_000n;
const NOW = (621_355_968_000_000_000n + 1_709_562_720n * SECOND) as Ticks;

describe('the form of a time series', () => {
  it('round-trips through its address', () => {
    const text = fc.string({ maxLength: 40 }).filter((value) => value !== "''");
    fc.assert(
      fc.property(text, text, text, fc.constantFrom(...SERIES_TIME_FORMS), (source, before, needs, time) => {
        const form = { ...DEFAULT_SERIES, source, before, needs, time };
        expect(seriesOfParams(paramsOfSeries(form))).toEqual(form);
      }),
    );
    expect(paramsOfSeries(DEFAULT_SERIES).size).toBe(0);
  });

  it('ignores values that are too long or unknown', () => {
    expect(
      seriesOfParams(
        new Map([
          ['source', 'x'.repeat(601)],
          ['time', 'sundial'],
          ['__proto__', 'x'],
        ]),
      ),
    ).toEqual(DEFAULT_SERIES);
  });

  it('gives two layouts and a window', () => {
    const read = readSeries(DEFAULT_SERIES, NOW);
    expect(read).toMatchObject({
      ok: true,
      value: {
        basic: { kind: 'basic', source: 'boiler-1', stepTicks: SECOND, time: 'seconds' },
        advanced: {
          kind: 'advanced',
          before: '',
          time: 'seconds',
          stepTicks: SECOND,
          rowTicks: 240n * SECOND,
          partitionTicks: 3600n * SECOND,
          namePrefix: 'S',
        },
        asked: { window: { from: NOW - 3600n * SECOND, to: NOW } },
      },
    });
    expect(readSeries({ ...DEFAULT_SERIES, every: '1min' }, NOW)).toMatchObject({
      value: { asked: { everyTicks: 60n * SECOND } },
    });
  });

  it('covers all times that its keys can hold, first and last included', () => {
    const read = (from: string, to: string) => {
      const found = readSeries({ ...DEFAULT_SERIES, from, to }, NOW);
      return found.ok ? 'ok' : [found.error.field, found.error.message];
    };
    const [first, last] = ['1970-01-01T00:00:00Z', '2286-11-20T17:46:39Z'];
    expect([read(first, last), read('1970-01-01T00:00:01Z', last)]).toStrictEqual(['ok', 'ok']);
    const words = `cannot write this time: its keys cover 1970-01-01T00:00:00.0000000Z to 2286-11-20T17:46:39.`;
    for (const [field, found] of [
      ['from', read('1969-12-31T23:59:59.9999999Z', last)],
      ['to', read(first, '2286-11-20T17:46:40Z')],
    ] as const)
      expect(found).toStrictEqual([field, expect.stringContaining(words)]);
    expect(read(last, last)).toStrictEqual(['to', 'The window ends before it begins.']);
    expect(read('2024-03-04T14:00:00.1Z', '2024-03-04T14:00:00.9Z')).toStrictEqual([
      'to',
      'No point is in this window: it is shorter than the resolution.',
    ]);
  });

  it('starts with the first point of the window', () => {
    const at = '2024-03-04T14:00:00.2500000Z';
    expect(readSeries({ ...DEFAULT_SERIES, from: at, to: '2024-03-04T15:00:00Z' }, NOW)).toMatchObject({
      value: { asked: { window: { from: isoToTicks('2024-03-04T14:00:01Z') } } },
    });
    expect(readSeries({ ...DEFAULT_SERIES, from: at, to: '2024-03-04T14:00:01Z' }, NOW)).toMatchObject({
      ok: false,
      error: { field: 'to' },
    });
  });

  it.each([
    ['step', { step: 'soon' }],
    ['step', { step: '1ms' }],
    ['source', { source: 'a#b' }],
    ['before', { before: 'a?b' }],
    ['row', { row: '1h' }],
    ['partition', { partition: '5min' }],
    ['name', { name: '0' }],
    ['from', { from: 'yesterday' }],
    ['from', { from: '1969-12-31T23:59:59Z' }],
    ['to', { to: 'now-2h' }],
    ['to', { to: '2300-01-01' }],
    ['every', { every: '0s' }],
  ] as const)('names the wrong field: %s %o', (field, change) => {
    const read = readSeries({ ...DEFAULT_SERIES, ...change }, NOW);
    expect(read).toMatchObject({ ok: false, error: { field } });
  });
});

describe('reading needs', () => {
  it('are each a resolution and a length of time', () => {
    expect(readNeeds('1s for 1h, 1min for 1d')).toEqual({
      ok: true,
      value: [
        { stepTicks: SECOND, windowTicks: 3600n * SECOND },
        { stepTicks: 60n * SECOND, windowTicks: 86_400n * SECOND },
      ],
    });
  });

  it.each([
    ['', 0, 0],
    ['1s', 0, 2],
    ['1s for 1h,', 10, 10],
    ['1s for 1h, 2x for 1d', 10, 13],
    ['1s for', 0, 6],
    ['1s for 1h for 1d', 0, 16],
    ['1s for 1h, 1min for soon', 20, 24],
    [Array.from({ length: 9 }, () => '1s for 1h').join(','), 80, 89],
  ])('%s is refused, with its position', (text, from, to) => {
    expect(readNeeds(text)).toMatchObject({ ok: false, error: { from, to } });
  });
});
