import { describe, expect, it } from 'vitest';
import { readHash, writeHash } from '../address/hashAddress.ts';
import { EMPTY_FORM, formToParams, type QueryForm, QUERY_VIEW } from '../run/queryForm.ts';
import { timeRange } from '../run/rowListState.ts';
import { formShape } from './capture/captureShapes.ts';
import { query, setUp } from './resultsStore.fixture.ts';
import {
  addTrack,
  isInLinks,
  openTracks,
  restoreTimeline,
  TIMELINE,
  timelineText,
  withArrangement,
} from './timeline.ts';

const SECRET = 'sv=2024-11-04&sig=c2VjcmV0LWNhbmFyeS1vZi1hLXNpZ25hdHVyZS0xMjM0NTY3ODkwMTI%3D';
/** A query with `windowGiven` set, as Run leaves it. */
function given(...asked: Parameters<typeof query>): ReturnType<typeof query> {
  const [plan, session, form] = query(...asked);
  return [plan, session, { ...form, windowGiven: true }];
}
const NOON = given('DemoEventsVer1v0', '2026-11-20T12:42:00Z', '2026-11-20T14:42:00Z');
const LOGS = given('Logs', '2026-11-20T18:00:05Z', '2026-11-20T19:00:00.25Z', "Level eq 2 and Role eq 'a&b'");

/** Two results on the timeline, the second one zoomed into. */
function arranged() {
  const page = setUp();
  const { results, read, readBeside } = page;
  results.get().inSight.services.query.change(NOON[2]);
  read(NOON);
  readBeside(LOGS);
  for (const id of [2, 1]) addTrack(results, id);
  const { tracks = [] } = results.get().timeline ?? {};
  results.arrange({
    timeline: {
      tracks: tracks.map((track) => (track.id === 2 ? { ...track, shows: 'p95 Ms' } : track)),
      zoom: { from: 639_000_000_000_000_001n, to: 639_000_000_000_000_008n },
    },
  });
  return page;
}

/** What a page reads when it opens an address with this text. */
function inAddress(text: string): string {
  return readHash(writeHash(QUERY_VIEW, [[TIMELINE, text]])).params.get(TIMELINE) ?? '';
}

