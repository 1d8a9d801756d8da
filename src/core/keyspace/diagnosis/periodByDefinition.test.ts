import { describe, expect, it } from 'vitest';
import { viewOf } from './cells.fixture.ts';
import { NEW_YEAR } from './clean.fixture.ts';
import { periodCase, periodWords } from './periodByDefinition.fixture.ts';
import { periodicity } from './periodicity.ts';
import { sentenceText } from './phrase.ts';

/** Of 1,500 seeds, those near a border: a changed figure or comparison changes what is said. */
const SEEDS = [
  1, 4, 5, 6, 9, 10, 12, 24, 28, 35, 47, 48, 50, 61, 74, 80, 88, 98, 103, 109, 117, 142, 144, 147, 148, 164,
  172, 179, 218, 225, 240, 244, 245, 250, 277, 461, 502, 670, 759,
];

describe('a period', () => {
  it.each(SEEDS)('is what its definition says: %i', (seed) => {
    const { counts, map } = periodCase(seed);
    // The map begins before the first row and ends after the last.
    const said = periodicity
      .find(viewOf([[0, ...counts, 0, 0]], map))
      .map(({ id, severity, title, sentence, confidence, cells }) => ({
        id,
        severity,
        title,
        sentence: sentenceText(sentence),
        confidence: confidence.toFixed(9),
        cells: cells.map(({ from, to }) => [Number(from - NEW_YEAR) / 1e7, Number(to - NEW_YEAR) / 1e7]),
      }));
    const seconds = map.cellSeconds ?? 60;
    const cells = [[seconds, seconds * (1 + counts.length)]];
    expect(said).toEqual(periodWords(counts, seconds).map((words) => ({ ...words, cells })));
  });
});
