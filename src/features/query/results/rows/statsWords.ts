import type { CellStats } from '../../../../core/rows/cellStats.ts';
import { durationText } from '../../../../core/time/durationText.ts';
import { formatPlural } from '../../../../ui/format.ts';

/** A Double outside these limits is written with an exponent, as in its cell, because otherwise it would be a line of zeros. */
const LEAST_PLAIN = 1e-6;
const MOST_PLAIN = 1e21;

/** A number with separators and all its digits. */
function numberText(value: bigint | number): string {
  if (typeof value === 'bigint') return value.toLocaleString('en-US');
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= LEAST_PLAIN && size < MOST_PLAIN);
  return isPlain ? value.toLocaleString('en-US', { maximumSignificantDigits: 15 }) : String(value);
}

/** The sum and other figures of selected cells, as texts. */
export function statsWords(stats: CellStats): readonly string[] {
  const { cells, values, numbers, notNumbers, sum, average, min, max, firstTicks, lastTicks } = stats;
  const empty = cells - values;
  const words = [
    formatPlural(cells, 'cell') +
      (empty > 0 ? `, ${formatPlural(empty, 'without a value', 'without a value')}` : ''),
  ];
  if (sum !== undefined && average !== undefined && min !== undefined && max !== undefined) {
    const of = numbers === values ? '' : ` of ${formatPlural(numbers, 'number')}`;
    words.push(
      `Sum${of} ${numberText(sum)}`,
      `Average ${averageText(average, sum, numbers)}`,
      `Min ${numberText(min)}`,
      `Max ${numberText(max)}`,
    );
  }
  if (notNumbers > 0) words.push(`${notNumbers.toLocaleString('en-US')} NaN left out`);
  if (firstTicks !== undefined && lastTicks !== undefined)
    words.push(`Times span ${durationText(lastTicks - firstTicks)}`);
  return words;
}

/** An average that was rounded says so, because nothing rounded may look exact. */
function averageText(average: bigint | number, sum: bigint | number, numbers: number): string {
  const isCut = typeof average === 'bigint' && typeof sum === 'bigint' && average * BigInt(numbers) !== sum;
  return `${isCut ? 'about ' : ''}${numberText(average)}`;
}
