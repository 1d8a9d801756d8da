import { expect, it } from 'vitest';
import type { TableFault } from '../base/tableError.ts';
import { whyHeld } from './access.ts';

const fault = (kind: TableFault['kind'], more: Partial<TableFault> = {}): TableFault => ({
  kind,
  message: `${kind}.`,
  nextStep: '',
  ...more,
});
const RESET = fault('network');
const REFUSED = fault('auth');

it('a page is held by what no retry mends', () => {
  const usual = { isSilent: false, isOnline: true, canPause: true, letInAtMs: 500, resumedAtMs: 0 };
  const why = (found: TableFault, more: Partial<typeof usual> = {}, page: { refusedAtMs?: number } = {}) =>
    whyHeld(page, found, { ...usual, ...more });
  const asleep = fault('timeout', { afterSleep: true });
  expect([why(asleep), why(asleep, { isSilent: true })]).toEqual([
    undefined,
    'the page was asleep: checking whether the service answers',
  ]);
  expect([why(RESET), why(RESET, { isOnline: false })]).toEqual([undefined, 'waiting for the network']);
  const again = { refusedAtMs: 600 };
  const other = 'waiting for another SAS or token';
  expect(why(REFUSED)).toBe('refused: checking whether all requests are');
  expect(why(REFUSED, {}, again)).toBe(other);
  expect(why(REFUSED, { letInAtMs: 700 }, again)).toBeUndefined();
  expect(why(REFUSED, { resumedAtMs: 650 }, again)).toBe('refused: checking whether all requests are');
  expect(whyHeld({}, fault('expired'), { ...usual, letInAtMs: undefined })).toBe(other);
  expect(whyHeld(again, REFUSED, { ...usual, letInAtMs: undefined })).toBeUndefined();
  expect(why(REFUSED, { canPause: false })).toBeUndefined();
});
