import { describe, expect, it } from 'vitest';
import { EVENING, NOON, setUp } from './resultsStore.fixture.ts';
import { isEdited } from './resultTabs.ts';

describe('a tab', () => {
  /** The tables in the form and in the result in sight, and in the address. */
  function inSight({ results, bar }: ReturnType<typeof setUp>) {
    const { query, run } = results.get().inSight.services;
    const ran = run.get();
    return [
      query.get().table,
      ran.phase === 'idle' ? '' : ran.plan.request.tableName,
      /table=(\w*)/.exec(bar.read().hash)?.[1],
    ];
  }
  const [DEMO, LOGS] = ['DemoEventsVer1v0', 'Logs'];

  function twoTabs() {
    const page = setUp();
    page.results.get().inSight.services.query.change(NOON[2]);
    page.read(NOON);
    page.readBeside(EVENING);
    return page;
  }

  it('has its own form, which is in the address while the tab is in sight', () => {
    const page = twoTabs();
    const { results } = page;
    expect(inSight(page)).toStrictEqual([LOGS, LOGS, LOGS]);
    results.show(1);
    expect(inSight(page)).toStrictEqual([DEMO, DEMO, DEMO]);
    results.get().inSight.services.query.change({ filter: 'Level le 2' });
    expect(results.get().all.map(({ services }) => isEdited(services))).toStrictEqual([true, false]);
    // Changing a form out of sight does not change the address.
    results.get().all[1]?.services.query.change({ table: 'Other' });
    expect(inSight(page)).toStrictEqual([DEMO, DEMO, DEMO]);
  });

  it('comes back into sight by Back and by undo, with its form', () => {
    const page = twoTabs();
    const { results, bar } = page;
    results.show(1);
    bar.go(-1);
    expect(inSight(page)).toStrictEqual([LOGS, LOGS, LOGS]);
    results.get().inSight.services.query.change({ filter: 'a' });
    results.show(1);
    // Showing another tab is not a change. Undo brings the tab into sight whose change it takes back.
    expect(results.get().inSight.services.query.undo()).toBe(true);
    expect(inSight(page)).toStrictEqual([LOGS, LOGS, LOGS]);
    expect(results.get().inSight.services.query.get().filter).toBe('');
    // A link that was typed or followed changes the form in sight.
    results.show(1);
    bar.visit('#/query?v=1&table=Linked');
    expect(inSight(page)).toStrictEqual(['Linked', DEMO, 'Linked']);
    expect(isEdited(results.get().inSight.services)).toBe(true);
  });

  it('is closed with its rows until others are read: then no undo leads to it, and Back opens its query alone', () => {
    const page = twoTabs();
    const { results, bar, stores, start, read } = page;
    const undo = () => results.get().inSight.services.query.undo();
    const { rowList } = results.get().inSight.services;
    const by = (text: string) => [{ name: 'A', kind: 'contains', text } as const];
    rowList.change(2, { filters: by('x') });
    results.close(2);
    expect(inSight(page)).toStrictEqual([DEMO, DEMO, DEMO]);
    bar.go(-1);
    expect(inSight(page)).toStrictEqual([LOGS, LOGS, LOGS]);
    expect(rowList.of(2).filters).toStrictEqual(by('x'));
    results.close(2);
    const tabs = () => results.get().all.map(({ id }) => id);
    expect([undo(), ...inSight(page), rowList.of(2).filters.length]).toStrictEqual([
      true,
      LOGS,
      LOGS,
      LOGS,
      1,
    ]);
    const { query } = results.get().inSight.services;
    expect([query.redo(), ...inSight(page), ...tabs()]).toStrictEqual([true, DEMO, DEMO, DEMO, 1]);
    expect([undo(), undo(), ...tabs(), rowList.of(2).filters.length]).toStrictEqual([true, true, 1, 2, 0]);
    // If the tab was run again meanwhile, redo closes it as the user would: its run is cancelled.
    start(EVENING);
    expect([query.redo(), query.redo(), tabs()]).toStrictEqual([true, true, [1]]);
    expect(stores[1]?.cancelled).toBe(4);
    stores[1]?.set({ phase: 'ended' });
    expect([undo(), tabs()]).toStrictEqual([true, [1, 2]]);
    // A tab that is closed while out of sight is reopened out of sight.
    results.show(1);
    results.close(2);
    expect([tabs(), undo(), ...inSight(page), tabs()]).toStrictEqual([[1], true, DEMO, DEMO, DEMO, [1, 2]]);
    results.close(2);
    read(NOON);
    // The only step left to undo is the choice of the first tab's table.
    expect([undo(), results.get().inSight.services.query.get().table]).toStrictEqual([true, '']);
    bar.go(1);
    bar.go(1);
    expect(inSight(page)).toStrictEqual([LOGS, '', LOGS]);
    expect(results.get().inSight.isReopened).toBe(true);
    expect(results.get().all.map(({ id }) => id)).toStrictEqual([1, 2]);
  });

  it('whose rows are gone is passed over by undo, until it is opened again', async () => {
    const { results, bar, read } = twoTabs();
    const tabs = () => [results.get().inSight.id, ...results.get().all.map(({ id }) => id)];
    const shown = () => results.get().inSight.services.query;
    shown().change({ filter: 'a' });
    results.show(1);
    results.close(2);
    read(NOON);
    expect([shown().undo(), ...tabs()]).toStrictEqual([true, 1, 1]);
    bar.go(1);
    bar.go(1);
    expect(tabs()).toStrictEqual([2, 1, 2]);
    expect([shown().get().filter, shown().redo(), shown().get().filter]).toStrictEqual(['', true, 'a']);
    // Other views have no undo, so a tab that is closed there leaves neither a step nor its rows.
    bar.visit('#/design');
    const { at } = bar.read();
    const { rows } = results.get().inSight.services;
    results.close(2);
    expect([...tabs(), bar.read().at]).toStrictEqual([1, 1, at]);
    await expect(rows.columns(true)).rejects.toThrow('The row store was closed.');
  });

  it('keeps its selection if the same query is read again; with another query no step of it is left', () => {
    const page = setUp();
    const { results, start, read } = page;
    const { query, rowList, run } = results.get().inSight.services;
    const filters = [{ name: 'A', kind: 'present' } as const];
    const selected = () => {
      const ran = run.get();
      return ran.phase === 'idle' ? undefined : rowList.of(ran.runId).filters.length;
    };
    query.change(NOON[2]);
    read(NOON);
    rowList.change(1, { filters });
    start(NOON);
    expect(selected()).toBe(1);
    expect([query.undo(), selected(), query.redo(), selected()]).toStrictEqual([true, 0, true, 1]);
    query.change(EVENING[2]);
    start(EVENING);
    expect(selected()).toBe(0);
    expect([query.undo(), query.get().table]).toStrictEqual([true, DEMO]);
    expect([query.undo(), query.get().table]).toStrictEqual([true, '']);
    expect(query.undo()).toBe(false);
    expect([query.redo(), query.redo(), query.get().table, query.redo()]).toStrictEqual([
      true,
      true,
      LOGS,
      false,
    ]);
  });

  it('keeps its own query if the changed one is run beside it', () => {
    const page = twoTabs();
    const { results, stores } = page;
    results.show(1);
    results.get().inSight.services.query.change({ ...EVENING[2], filter: 'a' });
    const [plan, session, form] = EVENING;
    results.startBeside(plan, session, { ...form, filter: 'a' });
    stores[2]?.set({ phase: 'ended' });
    expect(inSight(page)).toStrictEqual([LOGS, LOGS, LOGS]);
    results.show(1);
    expect(inSight(page)).toStrictEqual([DEMO, DEMO, DEMO]);
    expect(results.get().all.map(({ services }) => isEdited(services))).toStrictEqual([false, false, false]);
    // Starting the query of another view does not change this form.
    results.get().inSight.services.query.change({ filter: 'b' });
    results.startBeside(...EVENING);
    results.show(1);
    expect(isEdited(results.get().inSight.services)).toBe(true);
  });
});
