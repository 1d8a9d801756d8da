import { describe, expect, it } from 'vitest';
import { createSavedTemplates } from './savedTemplates.ts';
import type { SettingsStorage } from './settings.ts';

function memory(start: Record<string, string> = {}) {
  const items = new Map(Object.entries(start));
  const storage: SettingsStorage = {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
  };
  return { items, storage: () => storage };
}

const SAVED = { name: 'Orders', partition: '{TenantId}_{yyyyMM}', row: '{Ticks}' };
const SAS = `sig=${'a'.repeat(43)}%3D`;

describe('saved templates', () => {
  it('are available in the next tab, and can be forgotten one by one or all at once', () => {
    const { storage, items } = memory();
    const first = createSavedTemplates(storage);
    expect(first.save({ ...SAVED, name: ' Orders ' })).toBeUndefined();
    expect(first.save({ ...SAVED, name: 'Logs' })).toBeUndefined();
    const next = createSavedTemplates(storage);
    expect(next.get()).toEqual([SAVED, { ...SAVED, name: 'Logs' }]);
    next.forget('Orders');
    expect(
      createSavedTemplates(storage)
        .get()
        .map(({ name }) => name),
    ).toEqual(['Logs']);
    // The first tab does not bring back what another one forgot.
    first.save({ ...SAVED, name: 'More' });
    expect(first.get().map(({ name }) => name)).toEqual(['Logs', 'More']);
    next.forgetAll();
    expect(createSavedTemplates(storage).get()).toEqual([]);
    expect([...items.values()].join()).not.toContain('Orders');
  });

  it('replace one of the same name', () => {
    const saved = createSavedTemplates(memory().storage);
    saved.save(SAVED);
    saved.save({ ...SAVED, row: '{Guid}' });
    expect(saved.get()).toEqual([{ ...SAVED, row: '{Guid}' }]);
  });

  it('are saved together or not at all', () => {
    const saved = createSavedTemplates(memory().storage);
    const long = 'n'.repeat(55);
    expect(saved.save({ ...SAVED, name: long }, { ...SAVED, name: `${long} (twin row)` })).toContain('60');
    expect(saved.save(SAVED, { ...SAVED, name: 'Twin', row: SAS })).toContain('secret');
    expect(saved.get()).toEqual([]);
    for (let at = 0; at < 39; at++) saved.save({ ...SAVED, name: `t${at}` });
    expect(saved.save(SAVED, { ...SAVED, name: 'Twin' })).toContain('Forget 1 first');
    expect(saved.get()).toHaveLength(39);
    saved.forget('t0');
    expect(saved.save(SAVED, { ...SAVED, name: 'Twin' })).toBeUndefined();
    expect(saved.save(SAVED, { ...SAVED, name: 'Twin', row: '{Guid}' })).toBeUndefined();
    expect(saved.get().slice(38)).toEqual([SAVED, { ...SAVED, name: 'Twin', row: '{Guid}' }]);
  });

  it('are refused if unnamed, too long, too many, or resembling a secret', () => {
    const { storage, items } = memory();
    const saved = createSavedTemplates(storage);
    expect(saved.save({ ...SAVED, name: '  ' })).toContain('name');
    expect(saved.save({ ...SAVED, name: 'n'.repeat(61) })).toContain('60');
    expect(saved.save({ ...SAVED, row: 'x'.repeat(513) })).toContain('longer');
    expect(saved.save({ ...SAVED, row: 'x\ud800{Ticks}' })).toContain('half of a character');
    for (const bad of [{ name: SAS }, { partition: SAS }, { row: SAS }]) {
      expect(saved.save({ ...SAVED, ...bad })).toContain('secret');
    }
    expect(items.size).toBe(0);
    for (let at = 0; at < 40; at++) expect(saved.save({ ...SAVED, name: `t${at}` })).toBeUndefined();
    expect(saved.save({ ...SAVED, name: 'one more' })).toContain('Forget one');
    expect(saved.save({ ...SAVED, name: 't0', row: '{Guid}' })).toBeUndefined();
  });

  it('survive a storage that other code wrote', () => {
    for (const text of [
      '{',
      '7',
      '[7,null,{"name":1}]',
      JSON.stringify([{ ...SAVED, row: SAS }]),
      '['.repeat(200_001),
    ]) {
      expect(createSavedTemplates(memory({ 'keyscope.templates.v1': text }).storage).get()).toEqual([]);
    }
  });

  it('are read only within the limits for saving: 40 of them, in 100,000 characters', () => {
    const read = (text: string) =>
      createSavedTemplates(memory({ 'keyscope.templates.v1': text }).storage).get();
    const named = (count: number) => Array.from({ length: count }, (_, at) => ({ ...SAVED, name: `t${at}` }));
    expect(read(JSON.stringify(named(41)))).toEqual(named(40));
    const text = JSON.stringify([{ ...SAVED, more: 1 }]);
    expect([100_000, 100_001].map((length) => read(text.padEnd(length, ' ')))).toEqual([[SAVED], []]);
    // The last one of each name counts.
    expect(read(JSON.stringify([SAVED, { ...SAVED, row: 'x' }]))).toEqual([{ ...SAVED, row: 'x' }]);
    const broken = [
      ...['name', 'partition', 'row'].flatMap((member) => [
        { ...SAVED, [member]: 1 },
        { ...SAVED, [member]: undefined },
      ]),
      { ...SAVED, name: '' },
      'text',
    ];
    expect(read(JSON.stringify([...broken, SAVED]))).toEqual([SAVED]);
  });
});
