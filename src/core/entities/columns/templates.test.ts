import { expect, it } from 'vitest';
import { decoded, pageBytes, ticksScheme } from '../page/entityPage.fixture.ts';
import { EntityStore } from '../store/entityStore.ts';
import { buildColumn } from './valueColumn.ts';

function endOf<T>(work: Generator<undefined, T, undefined>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** The template of each text; undefined: it has none. */
function templatesOf(messages: readonly unknown[]): readonly (string | undefined)[] {
  const store = new EntityStore(ticksScheme());
  for (let from = 0; from < messages.length; from += 1000) {
    const rows = messages
      .slice(from, from + 1000)
      .map((message, at) =>
        JSON.stringify({ PartitionKey: 'p', RowKey: String(from + at).padStart(9, '0'), M: message }),
      );
    store.append(decoded(pageBytes(rows)), 0);
  }
  const { reader, values, references, distinct } = endOf(buildColumn(store, { name: 'M', fact: 'template' }));
  return messages.map((_, row) => {
    const value = values[row] as number;
    return value < distinct ? reader.valueOf(references[value] as number)?.text : undefined;
  });
}

const GUID = 'c9da6455-213d-42c9-9a79-3e9149a57833';

it.each([
  ['Failed to bind queue 7 after 1204 ms', 'Failed to bind queue <n> after <n> ms'],
  ['took 12.5ms, -3 retries, 1,204 rows', 'took <n>ms, <n> retries, <n> rows'],
  [`Lease ${GUID} renewed`, 'Lease <id> renewed'],
  ['blob 0a1b2c3d4e5f60718293a4b5c6d7e8f9 gone', 'blob <id> gone'],
  ['request req-7f3a9b2c1 done', 'request req-<id> done'],
  ['at 2026-11-27T01:02:03.1234567Z and 01:02:03', 'at <time> and <time>'],
  ['connect 10.0.0.12:443 refused', 'connect <host> refused'],
  ['resolving front-12.eu.contoso.com failed', 'resolving <host> failed'],
  ['Front_IN_62 stopped', 'Front_IN_<n> stopped'],
  ['System.Net.Sockets.SocketException: reset', 'System.Net.Sockets.SocketException: reset'],
  ['a "quoted"\ttab \u00e9 \\ 5', 'a "quoted" tab \u00e9 \\ <n>'],
  ['', ''],
])('%s', (message, template) => {
  expect(templatesOf([message])).toEqual([template]);
});

it('texts alone have a template, and long ones that of their beginning', () => {
  const long = `Unhandled at 5: ${'frame of a stack '.repeat(200)}`;
  expect(templatesOf([5, null, true, undefined])).toEqual([undefined, undefined, undefined, undefined]);
  const [first, second] = templatesOf([`${long} one`, `${long.replace('5', '6')} two`]);
  expect(first).toMatch(/^Unhandled at <n>: frame.* \u2026$/u);
  expect(second).toBe(first);
});

it('long texts are cut between characters, and not where numbers have other lengths', () => {
  expect(templatesOf(['\u6f22'.repeat(400)])[0]).toMatch(/^\u6f22+ \u2026$/u);
  expect(
    templatesOf(['\ud800'.repeat(300), '\u{1f600}'.repeat(200)]).every((text) => text !== undefined),
  ).toBe(true);
  const frames = 'at Shop.Cart.Total line 5 '.repeat(60);
  expect(
    new Set(templatesOf([`Request 7 failed: ${frames}`, `Request 12345678 failed: ${frames}`])).size,
  ).toBe(1);
});

it('free text takes bounded work, and what is beyond is one template', () => {
  const random = randomOf(7);
  const word = (): string => Array.from({ length: 6 }, () => 'abcdefghij'.charAt(random(10))).join('');
  const texts = Array.from(
    { length: 24_000 },
    (_, at) => `${at} ${Array.from({ length: 9 }, word).join(' ')}`,
  );
  const found = templatesOf(texts);
  expect(found.at(-1)).toBe('<text>');
  expect(new Set(found).size).toBeLessThanOrEqual(20_001);
});

it('words that vary are one template, if they are many; a few stay apart', () => {
  const users = Array.from(
    { length: 40 },
    (_, at) => `User u${'abcdefghij'.charAt(at % 10)}${'xyzw'.charAt(at % 4)} logged in`,
  );
  expect(new Set(templatesOf(users))).toEqual(new Set(['User <text> logged in']));
  const events = ['Order 5 was paid', 'Order 6 was shipped', 'Order 7 was lost', 'Order 8 was paid'];
  expect(templatesOf(events)).toEqual([
    'Order <n> was paid',
    'Order <n> was shipped',
    'Order <n> was lost',
    'Order <n> was paid',
  ]);
});

/** Numbers from a seed, the same everywhere (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

/** What services write, each with what varies in it. */
const KINDS = [
  'Failed to bind queue {n} after {n} ms',
  'PutBlob {id} failed: status {n}, retry {n}',
  'GetBlob {id} failed: status {n}',
  'Retry budget spent for writer {n}',
  'Slow write to ledger: {n} ms',
  'Batch rejected: queue {n} is full',
  'Lease {id} renewed {n} s late',
  'Timeout after {n} ms calling {host}',
  'Connection from {ip} closed by peer',
  'User {user} logged in from {ip}',
  'User {user} logged out',
  'Checksum of {id} differs, block {n}',
  'Order {n} was paid by {user}',
  'Order {n} was shipped to {user}',
  'Cache miss for key {user}',
  'Garbage collection took {n} ms, freed {n} MB',
  'Health probe ok',
  'Health probe failed',
  'Started worker {n} of {n}',
  'Stopping worker {n}',
  'Deployment {id} finished in {n} s',
  'Listing of {user} ended early at page {n}',
  'Server busy: partition {n}, waited {n} ms',
  'Heartbeat of {host} {n} s late',
];

it.each([1, 2, 3, 4, 5])('groups seeded logs as they were written (seed %i)', (seed) => {
  const random = randomOf(seed);
  const word = (): string =>
    Array.from({ length: 3 + random(6) }, () => 'abcdefghijklmnopqrstuvwxyz'.charAt(random(26))).join('');
  const hex = (length: number): string =>
    Array.from({ length }, () => '0123456789abcdef'.charAt(random(16))).join('');
  const users = Array.from({ length: 60 }, word);
  const fill: Readonly<Record<string, () => string>> = {
    n: () => String(random(10 ** (1 + random(5)))),
    id: () => (random(2) === 0 ? hex(32) : [8, 4, 4, 4, 12].map(hex).join('-')),
    host: () => `${word()}-${random(99)}.${word()}.internal`,
    ip: () => Array.from({ length: 4 }, () => random(256)).join('.'),
    user: () => users[random(users.length)] ?? '',
  };
  // Some kinds are frequent, most are rare.
  const kinds = Array.from({ length: 3000 }, () => Math.min(random(KINDS.length), random(KINDS.length)));
  const found = templatesOf(
    kinds.map((kind) => (KINDS[kind] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => fill[name]?.() ?? '')),
  );
  // Grouping accuracy: the share of rows whose group holds exactly the rows of their kind (Zhu et al., ICSE 2019).
  const groupOf = (labels: readonly unknown[]): ReadonlyMap<unknown, string> => {
    const rows = new Map<unknown, number[]>();
    for (const [row, label] of labels.entries()) rows.set(label, [...(rows.get(label) ?? []), row]);
    return new Map([...rows].map(([label, list]) => [label, list.join()]));
  };
  const [written, mined] = [groupOf(kinds), groupOf(found)];
  const right = kinds.filter((kind, row) => written.get(kind) === mined.get(found[row])).length;
  expect(right / kinds.length).toBeGreaterThanOrEqual(0.95);
});
