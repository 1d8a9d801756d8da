import { describe, expect, it } from 'vitest';
import { gapForAll } from './gapForAll.ts';
import { gapCase, gapWords } from './gapsByDefinition.fixture.ts';
import { viewOf } from './cells.fixture.ts';
import { NEW_YEAR } from './clean.fixture.ts';
import { sentenceText } from './phrase.ts';

/** Of 4,000 seeds, those near a border: a changed figure or comparison changes what is said. */
const SEEDS = [
  1, 2, 3, 4, 5, 10, 12, 16, 17, 26, 27, 28, 31, 32, 33, 36, 48, 49, 52, 56, 63, 65, 72, 80, 85, 89, 95, 97,
  106, 107, 109, 128, 134, 145, 154, 158, 163, 190, 221, 222, 234, 235, 270, 274, 283, 309, 315, 351, 355,
  413, 432, 435, 436, 438, 476, 477, 514, 526, 561, 567, 575, 583, 595, 633, 748, 759, 795, 876, 1171, 1452,
  1484, 1485, 1743, 2160, 2201, 2221, 2345, 3817,
];

describe('gaps of all', () => {
  it.each(SEEDS)('are what their definition says: %i', (seed) => {
    const { table, map } = gapCase(seed);
    const view = viewOf(table, map);
    const said = gapForAll.find(view).map(({ id, title, sentence, confidence, severity, cells }) => ({
      id,
      title,
      sentence: sentenceText(sentence),
      confidence: confidence.toFixed(9),
      severity,
      cells: cells.map(({ from, to }) => [Number(from - NEW_YEAR) / 1e7, Number(to - NEW_YEAR) / 1e7]),
    }));
    expect(said).toEqual(gapWords(view, table).map((one) => ({ id: 'gap-for-all', ...one })));
  });
});
