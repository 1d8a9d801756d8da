import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity, EntityProperty } from '../entities/entity.ts';
import { pointTime, recognizePoints } from './pointNames.ts';
import { gapsOf, unpivotSteps } from './unpivot.ts';
import { runSteps } from '../steps.ts';
import { SECOND, UNIX } from '../time/units.fixture.ts';

const T0 = 1_709_560_800;

function ticksOf(second: number): bigint {
  return UNIX + BigInt(second) * SECOND;
}

function property(name: string, text: string, type = 'Edm.Double'): EntityProperty {
  return {
    name,
    type,
    form: type === 'Null' ? 'null' : type === 'Edm.String' ? 'string' : 'number',
    text,
    duplicate: false,
  };
}

function entity(second: number, properties: readonly EntityProperty[]): Entity {
  return { partitionKey: String(second - (second % 3600)), rowKey: String(second), properties };
}

/** Rows as an independent writer makes them from points: Unix second and value. */
function rowsOf(
  points: ReadonlyMap<number, string>,
  span: number,
  step: number,
): Map<number, EntityProperty[]> {
  const rows = new Map<number, EntityProperty[]>();
  for (const [second, text] of points) {
    const start = second - (second % span);
    const row = rows.get(start) ?? [property('Unit', 'bar', 'Edm.String')];
    rows.set(start, [...row, property(`S${String((second - start) / step).padStart(3, '0')}`, text)]);
  }
  return rows;
}

const spec = fc.record({
  span: fc.constantFrom(60, 240),
  step: fc.constantFrom(1, 5),
  lost: fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 60 }),
});

