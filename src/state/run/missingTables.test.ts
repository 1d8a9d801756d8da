import { describe, expect, it } from 'vitest';
import { missingTables } from './missingTables.ts';

const gone = {
  kind: 'not-found',
  status: 404,
  code: 'TableNotFound',
  message: 'Gone.',
  nextStep: '',
} as const;
const of = (tableName: string, more: object = {}) => ({ tableName, pages: 0, fault: gone, ...more });

const NO_CHECKS = { plan: { guards: [] }, guards: [] };

describe('the missing tables of a run', () => {
  it('are those for which every request got that answer', () => {
    expect([
      ...missingTables({ ...NO_CHECKS, progress: [of('A'), of('B', { fault: undefined }), of('C')] }),
    ]).toEqual(['A', 'C']);
    const other = { ...gone, code: 'ResourceNotFound' };
    expect(missingTables({ ...NO_CHECKS, progress: [of('A', { fault: other })] }).size).toBe(0);
  });

  it('exclude tables of which a page was read, or that answered a check, since they may be back', () => {
    expect(
      missingTables({ ...NO_CHECKS, progress: [of('A'), of('A', { pages: 1, fault: undefined })] }).size,
    ).toBe(0);
    const deleted = { ...gone, wasThere: true };
    expect(missingTables({ ...NO_CHECKS, progress: [of('A'), of('A', { fault: deleted })] }).size).toBe(0);
  });

  it('exclude a table in which a coverage check was answered after a query was told it is missing', () => {
    const plan = { guards: [{ tableName: 'A' }, { tableName: 'B' }, { tableName: 'C' }, { tableName: 'D' }] };
    const states = ['clear', 'hit', 'failed', 'waiting'] as const;
    const guards = states.map((state) => ({ state }));
    const progress = [of('A'), of('B'), of('C'), of('D')];
    expect([...missingTables({ plan, progress, guards })]).toEqual(['C', 'D']);
  });
});
