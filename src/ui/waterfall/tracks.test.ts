import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveSelection, nextTrouble, spanOnLine, waterfallTracks, type WaterfallRequest } from './tracks.ts';

function request(sentAtMs: number, more: Partial<WaterfallRequest> = {}): WaterfallRequest {
  return {
    queuedAtMs: sentAtMs,
    sentAtMs,
    endedAtMs: sentAtMs + 10,
    outcome: 'answered',
    lane: 0,
    group: 0,
    name: `at ${sentAtMs}`,
    note: '',
    ...more,
  };
}

const LABELS = ['prefix 0', 'prefix 1'];
const rowsOf = (requests: readonly WaterfallRequest[], by: 'request' | 'lane' | 'group') =>
  waterfallTracks(requests, by, LABELS, 1000).tracks.map(({ label, requests: own }) => [label, own]);

describe('lines of a waterfall', () => {
  // The first is throttled and tried again by another lane; the third belongs to another query.
  const run = [
    request(0, { outcome: 'throttled', retryAtMs: 200 }),
    request(200, { lane: 1 }),
    request(5, { lane: 1, group: 1 }),
  ];

  it('are one for each request, in order of sending', () => {
    expect(rowsOf(run, 'request')).toEqual([
      ['at 0', [0]],
      ['at 5', [2]],
      ['at 200', [1]],
    ]);
  });

  it('are one for each lane, where a wait for a retry holds nothing', () => {
    expect(rowsOf(run, 'lane')).toEqual([
      ['lane 1', [0]],
      ['lane 2', [2, 1]],
    ]);
  });

  it('are one for each query, with overlapping requests on further lines', () => {
    expect(rowsOf(run, 'group')).toEqual([
      ['prefix 0', [0, 1]],
      ['prefix 1', [2]],
    ]);
    const split = [...run, request(50, { lane: 2 })];
    expect(rowsOf(split, 'group')).toEqual([
      ['prefix 0', [0, 1]],
      ['', [3]],
      ['prefix 1', [2]],
    ]);
  });

  it('contain every request once, without overlap', () => {
    const one = fc.record({
      sent: fc.integer({ min: 0, max: 500 }),
      length: fc.integer({ min: 1, max: 60 }),
      lane: fc.integer({ min: 0, max: 5 }),
      group: fc.integer({ min: 0, max: 1 }),
      open: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), fc.constantFrom('lane', 'group'), (raw, by) => {
        const requests = raw.map(({ sent, length, lane, group, open }) =>
          request(sent, { lane, group, endedAtMs: open ? undefined : sent + length }),
        );
        const { tracks, trackOf } = waterfallTracks(requests, by, LABELS, 1000);
        const all = tracks.flatMap((track) => track.requests);
        expect(all.toSorted((a, b) => a - b)).toEqual(requests.map((_, position) => position));
        const gaps = tracks.flatMap((track) =>
          track.requests.slice(1).map((position, at) => {
            const before = requests[track.requests[at] ?? -1] as WaterfallRequest;
            return (requests[position]?.sentAtMs ?? 0) - spanOnLine(before, false, 1000)[1];
          }),
        );
        expect(gaps.filter((gap) => gap < -0.2)).toEqual([]);
        const rows = tracks.flatMap((track, row) => track.requests.map((position) => [position, row]));
        for (const [position = 0, row] of rows) expect(trackOf[position]).toBe(row);
      }),
    );
  });

  it('are a hundred for 5,000 requests of a hundred queries', () => {
    const many = Array.from({ length: 5000 }, (_, at) => request(at * 10, { lane: at % 6, group: at % 100 }));
    expect(waterfallTracks(many, 'group', LABELS, 60_000).tracks.length).toBe(100);
  });
});

describe('the keyboard on the waterfall', () => {
  const run = [
    request(0, { group: 0 }),
    request(100, { group: 0 }),
    request(0, { group: 1 }),
    request(90, { group: 1 }),
  ];
  const rows = waterfallTracks(run, 'group', LABELS, 1000);
  const press = (selected: number | undefined, key: string) => moveSelection(rows, run, selected, key, 10);

  it('starts at the first request, or at the last', () => {
    expect([press(undefined, 'ArrowDown'), press(undefined, 'End')]).toEqual([0, 2]);
  });

  it('moves along a line, and to the nearest request in time on another', () => {
    expect(press(0, 'ArrowRight')).toBe(1);
    expect(press(1, 'ArrowRight')).toBeUndefined();
    expect(press(1, 'ArrowLeft')).toBe(0);
    expect(press(1, 'ArrowDown')).toBe(3);
    expect(press(3, 'ArrowUp')).toBe(1);
    expect(press(3, 'Home')).toBe(1);
    expect(press(0, 'PageDown')).toBe(2);
    expect(press(0, 'x')).toBeUndefined();
  });

  it('jumps between failed or throttled requests, in both directions, wrapping around', () => {
    const troubled = [
      request(0),
      request(10, { outcome: 'throttled' }),
      request(20),
      request(30, { outcome: 'failed' }),
    ];
    const next = (selected: number | undefined, step: 1 | -1) => nextTrouble(troubled, selected, step);
    expect([next(undefined, 1), next(1, 1), next(3, 1), next(2, 1)]).toEqual([1, 3, 1, 3]);
    expect([next(undefined, -1), next(3, -1), next(1, -1), next(0, -1)]).toEqual([3, 1, 3, 3]);
    expect(nextTrouble(run, 0, 1)).toBeUndefined();
  });

  it('selects nothing if nothing was sent', () => {
    expect(moveSelection(waterfallTracks([], 'request', [], 0), [], undefined, 'ArrowDown', 5)).toBe(
      undefined,
    );
  });
});
