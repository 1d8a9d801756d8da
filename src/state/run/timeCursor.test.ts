import { describe, expect, it } from 'vitest';
import { createTimeCursor } from './timeCursor.ts';

describe('the time cursor', () => {
  it('knows whose instant it is only as long as that row is pointed at', () => {
    const cursor = createTimeCursor();
    cursor.point(5n, { queryIndex: 62, group: '62' });
    expect([cursor.get(), cursor.place.get()?.queryIndex]).toEqual([5n, 62]);
    // A chart or a map points elsewhere: the row's place would mark another prefix than the instant's.
    cursor.point(9n);
    expect([cursor.get(), cursor.place.get()]).toEqual([9n, undefined]);
  });
});