describe('the arrangement of a timeline', () => {
  it('comes back from an address: tracks with their queries, in order, and the zoom to the tick', () => {
    const { results } = arranged();
    const text = timelineText(results.get());
    const other = setUp().results;
    expect(restoreTimeline(other, inAddress(text))).toBe(true);
    const tables = openTracks(other.get()).map(({ shows, result: { services } }) => {
      const { table, from, filter } = services.query.get();
      return [shows, table, from, filter, services.run.get().phase];
    });
    expect(tables).toEqual([
      ['p95 Ms', 'Logs', LOGS[2].from, LOGS[2].filter, 'idle'],
      ['', NOON[2].table, NOON[2].from, '', 'idle'],
    ]);
    expect(other.get().timeline?.zoom).toEqual(results.get().timeline?.zoom);
    expect(timelineText(other.get())).toBe(text);
    // A link is not to send anything before somebody acts on it.
    expect(openTracks(other.get()).every(({ result }) => result.services.query.isLinked.get())).toBe(true);
    // The tab in sight stays the same, and no tab is opened twice.
    expect(restoreTimeline(other, text)).toBe(true);
    expect([other.get().all.length, other.get().inSight.id]).toEqual([3, 1]);
  });

  it('has in a link and in a capture the times that were read, and in the own address those that were typed', () => {
    const { results, read } = setUp();
    const relative = { from: 'now-90m', to: 'now' };
    const asked: typeof NOON = [NOON[0], NOON[1], { ...NOON[2], ...relative }];
    results.get().inSight.services.query.change(asked[2]);
    read(asked);
    const unread = results.add({ ...LOGS[2], ...relative });
    for (const id of [1, unread]) addTrack(results, id);
    const windows = (text: string): readonly unknown[] =>
      JSON.parse(text).tracks.map((track: { query: QueryForm }) => [track.query.from, track.query.to]);
    const typed = ['now-90m', 'now'];
    const instants = ['2026-11-20T12:42:00.0000000Z', '2026-11-20T14:42:00.0000000Z'];
    expect(windows(timelineText(results.get()))).toEqual([typed, typed]);
    const run = { form: asked[2] } as unknown as Parameters<typeof withArrangement>[0];
    const captured = withArrangement(run, results.get()).form.view[0]?.[1] ?? '';
    for (const text of [timelineText(results.get(), 'shown'), captured])
      expect(windows(text)).toEqual([instants, typed]);
    // In a new page the tab in sight has the query of the link.
    const page = setUp();
    page.results
      .get()
      .inSight.services.query.change({ ...asked[2], from: instants[0] ?? '', to: instants[1] ?? '' });
    restoreTimeline(page.results, captured);
    expect(openTracks(page.results.get()).map(({ id }) => id)).toEqual([1, 2]);
    // A capture keeps the typed query, and its rows are found by what they were read for, unless the query was edited.
    const opened = setUp();
    opened.results.get().inSight.services.query.change(asked[2]);
    opened.read(asked);
    restoreTimeline(opened.results, captured);
    expect(openTracks(opened.results.get()).map(({ id }) => id)).toEqual([1, 2]);
    opened.results.get().inSight.services.query.change({ from: 'now-2h' });
    restoreTimeline(opened.results, captured);
    expect(openTracks(opened.results.get()).map(({ id }) => id)).toEqual([3, 2]);
  });

  it('takes the rows that are there: of two tabs with one query, those of the tab that was read', () => {
    const text = timelineText(arranged().results.get());
    const late = setUp();
    restoreTimeline(late.results, text);
    late.results.get().inSight.services.query.change(NOON[2]);
    late.read(NOON);
    restoreTimeline(late.results, text);
    expect(openTracks(late.results.get()).map(({ id }) => id)).toEqual([2, 1]);
    // The empty tab that stood for these rows was closed.
    expect(late.results.get().all.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('has the selected rows of each only where somebody shares it', () => {
    const { results } = arranged();
    const [track] = openTracks(results.get());
    track?.result.services.rowList.change(2, { filters: [timeRange(639_000_000_000_000_001n, undefined)] });
    expect(timelineText(results.get())).not.toContain('only');
    const other = setUp().results;
    restoreTimeline(other, timelineText(results.get(), 'shown'));
    const views = openTracks(other.get()).map(({ result }) =>
      result.services.query.get().view.map(([name]) => name),
    );
    expect(views).toEqual([['only'], []]);
  });

  it('leaves out a track whose query looks like a secret, and never a part of a query', () => {
    const { results } = arranged();
    const [first, second] = openTracks(results.get());
    first?.result.services.query.change({ filter: `Url eq '${SECRET}'` });
    const text = timelineText(results.get(), 'shown');
    expect([text.includes('sig'), text.includes('Logs'), text.includes(NOON[2].table)]).toEqual([
      false,
      false,
      true,
    ]);
    expect([first, second].map((track) => track && isInLinks(track))).toEqual([false, true]);
  });

  it('is in a capture, which says nothing else about what was in sight', () => {
    const { results } = arranged();
    const run = { form: { ...EMPTY_FORM, view: [['find', 'x']] } } as unknown as Parameters<
      typeof withArrangement
    >[0];
    const form = formShape(JSON.parse(JSON.stringify(withArrangement(run, results.get()).form)), '');
    expect(form.view).toEqual([[TIMELINE, timelineText(results.get(), 'shown')]]);
    // If the selection itself looks like a secret, only the queries are saved.
    const [track] = openTracks(results.get());
    track?.result.services.rowList.change(2, { filters: [{ kind: 'holds', text: SECRET }] });
    expect(withArrangement(run, results.get()).form.view).toEqual([
      [TIMELINE, timelineText(results.get(), 'read')],
    ]);
    const { view: _none, ...old } = EMPTY_FORM;
    expect([formShape(old, '').view, formShape({ ...old, view: [['find', 'x']] }, '').view]).toEqual([
      [],
      [],
    ]);
  });

  it('that is none changes nothing; what a form adds to it is not read', () => {
    const { results } = setUp();
    const before = results.get();
    for (const text of [
      '',
      'x',
      '[]',
      '{"tracks":[1]}',
      '{"tracks":[{"query":{"table":1}}]}',
      '{"tracks":[],"zoom":["x"]}',
    ])
      expect([text, restoreTimeline(results, text)]).toEqual([text, false]);
    expect(results.get()).toBe(before);
    const nested = formToParams({ ...EMPTY_FORM, table: 'T', view: [[TIMELINE, '{}']] });
    expect(nested.map(([name]) => name)).toContain(TIMELINE);
    results.get().inSight.services.query.amend({ table: 'T', view: [[TIMELINE, '{}']] });
    addTrack(results, 1);
    expect(timelineText(results.get())).toBe('{"tracks":[{"query":{"table":"T","volume":"small"}}]}');
  });
});
