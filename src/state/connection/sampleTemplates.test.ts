import { describe, expect, it } from 'vitest';
import { detectScheme } from '../../core/keys/detectScheme.ts';
import { knowTemplates, templateSchemeId } from '../../core/keys/templates/templateScheme.ts';
import { proposalFields } from '../run/proposedFields.ts';
import { type TableSample, withSavedTemplates } from './tableSample.ts';

knowTemplates();

function sampleOf(keys: readonly (readonly [string, string])[]): TableSample {
  const rows = keys.map(([partitionKey, rowKey]) => ({ partitionKey, rowKey }));
  return {
    tableName: 'Readings',
    keys: rows,
    proposals: detectScheme('Readings', rows),
    properties: [],
    columns: [],
  };
}

const MINE = { name: 'mine', partition: '{Site}~{yyyyMMddHHmm}', row: '{Id}' };
const OTHER = { name: 'other', partition: '{Region}!{Unix}', row: '{Guid}' };
const SITES = sampleOf(
  Array.from({ length: 40 }, (_, at) => [
    `oslo${at % 3}~2026112010${String(at).padStart(2, '0')}`,
    `n-${at}`,
  ]),
);

describe('the sample of a table, with saved templates', () => {
  it('proposes the template that reads its keys, and fills in the form accordingly', () => {
    expect(SITES.proposals[0]?.schemeId).not.toBe(templateSchemeId(MINE.partition, MINE.row));
    const [best] = withSavedTemplates(SITES, [OTHER, MINE]).proposals;
    expect(best?.schemeId).toBe(templateSchemeId(MINE.partition, MINE.row));
    expect(best?.reason).toContain('40 of 40');
    if (best === undefined) throw new Error('no proposal');
    expect(proposalFields(best)).toMatchObject({ scheme: best.schemeId, volume: 1, unprefixed: false });
  });

  it('is unchanged without a template, or with one that reads other keys', () => {
    expect(withSavedTemplates(SITES, [])).toBe(SITES);
    expect(withSavedTemplates(SITES, [OTHER]).proposals).toEqual(SITES.proposals);
    expect(withSavedTemplates(SITES, [{ name: 'bent', partition: '{Hash(', row: '' }])).toBe(SITES);
    const orders = sampleOf([
      ['contoso', 'order-1'],
      ['fabrikam', 'order-2'],
    ]);
    expect(withSavedTemplates(orders, [MINE, OTHER]).proposals).toEqual(orders.proposals);
  });
});
