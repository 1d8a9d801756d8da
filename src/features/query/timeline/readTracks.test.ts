import { expect, it } from 'vitest';
import { EVENING, NOON, setUp } from '../../../state/results/resultsStore.fixture.ts';
import { isoToTicks } from '../../../core/time/ticks.ts';
import { takeTime } from './readTracks.ts';

const FROM = '2026-11-20T13:00:00.0000000Z';
const TO = '2026-11-20T13:00:00.0000001Z';

it.each([
  ['of all tabs', [1, 2, 3]],
  ['of tabs that are not in sight', [1, 2]],
])('takes the time into the queries %s, which one undo takes back', (_, ids) => {
  const { results, start } = setUp();
  start(NOON);
  results.add(EVENING[2]);
  results.show(results.add({ ...NOON[2], table: 'Third', windowGiven: true }));
  const { all, inSight } = results.get();
  const windows = () => all.map(({ services }) => [services.query.get().from, services.query.get().to]);
  const before = windows();
  const taken = before.map((window, at) => (ids.includes(at + 1) ? [FROM, TO] : window));
  const own = all.filter(({ id }) => ids.includes(id));
  takeTime({ results }, own, { from: isoToTicks(FROM), to: isoToTicks(TO) });
  expect(windows()).toEqual(taken);
  // Queries that already have this time make no step of undo.
  takeTime({ results }, own, { from: isoToTicks(FROM), to: isoToTicks(TO) });
  const { services: other } = all[0] ?? inSight;
  other.query.amend({ scheme: 'wad' });
  expect(inSight.services.query.undo()).toBe(true);
  expect(windows()).toEqual(before);
  expect(other.query.get().scheme).toBe('wad');
  expect(inSight.services.query.redo()).toBe(true);
  expect(windows()).toEqual(taken);
});

it('leaves no step of undo for a tab that was closed for good', () => {
  const { results, start } = setUp();
  const id = results.add(EVENING[2]);
  const own = results.get().all.filter((result) => result.id === id);
  takeTime({ results }, own, { from: isoToTicks(FROM), to: isoToTicks(TO) });
  results.close(id);
  // Another run drops the rows of closed tabs.
  start(NOON);
  expect(results.get().inSight.services.query.undo()).toBe(false);
});
