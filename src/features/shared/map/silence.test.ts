import { expect, it } from 'vitest';
import { isoToTicks } from '../../../core/time/ticks.ts';
import { sinceWords } from './silence.ts';

const UTC = { timeZone: undefined, name: 'UTC' };
const at = (time: string) => isoToTicks(`2026-11-22T${time}Z`);
const SPAN = { from: at('12:05:00.0000000'), to: at('14:03:22.1234567') };

it('says up to when a prefix wrote nothing, or between which times it wrote again', () => {
  expect(sinceWords('none', SPAN, UTC, true)).toBe('Yes: no row since 12:05. Asked at 14:03:22 UTC.');
  // A tick after the last row.
  const exact = { ...SPAN, from: at('12:04:53.0004751') };
  expect(sinceWords('none', exact, UTC, true)).toMatch(/^Yes: no row since 12:04:53\. /);
  const row = { from: at('13:20:00.0000000'), before: at('13:21:00.0000000') };
  expect(sinceWords(row, SPAN, UTC, true)).toBe(
    'No: it wrote again. Its first row since: between 13:20 and 13:21 UTC, about 43 min ago. Asked at 14:03:22 UTC.',
  );
});

it('claims no silence where continuation tokens are hidden, and no time where the key has none', () => {
  expect(sinceWords('none', SPAN, UTC, false)).toMatch(/^No row was found, but/);
  expect(sinceWords('unread', SPAN, UTC, true)).toMatch(/^No: it wrote again/);
});
