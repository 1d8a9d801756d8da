import { isDigits } from '../base/digits.ts';
import { sampleFact } from '../base/sampleFact.ts';

/** Fewer numbers can all have a right check digit by chance. */
const ENOUGH_ARTICLES = 6;
/** Fewer numbers of one width can begin this differently because several writers wrote them. */
const ENOUGH_RANDOM = 12;
/** Times of one writer begin with the same two digits, or a few pairs over a long span. Random numbers begin with any digits. */
const LEAST_FIRST_DIGITS = 4;
const LEAST_DIGIT_SPREAD = 5;
const LEAST_HEADS = 8;
/** At most this share of random numbers, or this many, begin with the same two digits. If more do, they are times among other numbers. */
const MOST_ALIKE_SHARE = 0.25;
const MOST_ALIKE = 4;
const ARTICLE = /^\d{13}$/;

/** Whether numbers of one width begin with so many different digits as random numbers do. */
function beginAtRandom(keys: readonly string[]): boolean {
  if (new Set(keys.map(({ length }) => length)).size > 1 || !keys.every((key) => isDigits(key))) return false;
  const firsts = [...new Set(keys.map((key) => key.charCodeAt(0)))];
  const heads = new Map<string, number>();
  for (const key of keys) heads.set(key.slice(0, 2), (heads.get(key.slice(0, 2)) ?? 0) + 1);
  return (
    Math.max(...heads.values()) <= Math.max(MOST_ALIKE, keys.length * MOST_ALIKE_SHARE) &&
    firsts.length >= LEAST_FIRST_DIGITS &&
    Math.max(...firsts) - Math.min(...firsts) >= LEAST_DIGIT_SPREAD &&
    heads.size >= LEAST_HEADS
  );
}

/** Whether the last of 13 digits is the check digit of an article's number (EAN-13), which one in ten other numbers has. */
export function isArticle(key: string): boolean {
  if (!ARTICLE.test(key)) return false;
  const sum = key.split('').reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Whether the numbers of a list are no times: random numbers, or article numbers (EAN-13). */
export function areNoTimes(keys: readonly string[]): boolean {
  const distinct = [...new Set(keys)];
  return (
    (distinct.length >= ENOUGH_RANDOM && beginAtRandom(distinct)) ||
    (distinct.length >= ENOUGH_ARTICLES && distinct.every(isArticle))
  );
}

/** The same for a sample, which must not change afterwards: the answer is kept. */
export const isSampleOfNoTimes = sampleFact(areNoTimes);
