import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decoded, pageBytes } from '../../../../core/entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../../../../core/keys/ticksScheme.fixture.ts';
import { partsOfKeys } from '../../../../core/entities/columns/keyParts.ts';
import { EntityStore } from '../../../../core/entities/store/entityStore.ts';
import { type ColumnRef, columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type { GroupsRequest } from '../../../../core/rows/chartRows.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { RunRows } from '../../../../core/rows/runRows.ts';
import { HOUR } from '../../../../state/run/groupChoice.ts';
import { PREFIX } from '../../../../state/run/rowListState.ts';
import { groupFilters, groupsText, groupWords, leftOut } from './groupTable.ts';
import { runSteps } from '../../../../core/steps.ts';

const START = 639_000_000_000_000_000n;
const HOUR_TICKS = 36_000_000_000n;

function rowsOf(properties: readonly string[]): RunRows {
  const rows = new RunRows(() => ticksScheme());
  rows.begin({ runId: 1, schemeId: 'ticks', queries: [{ index: 0, label: 'all' }] });
  const value = properties.map(
    (each, at) =>
      `{"PartitionKey":"${'ab'.charAt(at % 2)}_0${START + BigInt(at % 3) * HOUR_TICKS}","RowKey":"${1000 + at}"${each}}`,
  );
  const body = new TextEncoder().encode(`{"value":[${value.join(',')}]}`);
  expect(rows.append({ runId: 1, queryIndex: 0, body }).ok).toBe(true);
  return rows;
}

const ROLE = { name: 'Role' };
const PART: ColumnRef = { name: 'PartitionKey', fact: 'part 0 at _' };
const PARAMETER: ColumnRef = { ...ROLE, fact: 'parameter 0 of took <n> ms' };
const TEMPLATE: ColumnRef = { ...ROLE, fact: 'template' };
const ASKED: GroupsRequest = { by: [ROLE], errors: undefined, statistics: [], window: undefined };

const role = fc.constantFrom(
  '',
  ',"Role":null',
  ',"Role":"x"',
  ',"Role":"took 7 ms"',
  ',"Role":"took 8.5 ms"',
  ',"Role":"took long"',
  ',"Role":""',
  ',"Role":"5"',
  ',"Role":5',
  ',"Role":5.0',
  ',"Role":true',
  ',"Role@odata.type":"Edm.Int64","Role":"9007199254740993"',
  ',"Role@odata.type":"Edm.DateTime","Role":"2026-01-01T00:00:00.0000001Z"',
  ',"Role@odata.type":"Edm.Guid","Role":"c9da6455-213d-42c9-9a79-3e9149a57833"',
  ',"Role@odata.type":"Edm.Binary","Role":"AAE="',
  ',"Role":"x","Role":"y"',
  ',"Role":"c9da6455-213d-42c9-9a79-3e9149a57833"',
  ',"Role@odata.type":"Edm.Binary","Role":""',
);

it('the filters of a group keep its rows, and the one that leaves it out all others', () => {
  const one = [ROLE, TEMPLATE, PARAMETER, PART, HOUR, PREFIX].map((ref) => [ref]);
  const by = fc.constantFrom(...one, [ROLE, PREFIX], [HOUR, ROLE]);
  fc.assert(
    fc.property(fc.array(role, { minLength: 1, maxLength: 25 }), by, (list, refs) => {
      const rows = rowsOf(list);
      const { groups } = runSteps(rows.groups({ ...ASKED, by: refs }));
      const left = (filters: readonly RowFilter[]): number =>
        runSteps(rows.view({ order: 'arrival', from: 0, to: 0, filters })).total;
      for (const group of groups) {
        const filters = groupFilters(group, refs);
        expect([group.labels, left(filters)]).toEqual([group.labels, group.all]);
        expect([group.labels, left(leftOut(group, refs))]).toEqual([group.labels, list.length - group.all]);
      }
    }),
  );
});

/** The parts of these keys, each with the share of keys that have another value there. */
function partsOf(keys: readonly string[]) {
  const store = new EntityStore(ticksScheme());
  store.append(decoded(pageBytes(keys.map((key, at) => `{"PartitionKey":"${key}","RowKey":"${at}"}`))), 0);
  return partsOfKeys(store).map(({ ref, text, others }) => [columnTitle(ref), text, others]);
}

it('rows are grouped by the parts that most keys have; the others are counted', () => {
  const rows = rowsOf(['', '', '']);
  const { keyParts } = runSteps(rows.groups(ASKED));
  expect(keyParts.map(({ ref, text }) => [columnTitle(ref), text])).toEqual([
    ['PartitionKey part 1', 'a'],
    ['PartitionKey part 2', `0${START}`],
  ]);
  const [prefix, time] = keyParts.map(({ ref }) =>
    runSteps(rows.groups({ ...ASKED, by: [ref] })).groups.map(({ labels: [label], all }) => [label, all]),
  );
  const value = (text: string) => ({ kind: 'value', type: 'Edm.String', text });
  expect(prefix).toEqual([
    [value('a'), 2],
    [value('b'), 1],
  ]);
  expect(time).toHaveLength(3);
  expect(partsOf(['a_1', 'b_2_3', 'c_4_5', 'd', 'e|6'])).toEqual([
    ['PartitionKey part 1', 'b', 0.6],
    ['PartitionKey part 2', '2', 0.6],
    ['PartitionKey part 3', '3', 0.6],
  ]);
  // A key with fewer parts has no value there.
  const third: ColumnRef = { name: 'PartitionKey', fact: 'part 2 at _' };
  expect(
    runSteps(rows.groups({ ...ASKED, by: [third] })).groups.map(({ labels, all }) => [labels, all]),
  ).toEqual([[[{ kind: 'absent' }], 3]]);
  expect(groupWords({ kind: 'absent' }, third)).toBe('(no PartitionKey part 3)');
});

it('groups as CSV and for a spreadsheet: exact, with nothing that it would run', () => {
  const rows = rowsOf([',"Role":"=1+1\\n,x"', ',"Role":"a"', ',"Role":"a"', '']);
  const asked = { ...ASKED, by: [ROLE, PREFIX] };
  const table = runSteps(rows.groups(asked));
  const textAs = (format: 'csv' | 'tsv', isWhole = true) =>
    groupsText(format, table, asked, table.groups, isWhole);
  expect(textAs('csv').split('\r\n')).toEqual([
    'Role,Prefix,rows,of all rows,first (UTC),last (UTC)',
    `"'=1+1\n,x",a,1,1,2025-11-29T08:00:00.0000000Z,2025-11-29T08:00:00.0000000Z`,
    'a,b,1,1,2025-11-29T09:00:00.0000000Z,2025-11-29T09:00:00.0000000Z',
    'a,a,1,1,2025-11-29T10:00:00.0000000Z,2025-11-29T10:00:00.0000000Z',
    '(no Role),b,1,1,2025-11-29T08:00:00.0000000Z,2025-11-29T08:00:00.0000000Z',
    '',
  ]);
  // A spreadsheet reads a cell with a line break if the cell is quoted.
  expect(textAs('tsv')).toContain(`"'=1+1\n,x"\ta\t1\t1\t`);
  expect(textAs('tsv', false)).toBe(`${textAs('tsv')}rows may be missing\n`);
  const shorter = { ...table, others: { groups: 3, all: 9, selected: 7 } };
  expect(groupsText('csv', shorter, asked, [], true)).toContain('\r\n3 other groups,,7,9,,\r\n');
});
