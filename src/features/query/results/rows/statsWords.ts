import type { CellStats } from '../../../../core/rows/cellStats.ts';
import { durationText } from '../../../../core/time/durationText.ts';
import { formatPlural } from '../../../../ui/format.ts';

/** A Double outside of these would be a line of zeros: it has an exponent, as in its cell. */
const LEAST_PLAIN = 1e-6;
const MOST_PLAIN = 1e21;

/** A number whole: separators, all digits of an Int64, and of a Double those that it has. */
function numberText(value: bigint | number): string {
  if (typeof value === 'bigint') return value.toLocaleString('en-US');
  const size = Math.abs(value);
  const isPlain = size === 0 || (size >= LEAST_PLAIN && size < MOST_PLAIN);
  return isPlain ? value.toLocaleString('en-US', { maximumSignificantDigits: 15 }) : String(value);
}

/** What selected cells add up to, in words. */
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

/** A whole average that leaves a rest says so: nothing rounded looks exact. */
function averageText(average: bigint | number, sum: bigint | number, numbers: number): string {
  const isCut = typeof average === 'bigint' && typeof sum === 'bigint' && average * BigInt(numbers) !== sum;
  return `${isCut ? 'about ' : ''}${numberText(average)}`;
}
