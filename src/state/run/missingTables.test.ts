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

describe('the tables that do not exist', () => {
  it('are those of which everything was told so', () => {
    expect([...missingTables({ progress: [of('A'), of('B', { fault: undefined }), of('C')] })]).toEqual([
      'A',
      'C',
    ]);
    const other = { ...gone, code: 'ResourceNotFound' };
    expect(missingTables({ progress: [of('A', { fault: other })] }).size).toBe(0);
  });

  it('are none of which a page was read, or that answered a check: they may be back', () => {
    expect(missingTables({ progress: [of('A'), of('A', { pages: 1, fault: undefined })] }).size).toBe(0);
    const deleted = { ...gone, wasThere: true };
    expect(missingTables({ progress: [of('A'), of('A', { fault: deleted })] }).size).toBe(0);
  });
});
