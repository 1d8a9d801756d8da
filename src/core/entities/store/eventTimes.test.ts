import { expect, it } from 'vitest';
import { decoded, pageBytes } from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { EntityStore } from './entityStore.ts';

/** TEXT as ticks. */
const TICKS = String(BigInt(Date.UTC(2026, 10, 20)) * 10_000n + 621_355_968_000_000_001n);
const TEXT = '2026-11-20T00:00:00.0000001Z';

/** The event time of a row with these members and with keys that hold no time; 'none': it has none. */
function eventOf(members: string): string {
  const scheme = ticksScheme({ rowTime: () => false });
  const store = new EntityStore(scheme);
  store.append(decoded(pageBytes([`{"PartitionKey":"p","RowKey":"r",${members}}`])), 0);
  const found = store.instant(0, 'event');
  return found === undefined ? 'none' : String(BigInt(found.seconds) * 10_000_000n + BigInt(found.fraction));
}

const typed = (name: string, type: string, text: string): string =>
  `"${name}@odata.type":"${type}","${name}":"${text}"`;

it.each([
  [typed('EventTicks', 'Edm.Int64', TICKS), TICKS],
  [typed('EventTime', 'Edm.Int64', TICKS), TICKS],
  [typed('EventTime', 'Edm.DateTime', TEXT), TICKS],
  [`"EventTime":"${TEXT}"`, TICKS],
  // Only some types hold times: what a Guid or Binary looks like says nothing.
  [typed('EventTime', 'Edm.Binary', TEXT), 'none'],
  [typed('EventTime', 'Edm.Guid', TEXT), 'none'],
  [typed('EventTime', 'Edm.Int64', TEXT), 'none'],
  [typed('EventTime', 'Edm.DateTime', TICKS), 'none'],
  [`"EventTime":"${TICKS}"`, 'none'],
  [`"Other":"${TEXT}"`, 'none'],
  ['"EventTime":"soon"', 'none'],
  // The best property that holds a time counts, wherever it is in the row.
  [
    `${typed('EventTime', 'Edm.DateTime', '2026-11-21T00:00:00Z')},${typed('EventTicks', 'Edm.Int64', TICKS)}`,
    TICKS,
  ],
  [
    `${typed('EventTicks', 'Edm.Int64', TICKS)},${typed('EventTime', 'Edm.DateTime', '2026-11-21T00:00:00Z')}`,
    TICKS,
  ],
  [`${typed('EventTicks', 'Edm.Int64', 'soon')},${typed('EventTime', 'Edm.DateTime', TEXT)}`, TICKS],
])('the event time of a row is that of its best property that holds a time: %s', (members, expected) => {
  expect(eventOf(members)).toBe(expected);
});
