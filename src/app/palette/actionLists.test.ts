import { describe, expect, it } from 'vitest';
import type { Action } from '../../state/base/actions.ts';
import { ROW_KEYS } from '../../features/query/results/rows/RowTools.tsx';
import { grouped, keysOf, matching } from './actionLists.ts';
import { CONTROL_KEYS } from './shellActions.ts';

const run = (): void => undefined;
const RUN: Action = { id: 'query.run', group: 'Query', title: 'Run query', keys: ['Shift Enter'], run };
const TABLE: Action = { id: 'query.table', group: 'Query', title: 'Choose the table', run };
const ZOOM: Action = { id: 'map.zoom', group: 'Map', title: 'Zoom in', keys: ['+'] };
const SEARCH: Action = { id: 'rows.search', group: 'Rows', title: 'Search rows', press: '/', run };
const ALL = [ZOOM, RUN, TABLE, SEARCH];

const titles = (actions: readonly Action[]): readonly string[] => actions.map(({ title }) => title);

describe('matching', () => {
  it('shows what can be run while nothing is typed', () => {
    expect(titles(matching(ALL, ' '))).toEqual(['Run query', 'Choose the table', 'Search rows']);
  });

  it('looks for each word in the title, the group and the keys, ignoring case', () => {
    expect(titles(matching(ALL, 'QUERY tab'))).toEqual(['Choose the table']);
    expect(titles(matching(ALL, 'shift enter'))).toEqual(['Run query']);
    expect(titles(matching(ALL, 'run rows'))).toEqual([]);
  });

  it('lists titles with a word that starts as typed first, and keys of single controls last', () => {
    const fresh: Action = { id: 'x', group: 'Query', title: 'Read the overview', run };
    const verge: Action = { id: 'y', group: 'Map', title: 'Verge', keys: ['V'] };
    const versions: Action = { id: 'z', group: 'Query', title: 'Versions', run };
    expect(titles(matching([fresh, verge, versions], 'ver'))).toEqual([
      'Versions',
      'Read the overview',
      'Verge',
    ]);
    expect(titles(matching([fresh, versions], 'view'))).toEqual(['Read the overview']);
  });
});

describe('synonyms', () => {
  const group = 'Any';
  const offered: readonly Action[] = [
    'Run query',
    'Copy a link to this query',
    'Open a file as a result: capture, CSV, NDJSON',
    'Export CSV',
    'Export Parquet',
    'Show the finding Prefix 62 is silent',
    'Go to the newest rows',
    'Show Groups',
    'Show Chart',
    'Add a filter to the list',
    'Cancel the run and keep what has arrived',
  ].map((title) => ({ id: title, group, title, run }));

  it.each([
    ['share', 'Copy a link to this query'],
    ['excel', 'Export CSV'],
    ['duckdb', 'Export Parquet'],
    ['errors', 'Show the finding Prefix 62 is silent'],
    ['tail', 'Go to the newest rows'],
    ['count', 'Show Groups'],
    ['group', 'Show Groups'],
    ['graph', 'Show Chart'],
    ['where', 'Add a filter to the list'],
    ['stop', 'Cancel the run and keep what has arrived'],
    ['exc', 'Export CSV'],
  ])('%s finds %s first', (typed, title) => {
    expect(titles(matching(offered, typed))[0]).toBe(title);
  });

  it('come after what has the word itself, and do not add what was not meant', () => {
    const read: Action = { id: 'x', group, title: 'Share this result', run };
    expect(titles(matching([...offered, read], 'share'))).toEqual([
      'Share this result',
      'Copy a link to this query',
    ]);
    expect(matching(offered, 'zebra')).toEqual([]);
  });
});

describe('grouped', () => {
  it('keeps the order of groups and, within one, of actions', () => {
    expect(grouped(ALL).map(({ title, actions }) => [title, titles(actions)])).toEqual([
      ['Map', ['Zoom in']],
      ['Query', ['Run query', 'Choose the table']],
      ['Rows', ['Search rows']],
    ]);
  });
});

describe('the keys of controls', () => {
  it('are listed once per id, each with its key', () => {
    expect(new Set(CONTROL_KEYS.map(({ id }) => id)).size).toBe(CONTROL_KEYS.length);
    expect(CONTROL_KEYS.filter((action) => keysOf(action).length === 0)).toEqual([]);
    expect(keysOf(SEARCH)).toEqual(['/']);
  });

  it('stay listed next to those of the row list, because each action has its own id', () => {
    const all = [...CONTROL_KEYS, ...ROW_KEYS];
    expect(all.map(({ id }) => id).filter((id, at, ids) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ROW_KEYS.filter(({ title }) => /resize/i.test(title))).toHaveLength(1);
  });
});
