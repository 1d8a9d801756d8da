import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decoded, pageBytes } from '../page/entityPage.fixture.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../store/entityStore.ts';
import { passingValues } from './columnFilter.ts';
import { templateParts } from './placeholders.ts';
import { buildColumn, rankOf, type ValueColumn } from './valueColumn.ts';
import { runSteps } from '../../steps.ts';

function storeOf(messages: readonly unknown[]): EntityStore {
  const store = new EntityStore(ticksScheme());
  addTo(store, messages);
  return store;
}

function addTo(store: EntityStore, messages: readonly unknown[]): void {
  for (let from = 0; from < messages.length; from += 1000) {
    const rows = messages.slice(from, from + 1000).map((message, at) =>
      JSON.stringify({
        PartitionKey: 'p',
        RowKey: String(store.rowCount + from + at).padStart(9, '0'),
        M: message,
      }),
    );
    store.append(decoded(pageBytes(rows)), 0);
  }
}

const columnOf = (store: EntityStore): ValueColumn =>
  runSteps(buildColumn(store, { name: 'M', fact: 'template' }));

/** The template of each text; undefined: it has none. */
function templatesOf(messages: readonly unknown[]): readonly (string | undefined)[] {
  return textsOf(columnOf(storeOf(messages)));
}

function textsOf({ reader, values, references, distinct }: ValueColumn): readonly (string | undefined)[] {
  return Array.from(values, (value) =>
    value < distinct ? reader.valueOf(references[value] as number)?.text : undefined,
  );
}

/** Row numbers of a template's texts. */
function rowsOf({ reader }: ValueColumn, template: string): readonly number[] {
  const mask = runSteps(reader.rowsOf?.([template]) ?? empty());
  return [...mask.keys()].filter((row) => mask[row] === 1);
}

// eslint-disable-next-line require-yield
function* empty(): Generator<undefined, Uint8Array, undefined> {
  return new Uint8Array(0);
}

const GUID = 'c9da6455-213d-42c9-9a79-3e9149a57833';

