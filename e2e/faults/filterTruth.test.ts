// Compares what the app says about rows that do not meet the property filter with the rig's own reading of filters.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EntityStore } from '../../src/core/entities/store/entityStore.ts';
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';
import { formatFilter } from '../../src/core/odata/filter.ts';
import type {
  ComparisonNode,
  ComparisonOperator,
  FilterLiteral,
  FilterNode,
} from '../../src/core/odata/filterNode.ts';
import type { PageSink } from '../../src/tables/progress/runTypes.ts';
import { completenessText } from '../../src/core/plan/completenessText.ts';
import { RowCheck } from '../../src/core/rows/rowCheck.ts';
import type { DemoProperty, DemoRow, EdmType } from '../../scripts/demo/rows.mjs';
import { compileFilter } from '../rig/eval.ts';
import type { FaultAction } from '../rig/faultActions.ts';
import { keysOnly } from '../rig/faultLayer.ts';
import { rigRow } from '../rig/rig.fixture.ts';
import { type EntityForm, entityText, pageText } from '../rig/wireText.ts';
import { violations } from './laws.ts';
import { QUIET } from './schedule.ts';
import { type Evidence, runWorld } from './seededRun.ts';
import { makeWorld } from './world.ts';
import type { PlantedFault } from './runDrivers.ts';

type Verdict = 'yes' | 'no' | 'maybe';

/** The app's verdict on each row. With `select`, rows are as the service answers them, with null if a row lacks a property. */
function verdictsOf(
  filter: string,
  rows: readonly DemoRow[],
  select?: readonly string[],
): readonly Verdict[] {
  const scheme = schemeById('none');
  if (scheme === undefined) throw new Error('There is no scheme "none".');
  const store = new EntityStore(scheme);
  const check = new RowCheck(store, { text: filter, ...(select !== undefined && { select }) });
  const form: EntityForm = {
    tableName: 'T',
    metadata: 'minimalmetadata',
    dialect: 'live',
    select: select?.join(),
  };
  return rows.map((row, at) => {
    const body = pageText([entityText({ ...row, rowKey: String(at).padStart(4, '0') }, form)], form);
    const receipt = store.appendBody(new TextEncoder().encode(body), 0);
    if (!receipt.ok) throw new Error(receipt.error.message);
    const { anomalies, unjudged } = check.checked(receipt.value, { range: undefined, queryIndex: 0 });
    if (unjudged === 1) return 'maybe';
    return anomalies.offFilter === 1 ? 'no' : 'yes';
  });
}

/** Few values of each type, so that a literal is often equal to a value, or next to it in order. */
const VALUES: Readonly<Record<string, { readonly type: EdmType; readonly texts: readonly string[] }>> = {
  Text: { type: 'String', texts: ['', 'a', 'A', 'ab', "it's", 'ü', '\\"', '\u2028', '😀', '\uffff'] },
  Whole: { type: 'Int32', texts: ['0', '-1', '7', '2147483647', '-2147483648'] },
  Long: { type: 'Int64', texts: ['0', '7', '9007199254740992', '9007199254740993', '-9223372036854775808'] },
  Real: { type: 'Double', texts: ['0', '7.0', '-0.25', '9007199254740992.0', '1e300', 'NaN', 'Infinity'] },
  Yes: { type: 'Boolean', texts: ['true', 'false'] },
  When: {
    type: 'DateTime',
    texts: [
      '2026-11-20T21:00:00.0000000Z',
      '2026-11-20T21:00:00.1234567Z',
      '2026-11-20T21:00:00.1234568Z',
      '0001-01-01T00:00:00.0000000Z',
    ],
  },
  Id: {
    type: 'Guid',
    texts: ['c9da6455-213d-42c9-9a79-3e9149a57833', 'c9da6455-213d-42c9-9a79-3e9149a57834'],
  },
  Bytes: { type: 'Binary', texts: ['', 'AA==', 'AAE=', 'AAEC', 'AAEC/w=='] },
};
const NAMES = Object.keys(VALUES);

