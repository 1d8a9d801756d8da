import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePoints, upToCut } from './comparePoints.ts';

const readings = fc.uniqueArray(
  fc.record({ ticks: fc.bigInt(0n, 20n), text: fc.constantFrom('1', '1.0', '2', 'NaN', '') }),
  { selector: ({ ticks }) => ticks },
);

describe('two readings of one series', () => {
  it('differ exactly as a naive comparison of every instant says', () => {
    fc.assert(
      fc.property(readings, readings, (a, b) => {
        const counts = { same: 0, different: 0, onlyInFirst: 0, onlyInSecond: 0 };
        for (let ticks = 0n; ticks <= 20n; ticks += 1n) {
          const [left, right] = [a, b].map((points) => points.find((point) => point.ticks === ticks)?.text);
          if (left === undefined && right === undefined) continue;
          if (right === undefined) counts.onlyInFirst += 1;
          else if (left === undefined) counts.onlyInSecond += 1;
          else if (left === right || (left.startsWith('1') && right.startsWith('1'))) counts.same += 1;
          else counts.different += 1;
        }
        expect(comparePoints(a, b)).toMatchObject(counts);
      }),
    );
  });

  it('report the first instant with a different value, and a duplicated point', () => {
    const a = [5n, 3n, 9n].map((ticks) => ({ ticks, text: '1' }));
    expect(
      comparePoints(
        a,
        a.map(({ ticks }) => ({ ticks, text: '2' })),
      ),
    ).toMatchObject({
      different: 3,
      firstDifferent: 3n,
    });
    expect(comparePoints(a, [...a, { ticks: 5n, text: '1' }])).toMatchObject({ same: 2, different: 1 });
  });

  it('compare whole numbers to the last digit', () => {
    const of = (text: string) => [{ ticks: 1n, text }];
    expect(comparePoints(of('9007199254740993'), of('9007199254740992'))).toMatchObject({
      same: 0,
      different: 1,
    });
    expect(comparePoints(of('007'), of('7'))).toMatchObject({ same: 1 });
  });

  it('are compared up to the end of the shorter one, if both were cut', () => {
    const upTo = (last: number) =>
      Array.from({ length: last }, (_, at) => ({ ticks: BigInt(at), text: '1' }));
    const sizes = (a: boolean, b: boolean) =>
      upToCut([
        { points: upTo(9), isCut: a },
        { points: upTo(6), isCut: b },
      ]).map(({ length }) => length);
    expect([sizes(false, false), sizes(true, false), sizes(true, true), sizes(false, true)]).toEqual([
      [9, 6],
      [9, 6],
      [6, 6],
      [6, 6],
    ]);
  });
});