it.each([
  ['Failed to bind queue 7 after 1204 ms', 'Failed to bind queue <n> after <n> ms'],
  ['Status -1, Code=-5, block blk_-77', 'Status <n>, Code=<n>, block blk_<n>'],
  ['from 10 to 20, 3-5, a-7', 'from <n> to <n>, <n>-<n>, a-<n>'],
  [
    'agent 1.2.3 and v2.10.0-beta.4, Version=4.0.30319.42000',
    'agent <version> and v<version>, Version=<version>',
  ],
  ['took 1.5e-05 s', 'took <n> s'],
  ['error 0x80070005 at 0xDEADBEEF', 'error <id> at <id>'],
  ['from fe80::1ff:fe23:4567:890a to [2001:db8::1]:443', 'from <host> to <host>'],
  ['peer 2001:0db8:0:0:1:2:3:4, std::vec10::x', 'peer <host>, std::vec<n>::x'],
  ['adapter 00:1B:44:11:3A:B7 up', 'adapter <id> up'],
  ['Lease C9da6455-213D-42c9-9a79-3e9149a57833 renewed', 'Lease <id> renewed'],
  ['read C:\\Logs\\a 7\\x.log, in C:\\src\\X.cs:line 12', 'read <path> <n>\\x.log, in <path>:line <n>'],
  ['open /var/lib/x7/data and /a/b9.txt.', 'open <path> and <path>.'],
  ['GET /api/orders/17/items 200', 'GET /api/orders/<n>/items <n>'],
  ['to api.contoso.com:443, csdnimg.cn:80', 'to <host>, <host>'],
  ['on 2026-11-27 and 11/27/2026', 'on <time> and <time>'],
  ['host 187-12-34-56.user.example', 'host <host>'],
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
  texts.push('Lease 7 renewed');
  const column = columnOf(storeOf(texts));
  const found = textsOf(column);
  expect(found.at(-1)).toBe('<text>');
  expect(new Set(found).size).toBeLessThanOrEqual(20_001);
  expect(rowsOf(column, '<text>')).toEqual([...found.keys()].filter((row) => found[row] === '<text>'));
  // It is still found by its words.
  expect(rowsOf(column, 'Lease <n> renewed')).toEqual([24_000]);
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

/** Texts of a few words, of which some are numbers: templates overlap. */
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', '7', '-8', '1.2.3', 'x=1', 'x=y', ''), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => words.join(' '));

it('a template selects the rows of its group, also when others have been found since', () => {
  let general = 0;
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 120 }),
      fc.array(text, { maxLength: 120 }),
      (texts, more) => {
        const store = storeOf([...texts, 5, null]);
        const first = columnOf(store);
        const templates = textsOf(first);
        const selected = new Map<string, readonly number[]>();
        for (const template of new Set(templates)) {
          if (template === undefined) continue;
          selected.set(template, rowsOf(first, template));
          expect(rowsOf(first, template)).toEqual(
            [...templates.keys()].filter((row) => templates[row] === template),
          );
        }
        addTo(store, more);
        const later = columnOf(store);
        for (const [template, rows] of selected) {
          const now = rowsOf(later, template);
          expect(now.filter((row) => row < first.rowCount)).toEqual(rows);
          // They still have one template, though others may have joined it.
          const groups = new Set(now.map((row) => textsOf(later)[row]));
          expect(groups.size).toBe(1);
          if (!groups.has(template)) general += 1;
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(general).toBeGreaterThan(0);
});

it('what a template has in place of a name is a column: numbers as numbers', () => {
  const messages = [
    'Bind of a1.b.contoso.com took 1,204 ms (-3)',
    'Bind of 10.0.0.1:443 took 12.5 ms (0)',
    'Bind of [fe80::1]:80 took 12.50 ms (+7)',
    'Bind of x1.y.z took 9007199254740993 ms (7)',
    'Bind of x1.y.z took long',
    7,
    undefined,
  ];
  const store = storeOf(messages);
  const template = 'Bind of <host> took <n> ms (<n>)';
  expect(templatesOf(messages)[0]).toBe(template);
  const values = (place: number) => {
    const ref = { name: 'M', fact: `parameter ${place} of ${template}` } as const;
    const column = runSteps(buildColumn(store, ref));
    return Array.from(column.values, (value) => {
      const shown = column.reader.valueOf(column.references[value] ?? 0);
      return value < column.distinct ? [shown?.type, shown?.text, rankOf(column, value)] : undefined;
    });
  };
  const none = [undefined, undefined, undefined];
  expect(values(0)).toEqual([
    ['Edm.String', 'a1.b.contoso.com', 2],
    ['Edm.String', '10.0.0.1:443', 0],
    ['Edm.String', '[fe80::1]:80', 1],
    ['Edm.String', 'x1.y.z', 3],
    ...none,
  ]);
  expect(values(1)).toEqual([
    ['Edm.Int64', '1204', 1],
    ['Edm.Double', '12.5', 0],
    ['Edm.Double', '12.50', 0],
    ['Edm.Int64', '9007199254740993', 2],
    ...none,
  ]);
  expect(values(2).map((value) => value?.[1])).toEqual(['-3', '0', '7', '7', ...none]);
});

it('reads numbers with leading zeros as numbers, and ticks and ISO times as times', () => {
  const texts = (
    '0000000000000000042 7 00000000000000000000000099 9223372036854775807 0009223372036854775806 ' +
    '9223372036854775808 0638000000000000001 638000000000000000 007.50'
  ).split(' ');
  const store = storeOf(texts.map((text) => `Read ${text} since ${text.length}`));
  const ref = { name: 'M', fact: 'parameter 0 of Read <n> since <n>' } as const;
  const column = runSteps(buildColumn(store, ref));
  const inOrder = Array.from(column.references, (reference) => column.reader.valueOf(reference));
  expect(inOrder.map((value) => [value?.type, value?.text])).toEqual([
    ['Edm.Int64', '7'],
    ['Edm.Double', '007.50'],
    ['Edm.Int64', '0000000000000000042'],
    ['Edm.Int64', '00000000000000000000000099'],
    ['Edm.Int64', '0009223372036854775806'],
    ['Edm.Int64', '9223372036854775807'],
    ['Edm.DateTime', '2022-09-28T22:13:20.0000000Z'],
    ['Edm.DateTime', '2022-09-28T22:13:20.0000001Z'],
    ['Edm.String', '9223372036854775808'],
  ]);
  // Filtering by the shown value finds the same row again.
  for (const [value, shown] of inOrder.entries()) {
    const passing = runSteps(
      passingValues(store, column, { kind: 'is', type: shown?.type ?? '', text: shown?.text ?? '' }),
    );
    const passes = (at: number): boolean =>
      'passes' in passing ? passing.passes[at] === 1 : at >= passing.from && at < passing.to;
    expect([...inOrder.keys()].filter(passes)).toEqual([value]);
  }
  const [since] = textsAndTypes('Seen 2026-11-27T01:02:03.5Z at 7', 'parameter 0 of Seen <time> at <n>');
  expect(since).toEqual(['Edm.DateTime', '2026-11-27T01:02:03.5Z']);
});

it('reads the parameters of a text that contains a literal placeholder', () => {
  const message = 'Unexpected <n> at 7 of <id>';
  expect(templatesOf([message])).toEqual(['Unexpected <n> at <n> of <id>']);
  expect(textsAndTypes(message, 'parameter 0 of Unexpected <n> at <n> of <id>')).toEqual([
    ['Edm.String', '<n>'],
  ]);
  expect(textsAndTypes(message, 'parameter 1 of Unexpected <n> at <n> of <id>')).toEqual([
    ['Edm.Int64', '7'],
  ]);
});

/** The value of a parameter in one text, as type and text. */
function textsAndTypes(message: string, fact: `parameter ${number} of ${string}`) {
  const { reader, references } = runSteps(buildColumn(storeOf([message]), { name: 'M', fact }));
  return Array.from(references, (reference) => reader.valueOf(reference)).map((value) => [
    value?.type,
    value?.text,
  ]);
}

it('every placeholder of a text can be read', () => {
  const messages = [
    `Lease ${GUID} of 0a1b2c3d4e5f60718293a4b5c6d7e8f9, error 0x80070005`,
    'At 2026-11-27T01:02:03.1234567Z and 2026-11-27 01:02:03 +01:00 or 01:02:03',
    'Agent 1.2.3-beta.4 (v2.1) wrote C:\\Logs\\a.txt: /var/x/y, /a/b.log.',
    `Unhandled 5 in ${'a frame of the stack, '.repeat(50)}`,
    'a\ttab\nand a line 7, \u007f',
    'Adapter 00:1b:44:11:3a:b7 up',
    `Pair a1b2-${GUID}-c3d4`,
    `${'frame '.repeat(29)}/var/log/a.txt ${'frame '.repeat(90)}`,
    'took 5e-3 s',
  ];
  const read = messages.map((message) => {
    const [template = ''] = templatesOf([message]);
    return templateParts(template)
      .filter((_, at) => at % 2 === 1)
      .map((_, place) => {
        const column = runSteps(
          buildColumn(storeOf([message]), { name: 'M', fact: `parameter ${place} of ${template}` }),
        );
        return column.reader.valueOf(column.references[0] ?? 0)?.text;
      });
  });
  expect(read).toEqual([
    [GUID, '0a1b2c3d4e5f60718293a4b5c6d7e8f9', '0x80070005'],
    ['2026-11-27T01:02:03.1234567Z', '2026-11-27 01:02:03 +01:00', '01:02:03'],
    ['1.2.3-beta.4', '2.1', 'C:\\Logs\\a.txt', '/var/x/y', '/a/b.log'],
    ['5'],
    ['7'],
    ['00:1b:44:11:3a:b7'],
    ['a1b2', GUID, 'c3d4'],
    ['/var/log/a.txt'],
    ['5e-3'],
  ]);
});

it('a word that varies may be a time with a space', () => {
  const words = ['never', '2026-11-27 01:02:03', 'today', 'a', 'b', 'c', 'd'];
  const store = storeOf(words.map((word, at) => `Last seen ${word} by ${at} others in total`));
  const template = 'Last seen <text> by <n> others in total';
  const read = (place: number) =>
    textsOf(runSteps(buildColumn(store, { name: 'M', fact: `parameter ${place} of ${template}` })));
  expect(read(0)).toEqual(words);
  expect(read(1)).toEqual(['0', '1', '2', '3', '4', '5', '6']);
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

/** Messages of services, with braces around what varies. */
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
  'Agent {version} wrote {path}',
  'Status -{n}',
  'Started',
  'Stopped',
  // The word that differs is the event, however many such words there are.
  ...['started', 'stopped', 'paused', 'resumed', 'failed', 'was killed', 'idle'].map(
    (event) => `Worker ${event}`,
  ),
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
    version: () => `${random(4)}.${random(20)}.${random(200)}`,
    path: () => (random(2) === 0 ? `C:\\logs\\${word()}.log` : `/var/${word()}/${word()}`),
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
