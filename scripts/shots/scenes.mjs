import { d19 } from '../demo/keyText.mjs';
import {
  connect,
  countedTable,
  designSeries,
  errorsOfLog,
  form,
  holdAfter,
  keyspaceOf,
  onTab,
  press,
  queryAddress,
  result,
  sensorSeries,
  sqlAnswer,
  threeTracks,
  twoResults,
  valuesOfColumn,
} from './ways.mjs';

/** @import { Scene } from './takeScene.mjs' */

const KEY = '0000000000000000012___0634925952000000000';
/** Log lines of an afternoon, one a minute, over 100 prefixes. */
const LIST = Array.from(
  { length: 200 },
  (_, i) => `${d19(i % 100)}___${d19(638_452_296_000_000_000n + BigInt(i) * 600_000_000n)}`,
).join('\n');

/** @type {readonly Scene[]} */
export const SCENES = [
  { name: 'first', shows: 'The first screen', play: async () => {} },
  {
    name: 'decode-key',
    shows: 'One key',
    play: async ({ page }) => page.getByRole('textbox', { name: 'Paste keys' }).fill(KEY),
  },
  {
    name: 'decode-list',
    shows: '200 keys',
    play: async ({ page }) => page.getByRole('textbox', { name: 'Paste keys' }).fill(LIST),
  },
  {
    name: 'decode-hostile',
    shows: 'Text that wants to be more than text',
    play: async ({ page }) =>
      page
        .getByRole('textbox', { name: 'Paste keys' })
        .fill('<img src=x onerror=alert(1)>\u202E___\u200B\u200B\u200B0634925952000000000'),
  },
  {
    name: 'decode-encode',
    shows: 'A time, and its keys',
    play: async ({ page }) =>
      page.getByRole('textbox', { name: 'Paste keys' }).fill('2026-11-22T00:44:13.6447234Z'),
  },
  {
    name: 'first-recent',
    shows: 'Connected, with a query run before',
    play: async (stage) => {
      await result(stage, { filter: 'Level le 2' });
      await press(stage.page, 'link', 'Decode');
    },
  },
  {
    name: 'connect',
    shows: 'The dialog of the connection',
    play: async ({ page }) => press(page, 'button', 'Connection'),
  },
  {
    name: 'connect-refused',
    shows: 'A SAS that is none',
    play: async ({ page }) => {
      await press(page, 'button', 'Connection');
      await page.getByRole('textbox', { name: 'SAS URL or connection string' }).fill('not a SAS');
      await press(page, 'button', 'Connect');
    },
  },
  {
    name: 'connect-token',
    shows: 'An access token that is none, and how to get one',
    play: async ({ page }) => {
      await press(page, 'button', 'Connection');
      await page.getByRole('radio', { name: 'Access token' }).check({ force: true });
      await page.getByRole('textbox', { name: 'Account', exact: true }).fill('contoso');
      await page.getByRole('textbox', { name: 'Access token', exact: true }).fill('not a token');
      await press(page, 'button', 'Connect');
    },
  },
  {
    name: 'connected',
    shows: 'What the page knows of the connection',
    play: async (stage) => {
      await connect(stage);
      await press(stage.page, 'button', 'Connection');
    },
  },
  {
    name: 'palette',
    shows: 'All actions by name',
    play: async ({ page }) => page.keyboard.press('Control+k'),
  },
  {
    name: 'shortcuts',
    shows: 'All keys',
    play: async ({ page }) => press(page, 'button', 'Keyboard shortcuts'),
  },
  { name: 'link', shows: 'A link from a colleague', play: async (stage) => stage.open(queryAddress(stage)) },
  {
    name: 'query-new',
    shows: 'Connected, no table chosen',
    play: async (stage) => {
      await stage.open('#/query');
      await connect(stage);
    },
  },
  { name: 'query-ready', shows: 'Before a run', play: async (stage) => form(stage) },
  {
    name: 'query-range',
    shows: 'The time range, open',
    closesOnResize: true,
    play: async (stage) => {
      await form(stage);
      await press(stage.page, 'button', 'Time range');
    },
  },
  {
    name: 'query-keys',
    shows: 'The key options, open',
    closesOnResize: true,
    play: async (stage) => {
      await form(stage, { unprefixed: '1', prefixes: '0-49' });
      await press(stage.page, 'button', 'Key options');
    },
  },
  {
    name: 'query-faults',
    shows: 'Faults at their fields',
    play: async (stage) =>
      form(stage, { filter: 'Level le and', from: 'yesterday noon', select: 'Level, Message' }),
  },
  {
    name: 'query-plan',
    shows: 'The planned queries',
    play: async (stage) => {
      await form(stage);
      await press(stage.page, 'button', 'Show planned queries');
    },
  },
  {
    name: 'query-running',
    shows: 'While a query runs',
    play: async (stage) => {
      await form(stage);
      await holdAfter(stage.page, 40);
      await stage.page.getByRole('button', { name: 'Run query' }).click();
      await stage.page
        .getByText(/from [1-9]\d? of 100 prefixes/)
        .first()
        .waitFor();
    },
    isBusy: true,
  },
  { name: 'rows', shows: 'A complete result', play: async (stage) => result(stage, { tab: 'rows' }) },
  {
    name: 'rows-entity',
    shows: 'One entity beside its row',
    play: async (stage) => {
      await result(stage, { tab: 'rows' });
      await stage.page.getByRole('grid').first().getByRole('row').nth(3).click();
    },
  },
  {
    name: 'rows-columns',
    shows: 'The column chooser',
    closesOnResize: true,
    play: async (stage) => {
      await result(stage, { tab: 'rows' });
      // The last one, because the form has a chip of the same name.
      await stage.page.getByRole('button', { name: 'Columns', exact: true }).last().click();
    },
  },
  {
    name: 'rows-filter',
    shows: 'The filter of a column, and a search',
    closesOnResize: true,
    play: async (stage) => {
      await result(stage, { tab: 'rows' });
      await stage.page.getByRole('textbox', { name: 'Search rows' }).fill('queue');
      await press(stage.page, 'button', 'Add filter');
    },
  },
  {
    name: 'rows-proof',
    shows: 'What proves a result',
    closesOnResize: true,
    play: async (stage) => {
      await result(stage, { tab: 'rows' });
      await stage.page.getByRole('status', { name: 'Completeness' }).getByRole('button').click();
    },
  },
  { name: 'large-first', shows: 'Text at 200 %', rootPx: 32, play: async () => {} },
  {
    name: 'large-rows',
    shows: 'A result with text at 200 %',
    rootPx: 32,
    play: async (stage) => result(stage, { tab: 'rows' }),
  },
  {
    name: 'touch-rows',
    shows: 'Controls for a finger',
    context: { hasTouch: true, isMobile: true },
    play: async (stage) => result(stage, { tab: 'rows' }),
  },
  {
    name: 'forced-rows',
    shows: 'The colours of the system',
    context: { forcedColors: 'active' },
    play: async (stage) => result(stage, { tab: 'rows' }),
  },
  { name: 'chart', shows: 'Rows over time', play: onTab('Chart') },
  {
    name: 'chart-split',
    shows: 'A number, by its highest values, split',
    play: async (stage) =>
      result(stage, { tab: 'chart', value: 'property:DurationMs', stat: 'p95', split: 'property:Level' }),
  },
  { name: 'chart-values', shows: 'A number for each value of a column', play: valuesOfColumn },
  { name: 'differs', shows: 'What differs about the errors of a log', play: errorsOfLog },
  { name: 'map', shows: 'Prefix by time', play: onTab('Map') },
  {
    name: 'map-finding',
    shows: 'A finding beside the map',
    play: async (stage) => {
      await result(stage);
      await stage.page.getByRole('region', { name: 'Findings' }).getByRole('button').first().click();
    },
  },
  { name: 'requests', shows: 'What was sent', play: onTab('Requests') },
  { name: 'sql', shows: 'An answer in SQL', play: sqlAnswer },
  { name: 'timeline', shows: 'Three tables on one time axis', play: threeTracks },
  { name: 'result-metrics', shows: 'A table of numbers', play: sensorSeries },
  {
    name: 'result-points',
    shows: 'Rows of many points, read as points',
    play: async (stage) => {
      await sensorSeries(stage);
      await press(stage.page, 'button', 'Read as points');
      await stage.page.getByRole('dialog').getByRole('button', { name: 'Read as points' }).click();
    },
  },
  { name: 'result-several', shows: 'Two results', play: twoResults },
  {
    name: 'result-split',
    shows: 'Two results together',
    play: async (stage) => {
      await twoResults(stage);
      await press(stage.page, 'button', 'Split');
    },
  },
  {
    name: 'result-capture',
    shows: 'A saved result',
    play: async (stage) => {
      await stage.open('#/decode');
      await press(stage.page, 'button', 'Open a sample');
    },
  },
  {
    name: 'result-empty',
    shows: 'No rows in the window, and where rows are',
    play: async (stage) =>
      result(stage, {
        tab: 'rows',
        from: '2020-01-01T00:00:00.0000000Z',
        to: '2020-01-01T01:00:00.0000000Z',
      }),
  },
  {
    name: 'result-failed',
    shows: 'A table that does not exist',
    play: async (stage) => result(stage, { tab: 'rows', table: 'NoSuchTable' }),
  },
  {
    name: 'result-paused',
    shows: 'The computer is offline, what has arrived stays',
    play: async (stage) => {
      await form(stage);
      await stage.page.context().setOffline(true);
      await stage.page.getByRole('button', { name: 'Run query' }).click();
    },
  },
  {
    name: 'result-stopped',
    shows: 'Cancelled half way',
    play: async (stage) => {
      await form(stage);
      await stage.page.getByRole('button', { name: 'Run query' }).click();
      await stage.page
        .getByText(/Reading|reading/)
        .first()
        .waitFor();
      await press(stage.page, 'button', 'Cancel');
    },
  },
  {
    name: 'keyspace-run',
    shows: 'The rows of a run',
    play: async (stage) => {
      await result(stage);
      await press(stage.page, 'link', 'Keyspace');
    },
  },
  {
    name: 'keyspace-finding',
    shows: 'A finding, and cells that were chosen',
    play: async (stage) => {
      await result(stage);
      await press(stage.page, 'link', 'Keyspace');
      await stage.idle();
      await stage.page.getByRole('region', { name: 'Findings' }).getByRole('button').first().click();
      await stage.page.getByRole('application').focus();
      for (const key of ['Shift+ArrowDown', 'Shift+ArrowRight']) await stage.page.keyboard.press(key);
    },
  },
  { name: 'keyspace-empty', shows: 'No run yet', play: async (stage) => stage.open('#/keyspace') },
  { name: 'keyspace-probe', shows: 'Before a probe', play: keyspaceOf('probe') },
  { name: 'keyspace-paste', shows: 'A list of keys', play: keyspaceOf('paste') },
  { name: 'keyspace-model', shows: 'A design, simulated', play: keyspaceOf('model') },
  {
    name: 'keyspace-probed',
    shows: 'A table that was probed',
    play: async (stage) => {
      await keyspaceOf('probe')(stage);
      await press(stage.page, 'button', 'Probe table');
    },
  },
  { name: 'keyspace-counted', shows: 'A table that was counted', play: countedTable },
  {
    name: 'design-verdict',
    shows: 'What a filter costs',
    play: async (stage) => {
      await stage.open('#/design');
      await stage.page
        .getByRole('textbox', { name: 'Filter to judge' })
        .fill("Timestamp ge datetime'2026-11-21T23:45:00Z' and Level le 2");
    },
  },
  {
    name: 'design-compared',
    shows: 'Designs compared',
    play: async (stage) => {
      await stage.open('#/design');
      await stage.page.getByRole('table', { name: 'Designs compared' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'design-advice',
    shows: 'Advice on designs',
    play: async (stage) => {
      await stage.open('#/design');
      await stage.page
        .getByRole('region', { name: 'Advice' })
        .evaluate((element) => element.scrollIntoView({ block: 'start' }));
    },
  },
  { name: 'design-series', shows: 'One time series in both designs', play: designSeries },
  {
    name: 'design-series-run',
    shows: 'Both designs, read',
    play: async (stage) => {
      await designSeries(stage);
      await press(stage.page, 'button', 'Run both');
      await stage.idle();
      await stage.page
        .getByText(/points are the same in both/)
        .first()
        .scrollIntoViewIfNeeded();
    },
  },
];

/** @param {string} name */
function sceneOf(name) {
  const scene = SCENES.find((one) => one.name === name);
  if (scene === undefined) throw new Error(`No scene ${name}.`);
  return scene;
}

/** The pictures of the README, with what they show. */
export const README_SCENES = [
  { file: 'query', scene: sceneOf('rows-entity') },
  { file: 'timeline', scene: sceneOf('timeline') },
  { file: 'sql', scene: sceneOf('sql') },
  { file: 'decode', scene: sceneOf('decode-key') },
  { file: 'keyspace', scene: sceneOf('keyspace-run') },
];