const rowArbitrary: fc.Arbitrary<DemoRow> = fc
  .tuple(fc.subarray(NAMES), fc.array(fc.nat(), { minLength: NAMES.length, maxLength: NAMES.length }))
  .map(([names, draws]) =>
    rigRow(
      'p',
      '',
      names.map((name, at): DemoProperty => {
        const { type, texts } = VALUES[name] as (typeof VALUES)[string];
        return [name, type, texts[(draws[at] ?? 0) % texts.length] ?? ''];
      }),
    ),
  );

function literalOf(type: EdmType, text: string): FilterLiteral {
  switch (type) {
    case 'String':
      return { kind: 'string', value: text };
    case 'Boolean':
      return { kind: 'boolean', value: text === 'true' };
    case 'Int32':
      return { kind: 'int32', text };
    case 'Int64':
      return { kind: 'int64', text };
    case 'Double':
      // The rig cannot read NaN or INF in a filter.
      return { kind: 'double', text: /^[\d.-]+$/.test(text) && text.includes('.') ? text : '7.5' };
    case 'DateTime':
      return { kind: 'datetime', text };
    case 'Guid':
      return { kind: 'guid', text };
    default:
      return { kind: 'binary', text: Buffer.from(text, 'base64').toString('hex') };
  }
}

const operator = fc.constantFrom<ComparisonOperator>('eq', 'ne', 'gt', 'ge', 'lt', 'le');

/** Comparisons with a literal of the property's own type. In `strangers` of a hundred, the type may be another one. */
function filterArbitrary(strangers: number): fc.Arbitrary<FilterNode> {
  const leaf = fc
    .tuple(fc.constantFrom(...NAMES), operator, fc.nat(), fc.constantFrom(...NAMES), fc.nat({ max: 99 }))
    .map(([name, operator, draw, other, chance]): FilterNode => {
      const { type, texts } = VALUES[chance < strangers ? other : name] as (typeof VALUES)[string];
      const literal = literalOf(type, texts[draw % texts.length] ?? '');
      return { kind: 'comparison', property: name, operator, literal };
    });
  const alone = fc.constant<FilterNode>({ kind: 'property', property: 'Yes' });
  return fc.letrec<{ node: FilterNode }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      { arbitrary: leaf, weight: 6 },
      { arbitrary: alone, weight: 1 },
      {
        arbitrary: fc
          .tuple(fc.constantFrom('and' as const, 'or' as const), tie('node'), tie('node'))
          .map(([kind, a, b]): FilterNode => ({ kind, operands: [a, b] })),
        weight: 4,
      },
      { arbitrary: tie('node').map((operand): FilterNode => ({ kind: 'not', operand })), weight: 2 },
    ),
  })).node;
}

/** Whether the result of one of its comparisons for the row is undocumented, or differs between services. */
function isDoubtful(node: FilterNode, row: DemoRow): boolean {
  if (node.kind === 'and' || node.kind === 'or') return node.operands.some((each) => isDoubtful(each, row));
  if (node.kind === 'not') return isDoubtful(node.operand, row);
  return node.kind === 'comparison' && isDoubtfulComparison(node, row);
}

function isDoubtfulComparison(node: ComparisonNode, row: DemoRow): boolean {
  const [, type, text] = row.properties.find(([name]) => name === node.property) ?? [];
  if (type === undefined || text === undefined) return false;
  const { literal, operator } = node;
  const isOrdered = operator !== 'eq' && operator !== 'ne';
  if (literal.kind !== literalOf(type, text).kind) return true;
  if (['boolean', 'guid', 'binary'].includes(literal.kind) || text === 'NaN') return isOrdered;
  if (literal.kind === 'datetime') {
    const apart = Math.abs(Date.parse(text) - Date.parse(literal.text));
    return text !== literal.text && apart < 2;
  }
  // These two are in a different order by UTF-16 units than by code points.
  return literal.kind === 'string' && isOrdered && [text, literal.value].sort().join(' ') === '😀 \uffff';
}

