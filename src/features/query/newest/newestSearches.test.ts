import { expect, it } from 'vitest';
import { createNewestSearches } from './newestSearches.ts';

it('a press takes the place of every search; an empty result ends none', () => {
  const searches = createNewestSearches();
  const pressed = searches.begin(false);
  expect(searches.begin(true)).toBeUndefined();
  expect(pressed?.signal.aborted).toBe(false);
  const again = searches.begin(false);
  expect(pressed?.signal.aborted).toBe(true);
  if (pressed !== undefined) searches.end(pressed);
  expect(searches.get()).toBe('pressed');
  if (again !== undefined) searches.end(again);
  expect(searches.get()).toBe('none');
});

it('buttons do not wait for the search of an empty result: a press begins another', () => {
  const searches = createNewestSearches();
  const heard: string[] = [];
  searches.subscribe(() => void heard.push(searches.get()));
  const quiet = searches.begin(true);
  searches.begin(false);
  expect(quiet?.signal.aborted).toBe(true);
  if (quiet !== undefined) searches.end(quiet);
  expect(heard).toEqual(['quiet', 'pressed']);
  searches.stop();
});