describe('rows that hold a property for each point', () => {
  it('are recognized, and yield each point at its own time', () => {
    fc.assert(
      fc.property(spec, ({ span, step, lost }) => {
        const points = new Map<number, string>();
        for (let second = T0; second < T0 + span * 4; second += step) {
          // The first row has all its points, so that the names show how many steps a row has.
          if (second < T0 + span || !lost.includes((second - T0) / step))
            points.set(second, `${second % 97}.5`);
        }
        const rows = rowsOf(points, span, step);
        const named = [...rows].map(([start, all]) => ({
          ticks: ticksOf(start),
          names: all.map(({ name }) => name),
        }));
        const found = recognizePoints(named);
        if (found === undefined) throw new Error('not recognized');
        expect(found.naming).toEqual({ kind: 'offset', prefix: 'S', stepTicks: BigInt(step) * SECOND });
        // Rows between those that are known may be missing.
        expect(found.isGuess).toBe(true);
        const timed = [...rows].map(([start, all]) => ({
          entity: entity(start, all),
          ticks: ticksOf(start),
        }));
        const read = runSteps(unpivotSteps(timed, found.naming, found.rowTicks));
        expect(read.points.map(({ ticks, value }) => [ticks, value.text])).toEqual(
          [...points].sort((a, b) => a[0] - b[0]).map(([second, text]) => [ticksOf(second), text]),
        );
        expect([...read.otherProperties]).toEqual([['Unit', rows.size]]);
        expect(read).toMatchObject({
          nulls: 0,
          notNumbers: 0,
          beyondRow: 0,
          rowsWithoutTime: 0,
          beyondTime: 0,
        });
      }),
    );
  });

  it('may name properties by the time itself', () => {
    const rows = [0, 60, 120].map((start) => ({
      ticks: ticksOf(T0 + start),
      names: [1, 7, 59].map((offset) => `t${T0 + start + offset}`),
    }));
    const found = recognizePoints(rows);
    expect(found?.naming).toEqual({ kind: 'instant', prefix: 't', form: 'seconds' });
    expect(found?.naming && pointTime(found.naming, ticksOf(T0), `t${T0 + 7}`)).toBe(ticksOf(T0 + 7));
  });

  it('are not mistaken for rows of other kinds', () => {
    const at = (second: number, names: readonly string[]) => ({ ticks: ticksOf(T0 + second), names });
    expect(recognizePoints([at(0, ['Line1', 'Line2']), at(60, ['Line1', 'Line2'])])).toBeUndefined();
    expect(recognizePoints([at(0, ['Message', 'Level']), at(9, ['Message'])])).toBeUndefined();
    // Numbers that do not fit the distance between rows.
    expect(
      recognizePoints([at(0, ['A0', 'A1', 'A2']), at(3600 * 24 * 365, ['A0', 'A1', 'A2'])]),
    ).toBeUndefined();
    // A single row does not show how long a row is.
    expect(recognizePoints([at(0, ['S0', 'S1', 'S2'])])).toBeUndefined();
    expect(recognizePoints([])).toBeUndefined();
  });

  it('are measured per source, and may be numbered from 1', () => {
    const names = Array.from({ length: 60 }, (_, at) => `S${String(at).padStart(2, '0')}`);
    const rows = [0, 60, 120].flatMap((start) => [
      { ticks: ticksOf(T0 + start), names, source: 'boiler-1' },
      { ticks: ticksOf(T0 + start + 30), names, source: 'boiler-2' },
    ]);
    expect(recognizePoints(rows)?.naming).toEqual({ kind: 'offset', prefix: 'S', stepTicks: SECOND });
    const fromOne = names.map((_, at) => `P${at + 1}`);
    const found = recognizePoints([0, 60].map((start) => ({ ticks: ticksOf(T0 + start), names: fromOne })));
    expect(found?.naming).toEqual({ kind: 'offset', prefix: 'P', stepTicks: SECOND, first: 1n });
    expect(found && pointTime(found.naming, ticksOf(T0), 'P1')).toBe(ticksOf(T0));
    expect(found && pointTime(found.naming, ticksOf(T0), 'P60')).toBe(ticksOf(T0 + 59));
  });

  it('say that the step is a guess if every row lacks its last points', () => {
    const names = Array.from({ length: 46 }, (_, at) => `S${String(at).padStart(3, '0')}`);
    const found = recognizePoints([0, 240, 480].map((start) => ({ ticks: ticksOf(T0 + start), names })));
    expect(found).toMatchObject({ naming: { stepTicks: 5n * SECOND }, isGuess: true });
  });

  it('count properties that are not points, and never turn null into zero', () => {
    const timed = [
      {
        entity: entity(T0, [
          property('S000', '', 'Null'),
          property('S001', 'high', 'Edm.String'),
          property('S075', '1'),
          property('Unit', 'bar', 'Edm.String'),
          property('S9999999999999999999', '1'),
          property('S999999999999999999', '1'),
        ]),
        ticks: ticksOf(T0),
      },
      { entity: entity(T0, [property('S000', '5')]), ticks: undefined },
    ];
    const read = runSteps(
      unpivotSteps(timed, { kind: 'offset', prefix: 'S', stepTicks: SECOND }, 60n * SECOND),
    );
    expect(read.points.map(({ name }) => name)).toEqual(['S001', 'S075']);
    expect(read).toMatchObject({ nulls: 1, notNumbers: 1, beyondRow: 1, rowsWithoutTime: 1, beyondTime: 2 });
  });

  it('treat hostile names as plain text', () => {
    for (const name of ['__proto__', 'constructor1', '\u202E12', '1', '']) {
      const naming = { kind: 'offset', prefix: 'S', stepTicks: SECOND } as const;
      expect(pointTime(naming, 0n, name)).toBeUndefined();
    }
    const found = recognizePoints(
      [0, 3].map((start) => ({
        ticks: ticksOf(T0 + start),
        names: ['__proto__0', '__proto__1', '__proto__2'],
      })),
    );
    expect(found?.naming).toMatchObject({ prefix: '__proto__', stepTicks: SECOND });
  });
});

describe('gaps', () => {
  it('are found where an independent count misses points', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1 }), (present) => {
        const seconds = present.toSorted((a, b) => a - b);
        const gaps = gapsOf(seconds.map(ticksOf), SECOND);
        const missing = new Set<number>();
        for (let at = seconds[0] ?? 0; at <= (seconds.at(-1) ?? 0); at += 1)
          if (!seconds.includes(at)) missing.add(at);
        const covered = gaps.flatMap(({ from, to }) => {
          const inside: number[] = [];
          for (let at = from; at < to; at += SECOND) inside.push(Number((at - UNIX) / SECOND));
          return inside;
        });
        expect(covered).toEqual([...missing]);
        expect(gaps.reduce((sum, gap) => sum + gap.missing, 0n)).toBe(BigInt(missing.size));
      }),
    );
  });
});
