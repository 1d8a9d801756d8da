import { expect, it } from 'vitest';
import { columnTitle, parametersOf } from '../../core/entities/columns/columnRef.ts';
import { keyParts } from '../../core/entities/columns/keyParts.ts';
import {
  EMPTY_GROUPS,
  type GroupChoice,
  groupsToParams,
  HOUR,
  paramsToGroups,
  selectedParameters,
  templateOf,
} from './groupChoice.ts';
import { PREFIX } from './rowListState.ts';

const TEMPLATE = 'Bind of <host> took <n>ms, <n> retries \u2026';
const [, took, retries] = parametersOf('M:"', TEMPLATE);

it.each<GroupChoice>([
  EMPTY_GROUPS,
  { by: [PREFIX, HOUR], measure: { name: 'A b', statistic: 'p95' } },
  { by: [templateOf('template:x'), { name: 'hour' }], measure: undefined },
  {
    by: keyParts('RowKey', 'a___b_c___d')
      .map(({ ref }) => ref)
      .slice(1),
    measure: undefined,
  },
  { by: took === undefined ? [] : [took], measure: retries && { ...retries, statistic: 'p50' } },
])('the groups of an address: %j', (groups) => {
  expect(paramsToGroups(new Map(groupsToParams(groups)))).toStrictEqual(groups);
});

it('an address that names no column has none', () => {
  for (const group of ['column:', 'column:["M"]', 'column:["M","parameter 9 of a <n>"]', 'column:{', 'x'])
    expect(paramsToGroups(new Map([['group', group]]))).toStrictEqual(EMPTY_GROUPS);
});

it('parameters of the selected template are named by the words beside them', () => {
  const filter = { ...templateOf('M'), kind: 'is', type: 'Edm.String', text: TEMPLATE } as const;
  expect(selectedParameters([filter, { name: 'M', kind: 'absent' }]).map(columnTitle)).toEqual([
    'M: of <host> took',
    'M: took <n>ms, <n>',
    'M: <n>ms, <n> retries',
  ]);
});
