import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../anyCharacter.fixture.ts';
import { RunRows } from './runRows.ts';
import { schemeById } from '../keys/schemeRegistry.ts';
import { KnownColumns, type PackedColumns } from './packedColumns.ts';
import { runSteps } from '../steps.ts';

type Row = Readonly<Record<string, unknown>>;

/** The rows of a run, and what a page learns of their columns. */
function rig() {
  const rows = new RunRows(schemeById);
  let next = 0;
  const begin = (runId: number): void =>
    rows.begin({ runId, schemeId: 'none', queries: [{ index: 0, label: 'all' }] });
  const add = (...entities: readonly Row[]): void => {
    const all = entities.map((row) => ({
      PartitionKey: 'p',
      RowKey: String(next++).padStart(9, '0'),
      ...row,
    }));
    const body = new TextEncoder().encode(JSON.stringify({ value: all }));
    const runId = current;
    if (!rows.append({ runId, queryIndex: 0, body }).ok) throw new Error('The page was refused.');
  };
  let current = 1;
  begin(current);
  return {
    rows,
    add,
    beginAgain: () => begin((current += 1)),
    ask: (known: KnownColumns, isStill = false): PackedColumns => {
      return structuredClone(runSteps(rows.columns({ since: known.known, isStill })));
    },
  };
}

/** Everything that a page knows after an answer. */
function shownBy(known: KnownColumns, packed: PackedColumns) {
  const { all, of, rowCount, arrangement } = known.take(packed);
  expect(all.map(({ name }) => of(name))).toEqual(all);
  const columns = all.map(({ name, types, count, values, longestChars, holdsTexts }) => ({
    name,
    types,
    count,
    values,
    longestChars,
    holdsTexts,
  }));
  return { columns, rowCount, arrangement };
}

describe('the columns that a page knows', () => {
  it('are those of the rows, however many answers brought them', () => {
    const name = fc.oneof(
      fc.constantFrom('Level', 'Message', '__proto__', '', '\ud800', 'Role\u202eeloR'),
      fc.string({ unit: anyCharacter, maxLength: 9 }),
    );
    const value = fc.oneof(
      fc.nat(3),
      fc.string({ unit: anyCharacter, maxLength: 4 }),
      fc.boolean(),
      fc.constant(null),
    );
    const page = fc.array(fc.dictionary(name, value, { maxKeys: 5 }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(page, { maxLength: 6 }), (pages) => {
        const { add, ask } = rig();
        const known = new KnownColumns();
        for (const rows of pages) {
          add(...rows.map((row) => ({ ...row })));
          known.take(ask(known));
        }
        const last = shownBy(known, ask(known));
        expect(last).toEqual(shownBy(new KnownColumns(), ask(new KnownColumns())));
      }),
      { numRuns: 40 },
    );
  });

  it('cost as much as there is new: a row tells only of its own columns, and places stay the same object', () => {
    const { add, ask } = rig();
    const known = new KnownColumns();
    for (let at = 0; at < 2000; at++) add({ Level: at % 3, [`Name${at}`]: at });
    const whole = ask(known);
    expect([whole.columns.length, whole.arrangement?.more]).toEqual([2001, 2001 - 260]);
    const before = known.take(whole);
    add({ Level: 7, Name1999: 1 }, { Late: 'x' });
    const changes = ask(known);
    expect([...changes.columns]).toEqual([0, 2000, 2001]);
    expect(changes.arrangement?.more).toBe(2002 - 260);
    const { rowCount, arrangement, of } = known.take(changes);
    expect([rowCount, of('Level')?.count, of('Name1999')?.count, of('Late')?.count]).toEqual([
      2002, 2001, 2, 1,
    ]);
    expect([arrangement.front, arrangement.back]).toEqual([
      before.arrangement.front,
      before.arrangement.back,
    ]);
    add({ Level: 8 });
    const more = ask(known);
    expect([[...more.columns], more.arrangement]).toEqual([[0], undefined]);
    expect(known.take(more).arrangement).toBe(arrangement);
  });

  it('are never those of another run, nor older than what is known', () => {
    const { rows, add, ask, beginAgain } = rig();
    const known = new KnownColumns();
    add({ A: 1 });
    const first = ask(known);
    add({ B: 1 });
    const second = ask(known);
    expect(shownBy(known, second).columns.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(shownBy(known, first).rowCount).toBe(2);
    const late = ask(known);
    beginAgain();
    add({ C: 1 });
    expect(shownBy(known, ask(known)).columns.map(({ name }) => name)).toEqual(['C']);
    expect(shownBy(known, late).columns.map(({ name }) => name)).toEqual(['C']);
    rows.reset();
    expect(shownBy(known, ask(known))).toMatchObject({ columns: [], rowCount: 0 });
  });
});
