import { describe, expect, it } from 'vitest';
import { amount, fields, maybe, ShapeFault, text } from './shape.ts';

describe('an object from a file', () => {
  const person = fields<{ name: string; age?: number }>({ name: text, age: maybe(amount(200)) });

  it('has only its own members that the shape names', () => {
    expect(person({ name: 'Ada', age: 36, more: 1 }, '')).toEqual({ name: 'Ada', age: 36 });
    expect(person({ name: 'Ada' }, '')).toEqual({ name: 'Ada' });
  });

  it('takes no member from a prototype', () => {
    const inherits = (own: object): unknown => Object.assign(Object.create({ name: 'Eve', age: 5 }), own);
    expect(person(inherits({ name: 'Ada' }), 'plan')).toEqual({ name: 'Ada' });
    expect(() => person(inherits({ age: 36 }), 'plan')).toThrow(new ShapeFault('plan.name is not a text'));
    // Members that every object inherits do not count either.
    const odd = fields<{ constructor?: unknown }>({ constructor: maybe((value) => value) });
    expect(Object.keys(odd({}, ''))).toEqual([]);
  });
});
