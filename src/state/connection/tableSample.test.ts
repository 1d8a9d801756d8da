import { describe, expect, it } from 'vitest';
import { ACCOUNT, connect } from '../../tables/connection/connect.fixture.ts';
import { FAKE_SAS, type Handler, jsonResponse } from '../../tables/wire/scriptedFetch.fixture.ts';
import { faultOf } from '../../tables/base/tableError.ts';
import { readTableSample, type TableSample, withSavedTemplates } from './tableSample.ts';
import { detectScheme } from '../../core/keys/detectScheme.ts';
import { knowTemplates, templateSchemeId } from '../../core/keys/templates/templateScheme.ts';
import { proposalFields } from '../run/proposedFields.ts';

const ROWS = Array.from({ length: 30 }, (_, row) => ({
  PartitionKey: `0000000000000000001___0${639_308_160_000_000_000n + BigInt(row) * 600_000_000n}`,
  RowKey: `row-${row}`,
}));

const PASTED = `${ACCOUNT}/?${FAKE_SAS}`;

async function sample(handler: Handler) {
  const { connection, clock, seen } = connect(handler, PASTED);
  const found = readTableSample(connection, 'Orders', new AbortController().signal);
  let [properties, columns]: [readonly string[], readonly unknown[]] = [[], []];
  void found.then(
    (value) => {
      ({ properties, columns } = value);
    },
    () => undefined,
  );
  const settled = await clock.run(
    found.then(
      (value) => ({ keys: value.keys.length, scheme: value.proposals[0]?.schemeId }),
      (caught: unknown) => faultOf(caught),
    ),
  );
  return { found: settled, properties, columns, seen, inFlight: connection.lanes.inFlight() };
}

const whole = { keys: 30, scheme: expect.any(String) as string };

describe('a sample of keys', () => {
  it('takes five requests, and tells how the table seems to be keyed', async () => {
    const { found, seen, inFlight } = await sample(() => jsonResponse({ value: ROWS }));
    expect(found).toStrictEqual(whole);
    expect([seen.length, inFlight]).toStrictEqual([5, 0]);
    const starts = ['0000000000000000001', '0000000000000000010', '05', '2'];
    expect(seen.map(({ options }) => [options.get('$filter'), options.get('$top')])).toStrictEqual([
      [undefined, '200'],
      ...starts.map((from) => [`PartitionKey ge '${from}'`, '1']),
    ]);
  });

  it.each([
    ['503', () => new Response('', { status: 503, headers: { 'x-ms-request-id': '1' } })],
    [
      'reset',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ] as const)('survives one %s', async (_name, fail) => {
    const { found, seen } = await sample((_request, index) =>
      index === 0 ? fail() : jsonResponse({ value: ROWS }),
    );
    expect(found).toStrictEqual(whole);
    expect(seen).toHaveLength(6);
  });

  it('continues after empty pages, with their tokens', async () => {
    const { found, seen } = await sample(({ options }) => {
      const at = Number(options.get('NextPartitionKey') ?? 0);
      return at === 3
        ? jsonResponse({ value: ROWS })
        : jsonResponse({ value: [] }, { 'x-ms-continuation-NextPartitionKey': String(at + 1) });
    });
    expect(found).toStrictEqual(whole);
    expect(seen).toHaveLength(20);
    // Only the rows that are read one by one are read with all properties.
    const select = new Set(seen.map(({ options }) => `${options.get('$top')} ${options.get('$select')}`));
    expect([...select].sort()).toStrictEqual(['1 undefined', '200 PartitionKey,RowKey,Timestamp']);
  });

  it('ends with a message if empty pages never end', async () => {
    const { found, seen } = await sample(() =>
      jsonResponse({ value: [] }, { 'x-ms-continuation-NextPartitionKey': 'again' }),
    );
    expect(found).toMatchObject({
      kind: 'protocol',
      message: 'Sampling the keys of Orders: 100 consecutive answers had no rows.',
      nextStep: 'Choose the key scheme yourself.',
    });
    expect(seen.length).toBeLessThanOrEqual(500);
  });

  it('names the properties of the rows that it reads completely', async () => {
    const { properties, columns } = await sample(({ options }) => {
      const from = /'(.*)'/.exec(options.get('$filter') ?? '')?.[1];
      const row = { PartitionKey: '3', RowKey: 'r', Level: 2, ...(from === '05' && { Role: 'Front' }) };
      return jsonResponse({ value: [row] });
    });
    expect([...properties].sort()).toStrictEqual(['Level', 'Role']);
    // What an editor suggests: each property with its type and values.
    const text = (name: string, value: string) => ({
      name,
      types: ['Edm.String'],
      values: [{ type: 'Edm.String', text: value }],
    });
    expect(columns).toStrictEqual(
      expect.arrayContaining([
        { name: 'Level', types: ['Edm.Int32'], values: [{ type: 'Edm.Int32', text: '2' }] },
        text('Role', 'Front'),
        text('PartitionKey', '3'),
        text('RowKey', 'r'),
      ]),
    );
  });

  it('accepts a whole row of more than 1 MiB, which the service can store, but not a page of keys that long', async () => {
    const text = 'x'.repeat(1_100_000);
    const whole = await sample(({ options }) => {
      const isKeys = options.get('$select') !== undefined;
      return jsonResponse({ value: [{ PartitionKey: '3', RowKey: 'r', ...(!isKeys && { Long: text }) }] });
    });
    expect(whole.properties).toStrictEqual(['Long']);
    const keys = await sample(() =>
      jsonResponse({ value: [{ PartitionKey: '3', RowKey: 'r', Long: text }] }),
    );
    expect(keys.found).toMatchObject({
      kind: 'protocol',
      message: expect.stringContaining('more than') as string,
    });
  });

  it('treats a table without rows as having no keys, not as a fault', async () => {
    const { found } = await sample(() => jsonResponse({ value: [] }));
    expect(found).toStrictEqual({ keys: 0, scheme: 'none' });
  });
});

describe('a table whose times come after text', () => {
  const keysOf = (device: string) =>
    Array.from({ length: 30 }, (_, row) => ({
      PartitionKey: `${device}_0${639_308_160_000_000_000n + BigInt(row) * 77_000_000n}`,
      RowKey: 'r',
    }));

  async function proposalFor(beyond: readonly { PartitionKey: string; RowKey: string }[]) {
    const { connection, clock } = connect(({ options }) => {
      const from = /PartitionKey ge '([^']*)'/.exec(options.get('$filter') ?? '')?.[1] ?? '';
      return jsonResponse({
        value: [...keysOf('device7'), ...beyond].filter((row) => row.PartitionKey >= from),
      });
    }, PASTED);
    const found = readTableSample(connection, 'Orders', new AbortController().signal);
    const { proposals } = await clock.run(found);
    return [proposals[0]?.schemeId, proposals[0]?.textBefore];
  }

  it('assumes the text for the whole table only if no key follows it', async () => {
    expect(await proposalFor([])).toStrictEqual(['text-ticks19', 'device7_']);
    expect(await proposalFor(keysOf('device8').slice(0, 1))).toStrictEqual(['text-ticks19', undefined]);
  });
});

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
