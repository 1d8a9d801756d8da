import { describe, expect, it } from 'vitest';
import { timeChoices, timeOf } from './countedTimes.ts';

/** What is counted after `label` was chosen among `before`, and the sides then have `after`. */
function countedBy(label: string, before: readonly string[], after: readonly string[]) {
  const chosen = timeChoices(before, '').options.find((option) => option.label === label)?.id ?? '';
  const { options, id } = timeChoices(after, chosen);
  expect(options.map((option) => option.id)).toContain(id);
  return timeOf(id);
}

describe('the times that rows of two results are counted by', () => {
  it('are the event time until another one is chosen', () => {
    const { options, id } = timeChoices(['Created', 'Timestamp'], '');
    expect(timeOf(id)).toBe('event');
    expect(options.map((option) => option.label)).toEqual([
      'Event time',
      'Time in keys',
      'Timestamp',
      'Created',
    ]);
  });

  it('stay as chosen if the next two results have them, and else are the event time', () => {
    expect(countedBy('Created', ['Created'], ['Closed', 'Created'])).toEqual({ property: 'Created' });
    expect(countedBy('Created', ['Created'], ['Closed'])).toBe('event');
    expect(countedBy('Created', ['Created'], [])).toBe('event');
    expect(countedBy('Time in keys', ['Created'], [])).toBe('key');
    expect(countedBy('Timestamp', [], [])).toEqual({ property: 'Timestamp' });
  });

  it('take a property that is called like another choice for a property', () => {
    expect(countedBy('key', ['key'], ['key'])).toEqual({ property: 'key' });
  });
});