describe('a row held against a filter', () => {
  const rows = fc.array(rowArbitrary, { minLength: 1, maxLength: 6 });

  it('is judged as the rig reads the filter, wherever the service leaves no doubt', () => {
    const seen = new Set<Verdict>();
    fc.assert(
      fc.property(filterArbitrary(0), rows, fc.boolean(), (node, given, isSelected) => {
        const filter = formatFilter(node);
        const select = isSelected ? ['PartitionKey', 'RowKey', ...NAMES] : undefined;
        const { matches } = compileFilter(filter);
        const verdicts = verdictsOf(filter, given, select);
        const expected = given.map((row, at) => {
          if (verdicts[at] === 'maybe' && isDoubtful(node, row)) return 'maybe';
          return matches(row) ? 'yes' : 'no';
        });
        expect(verdicts).toEqual(expected);
        for (const verdict of verdicts) seen.add(verdict);
      }),
      { numRuns: 75 },
    );
    expect(seen).toEqual(new Set(['yes', 'no', 'maybe']));
  });

  it('is never said not to meet one that it meets, whatever types are compared', () => {
    fc.assert(
      fc.property(filterArbitrary(60), rows, (node, given) => {
        const filter = formatFilter(node);
        const { matches } = compileFilter(filter);
        const wrong = verdictsOf(filter, given).filter(
          (verdict, at) => verdict === (matches(given[at] as DemoRow) ? 'no' : 'yes'),
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a service that does not heed the property filter', () => {
  const SEEDS = [3, 11];
  const run = (seed: number, action: FaultAction, planted: PlantedFault = {}): Promise<Evidence> =>
    runWorld(seed, makeWorld(seed), { ...QUIET, rules: [{ action }], paging: { rowsPerPage: 40 } }, planted);

  it.each<readonly [string, FaultAction]>([
    ['all of it', { kind: 'keysOnly' }],
    ['in one row of each page', { kind: 'intruder', properties: '"Level":99' }],
    ['in one row of each page, without a property', { kind: 'intruder', properties: '' }],
  ])('%s: the result says how many rows, and which filter', async (_what, action) => {
    for (const seed of SEEDS) {
      const evidence = await run(seed, action);
      const { world, stages } = evidence;
      expect(world.request.filter).toMatch(/^Level le/);
      expect(violations(evidence)).toEqual([]);
      const [first] = stages;
      if (first === undefined || first.anomalies.outside === 0)
        throw new Error(`Seed ${seed} shows nothing.`);
      expect(first.completeness.state).not.toBe('complete');
      expect(completenessText(first.completeness)).toContain(
        `not meet the filter ${world.request.filter?.slice(0, 80)}`,
      );
    }
  });

  it('in silence would be found out', async () => {
    const silent =
      (inner: PageSink): PageSink =>
      async (...given) => {
        const receipt = await inner(...given);
        if (!receipt.ok || receipt.value.anomalies === undefined) return receipt;
        return {
          ok: true,
          value: { ...receipt.value, anomalies: { outOfOrder: 0, repeated: 0, outside: 0 } },
        };
      };
    expect(violations(await run(3, { kind: 'keysOnly' }, { sink: silent })).join()).toContain(
      'nobody asked for',
    );
  });
});

describe('what is left of a filter for who heeds keys alone', () => {
  it.each([
    [
      "PartitionKey ge 'a' and PartitionKey lt 'b' and Level le 2",
      "PartitionKey ge 'a' and PartitionKey lt 'b'",
    ],
    ["PartitionKey eq 'x and y' and (Level eq 1 or RowKey eq 'z')", "PartitionKey eq 'x and y'"],
    ["Level le 2 or Text eq 'PartitionKey eq'", ''],
    ["PartitionKey lt 'a' or PartitionKey gt 'b'", "PartitionKey lt 'a' or PartitionKey gt 'b'"],
  ])('%s', (filter, left) => {
    expect(keysOnly(filter)).toBe(left);
  });
});
