import { describe, expect, it } from 'vitest';
import { fittedWidth, roomChars } from './rowColumns.ts';

describe('the width of a column', () => {
  it('has room for what it was fitted to, up to the widest', () => {
    for (let chars = 1; chars <= 114; chars++) {
      const width = fittedWidth(chars);
      expect(roomChars({ id: 'rowKey', title: 'RowKey', width })).toBeGreaterThanOrEqual(chars);
    }
    expect(fittedWidth(1e6)).toBe(900);
  });

  it('has room for what must be whole, however narrow it is said to be', () => {
    expect(roomChars({ id: 'time', title: 'Time', width: 40, wholeChars: 28 })).toBe(28);
  });
});
