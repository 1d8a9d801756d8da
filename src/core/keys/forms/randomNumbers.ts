import { isDigits } from '../base/digits.ts';

/** Fewer articles' numbers could be so by chance. */
const ENOUGH_ARTICLES = 6;
/** A list of keys of several writers has fewer numbers of one width that begin so differently. */
const ENOUGH_RANDOM = 12;
/** Times of one writer begin with the same two digits, or with a few where the span is long. Random numbers begin with any. */
const LEAST_FIRST_DIGITS = 4;
const LEAST_DIGIT_SPREAD = 5;
const LEAST_HEADS = 8;
/** Random numbers seldom share their first two digits: at most this share of them, or this many. More are times beside other numbers. */
const MOST_ALIKE_SHARE = 0.25;
const MOST_ALIKE = 4;
const ARTICLE_DIGITS = 13;

/** Whether numbers of one width begin with so many different digits as random numbers do. */
function beginAtRandom(keys: readonly string[]): boolean {
  const width = keys[0]?.length;
  if (keys.some((key) => key.length !== width || !isDigits(key))) return false;
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
function isArticle(key: string): boolean {
  if (key.length !== ARTICLE_DIGITS || !isDigits(key)) return false;
  let sum = 0;
  for (let at = 0; at < ARTICLE_DIGITS; at++) sum += (key.charCodeAt(at) - 48) * (at % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

/** Whether the numbers of a list are random, or those of articles, so that none of them is a time. */
export function areNoTimes(keys: readonly string[]): boolean {
  const distinct = [...new Set(keys)];
  return (
    (distinct.length >= ENOUGH_RANDOM && beginAtRandom(distinct)) ||
    (distinct.length >= ENOUGH_ARTICLES && distinct.every(isArticle))
  );
}

const known = new WeakMap<readonly string[], boolean>();

/** The same for a sample, which must not change afterwards: the answer is kept. */
export function isSampleOfNoTimes(sample: readonly string[] | undefined): boolean {
  if (sample === undefined) return false;
  const fact = known.get(sample) ?? areNoTimes(sample);
  known.set(sample, fact);
  return fact;
}
