import { expect, it } from 'vitest';
import { createNewestSearches } from './newestSearches.ts';

it('a press takes the place of every search; an empty result ends none', () => {
  const searches = createNewestSearches();
  const pressed = searches.begin(false);
  expect(searches.begin(true)).toBeUndefined();
  expect(pressed?.signal.aborted).toBe(false);
  const again = searches.begin(false);
  expect(pressed?.signal.aborted).toBe(true);
  expect(pressed && searches.end(pressed)).toBe(false);
  expect(again && searches.end(again)).toBe(true);
  const quiet = searches.begin(true);
  expect(quiet?.signal.aborted).toBe(false);
  searches.stop();
  expect(quiet?.signal.aborted).toBe(true);
});
