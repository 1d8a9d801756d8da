// Patterns planted in seeded tables are named by the findings, and nothing is found where nothing was planted.
import type { DemoRow } from '../scripts/demo/rows.mjs';
import { d19, floorTo, MINUTE } from '../scripts/demo/keyText.mjs';
import { recommendedRule } from './rig/corsRules.ts';
import { expect, test } from './rig/fixtures.ts';
import { arrayRows } from './rig/rowSource.ts';
import { startTableService } from './rig/tableService.ts';
import { expectAccessible } from './support/axe.ts';
import {
  chooseTable,
  chooseVolume,
  connectWith,
  idle,
  open,
  runQuery,
  setWindow,
} from './support/keyscopePage.ts';

const PREFIXES = 10;
const MINUTES = 120;
const UNIX_EPOCH = 621_355_968_000_000_000n;
const TICKS_PER_MS = 10_000n;

/** How many rows a prefix has in a minute, of the usual number. */
type Plant = (prefix: number, minute: number, usual: number) => number;

const PLANTS: ReadonlyMap<string, Plant> = new Map<string, Plant>([
  ['PlantedNothing', (_prefix, _minute, usual) => usual],
  ['PlantedHot', (prefix, _minute, usual) => (prefix === 4 ? usual * 20 : usual)],
  ['PlantedSilent', (prefix, minute, usual) => (prefix === 7 && minute >= 50 ? 0 : usual)],
  ['PlantedGap', (_prefix, minute, usual) => (minute >= 40 && minute < 60 ? 0 : usual)],
  ['PlantedBurst', (_prefix, minute, usual) => (minute >= 80 && minute < 84 ? usual * 10 : usual)],
]);

const iso = (ticks: bigint): string => new Date(Number((ticks - UNIX_EPOCH) / TICKS_PER_MS)).toISOString();

/** Numbers 0 .. 1, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Rows in key order: about three a minute of each prefix, stored half a minute after their key's time. */
function rowsOf(from: bigint, plant: Plant): readonly DemoRow[] {
  const random = seeded(5);
  const rows: DemoRow[] = [];
  for (let prefix = 0; prefix < PREFIXES; prefix += 1) {
    for (let minute = 0; minute < MINUTES; minute += 1) {
      const ticks = from + BigInt(minute) * MINUTE;
      const count = plant(prefix, minute, 1 + Math.floor(random() * 5));
      for (let at = 0; at < count; at += 1) {
        rows.push({
          partitionKey: `${d19(BigInt(prefix))}___${d19(ticks)}`,
          rowKey: `deployment___Front___Front_IN_${prefix}___${d19(BigInt(at))}`,
          timestamp: iso(ticks + MINUTE / 2n).replace('Z', '0000Z'),
          properties: [['Level', 'Int32', String(2 + (at % 3))]],
        });
      }
    }
  }
  return rows;
}

async function startPlanted(origin: string) {
  const to = floorTo(BigInt(Date.now()) * TICKS_PER_MS + UNIX_EPOCH, MINUTE);
  const from = to - BigInt(MINUTES) * MINUTE;
  const service = await startTableService({
    tables: new Map([...PLANTS].map(([name, plant]) => [name, arrayRows(rowsOf(from, plant))])),
    cors: [recommendedRule(origin)],
  });
  return { service, from: iso(from), to: iso(to) };
}

const EXPECTED: readonly (readonly [table: string, title: RegExp, sentence: RegExp])[] = [
  ['PlantedHot', /^Hot prefix 4$/, /times the median/],
  ['PlantedSilent', /^Prefix 7 is silent$/, /has written nothing since/],
  ['PlantedGap', /^Gap for all$/, /./],
  ['PlantedBurst', /^Burst/, /./],
];

test('what was planted is named, and nothing else where nothing was', async ({ page, app }) => {
  test.setTimeout(90_000);
  const { service, from, to } = await startPlanted(app.origin);
  try {
    await open(page, '#/query');
    await connectWith(page, `${service.endpoint}?${service.accountSas()}`);
    const findings = page.getByRole('region', { name: 'Findings' });
    const read = async (table: string): Promise<void> => {
      await page.getByRole('link', { name: 'Query', exact: true }).click();
      await chooseTable(page, table);
      await chooseVolume(page, 'Medium 10');
      await setWindow(page, from, to);
      await runQuery(page);
      await page.getByRole('link', { name: 'Keyspace', exact: true }).click();
      await idle(page);
    };
    for (const [table, title, sentence] of EXPECTED) {
      await read(table);
      await findings.getByRole('button', { name: title }).first().click();
      await expect(page.getByRole('status', { name: 'Finding', exact: true })).toContainText(sentence);
    }
    await read('PlantedNothing');
    await expect(findings).toContainText('nothing unusual in these cells');

    // Any other rows of the same run: their values, whether counted or named, are those that were written.
    await page.getByRole('button', { name: /Rows are/ }).click();
    await page.getByRole('option', { name: 'Level', exact: true }).click();
    await idle(page);
    expect(page.url()).toContain('rows=property.Level');
    await page.getByRole('button', { name: 'Show as table' }).click();
    await idle(page);
    const grid = page.getByRole('grid', { name: 'Prefix by time, as a table' });
    const rows = rowsOf(0n, PLANTS.get('PlantedNothing') ?? (() => 0));
    for (const level of ['2', '3', '4']) {
      const count = rows.filter(({ properties }) => properties[0]?.[2] === level).length;
      const row = grid
        .getByRole('row')
        .filter({ has: page.getByRole('gridcell', { name: level, exact: true }).first() });
      await expect(row.filter({ hasText: count.toLocaleString('en') }).first()).toBeVisible();
    }
    await expectAccessible(page, 'rows by a property');
  } finally {
    await service.close();
  }
});
