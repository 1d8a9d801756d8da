import { describe, expect, it } from 'vitest';
import { createTimeCursor } from './timeCursor.ts';

describe('the time cursor', () => {
  it('knows the row of its instant only while that row is pointed at', () => {
    const cursor = createTimeCursor();
    cursor.point(5n, { queryIndex: 62, group: '62' });
    expect([cursor.get(), cursor.place.get()?.queryIndex]).toEqual([5n, 62]);
    // The pointer is now on a chart or a map, so the place of the row no longer applies.
    cursor.point(9n);
    expect([cursor.get(), cursor.place.get()]).toEqual([9n, undefined]);
  });
});
