import { expect, it } from 'vitest';
import { StoredValue } from './storedValue.ts';

it('has no type, no text and no instant before it is set', () => {
  const value = new StoredValue(['Edm.String', 'Edm.Int32']);
  expect([value.type, value.isNull, value.text(), value.instant()]).toEqual([
    '',
    false,
    undefined,
    undefined,
  ]);
  expect(value.orderBeside('a')).toBeNaN();
});
