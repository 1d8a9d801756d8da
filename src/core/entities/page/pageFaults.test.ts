import { describe, expect, it } from 'vitest';
import { decodeKeysPage, decodePage, MAX_PAGE_BYTES } from './decodePage.ts';
import { MAX_MEMBERS } from './pageRows.ts';

/** The fault of a body in which `^` marks the wrong byte. */
function faultOf(marked: string) {
  const page = decodePage(new TextEncoder().encode(marked.replace('^', '')));
  if (page.ok) return 'a page';
  const { kind, message, offset } = page.error;
  return { kind, message, offset };
}

const offsetOf = (marked: string): number =>
  new TextEncoder().encode(marked.slice(0, marked.indexOf('^'))).length;
const KEYS = '"PartitionKey":"p","RowKey":"r"';
const entity = (members: string): string => `{"value":[{${KEYS},${members}}]}`;

describe('a body that is not JSON', () => {
  it.each([
    ['^5', '"{"'],
    ['\ufeff ^5', '"{"'],
    ['{^5', 'a property name'],
    ['{"a" ^5', '":"'],
    ['{"a":1 ^2}', '"," or "}"'],
    ['{"value":[] ^]', '"," or "}"'],
    ['{"value":[]} ^x', 'the end of the body'],
    ['{"a":^]', 'a value'],
    ['{"value":[{^5}]}', 'a property name'],
    ['{"value":[{"PartitionKey":"p",^5}]}', 'a property name'],
    ['{"value":[{"PartitionKey" ^5}]}', '":"'],
    [`{"value":[{${KEYS} ^]]}`, '"," or "}"'],
    [`{"value":[{${KEYS}}^}`, '"," or "]"'],
    [entity('"a":^x'), 'a value'],
    [entity('"a":t^x'), '"true"'],
    [entity('"a":fals^x'), '"false"'],
    [entity('"a":nu^x'), '"null"'],
    [entity('"a":-^x'), 'a digit'],
    [entity('"a":1.^x'), 'a digit'],
    [entity('"a":1e^x'), 'a digit'],
    [entity('"a":1E+^x'), 'a digit'],
    [entity('"a":1e-^x'), 'a digit'],
    [entity('"a":0^1'), '"," or "}"'],
    [entity('"a":{^5}'), 'a property name'],
    [entity('"a":{"b"^5}'), '":"'],
    [entity('"a":{"b":5 ^5}'), '"," or "}"'],
    [entity('"a":[5 ^5]'), '"," or "]"'],
    [entity('"a":"b" ^"c"'), '"," or "}"'],
  ])('%s: says which byte is wrong, and what was expected', (marked, wanted) => {
    const offset = offsetOf(marked);
    const message = `The body is not JSON: expected ${wanted} at byte ${offset}.`;
    expect(faultOf(marked)).toEqual({ kind: 'not-json', message, offset });
  });

  it.each([
    [entity('"a":"x^\u0001"'), 'an unescaped control character in a string'],
    [entity('"a":"x^\\x"'), 'unknown escape'],
    [entity('"a":"é^\\u12g4"'), 'broken \\u escape'],
    ['{"^\\u123"', 'broken \\u escape'],
  ])('%s: says what is wrong in a string', (marked, wrong) => {
    const offset = offsetOf(marked);
    expect(faultOf(marked)).toEqual({
      kind: 'not-json',
      message: `The body is not JSON: ${wrong} at byte ${offset}.`,
      offset,
    });
  });

  it('of a page in HTML or of no text says so', () => {
    const html = { kind: 'not-json', message: 'The body is HTML or XML, not JSON.' };
    expect(faultOf(' \n\t\r<html>')).toEqual({ ...html, offset: 4 });
    expect(faultOf('\ufeff<?xml ?>')).toEqual({ ...html, offset: 3 });
    const bytes = Uint8Array.from([0x7b, 0x78, 0xff]);
    expect(decodePage(bytes)).toMatchObject({
      ok: false,
      error: { kind: 'not-utf8', message: 'The body is not UTF-8 text.' },
    });
  });
});

describe('a body of JSON that is no page', () => {
  it.each([
    ['^[1]', 'not-a-page', 'The body is a JSON array, not an object with a "value" array.'],
    ['{"value":[],"value": ^[]}', 'not-a-page', 'The body has two "value" members.'],
    ['{"value":^5}', 'not-a-page', 'The "value" member of the body is not an array.'],
    ['^{"x":1}', 'not-a-page', 'The body is JSON without a "value" array, so it is not a page of entities.'],
    [
      '^{"odata.error":{}}',
      'service-error',
      'The body holds an error of the service, with the status of a success.',
    ],
    [
      '^{"x":1,"error":1,"y":2}',
      'service-error',
      'The body holds an error of the service, with the status of a success.',
    ],
    ['{"value":[^5]}', 'bad-entity', 'Entry 1 of "value" is not an object.'],
    [`{"value":[{${KEYS}}, ^"x"]}`, 'bad-entity', 'Entry 2 of "value" is not an object.'],
    ['{"value":[^{"PartitionKey":"p"}]}', 'bad-entity', 'Entity 1 of the page has no RowKey text.'],
    ['{"value":[^{"RowKey":"p"}]}', 'bad-entity', 'Entity 1 of the page has no PartitionKey text.'],
    ['{"value":[^{}]}', 'bad-entity', 'Entity 1 of the page has no PartitionKey text.'],
    [
      `{"value":[{${KEYS}},^{"PartitionKey":"p","RowKey":5}]}`,
      'bad-entity',
      'Entity 2 of the page has no RowKey text.',
    ],
    [
      `{"value":[{${KEYS}},^{${KEYS},${'"a":1,'.repeat(MAX_MEMBERS)}"b":2}]}`,
      'too-wide',
      `Entity 2 of the page has more than ${MAX_MEMBERS} properties.`,
    ],
  ])('%.60s', (marked, kind, message) => {
    expect(faultOf(marked)).toEqual({ kind, message, offset: offsetOf(marked) });
  });

  it('nor is a page that an error was written before or after: the service broke off in the middle', () => {
    const row = `{${KEYS}}`;
    const error = '"odata.error":{"code":"OperationTimedOut","message":{"lang":"en-US","value":"..."}}';
    const wrong = {
      kind: 'service-error',
      message: 'The body holds an error of the service, OperationTimedOut, with the status of a success.',
      offset: 0,
    };
    for (const body of [`{"value":[${row}],${error}}`, `{${error},"value":[${row}]}`])
      expect(faultOf(body)).toEqual(wrong);
    // A code is shown only if it looks like one.
    for (const other of ['{}', 'null', '{"code":"sig=a%3D <b>"}'])
      expect(faultOf(`{"odata.error":${other},"value":[]}`)).toEqual({
        ...wrong,
        message: 'The body holds an error of the service, with the status of a success.',
      });
  });
});

it('a body that ends early says so at its end, and one without any byte is empty', () => {
  for (const text of [
    '{',
    '{"value":',
    '{"value":[',
    `{"value":[{${KEYS}}`,
    `{"value":[{${KEYS},"a":tr`,
    '{"a\\',
    '{"a\\u00',
    '{"v',
  ])
    expect([text, faultOf(text)]).toEqual([
      text,
      { kind: 'truncated', message: 'The body ends in the middle of the JSON.', offset: text.length },
    ]);
  for (const text of ['', ' \n\t\r', '\ufeff', '\ufeff '])
    expect(faultOf(text)).toEqual({
      kind: 'empty',
      message: 'The body of the page is empty.',
      offset: undefined,
    });
});

it('values are nested in at most 32 levels, those of the page included', () => {
  const nest = (levels: number, before: string, after: string): string =>
    `${before}${'['.repeat(levels)}${']'.repeat(levels)}${after}`;
  const tooDeep = (before: string, own: number) => ({
    kind: 'too-deep',
    message: 'The JSON is nested deeper than 32 levels.',
    offset: before.length + 32 - own,
  });
  const [root, entry, member] = ['{"value":[],"a":', '{"value":[', entity('"a":').slice(0, -3)];
  expect(faultOf(nest(31, root, '}'))).toBe('a page');
  expect(faultOf(nest(32, root, '}'))).toEqual(tooDeep(root, 1));
  expect(faultOf(nest(30, entry, ']}'))).toMatchObject({ kind: 'bad-entity' });
  expect(faultOf(nest(31, entry, ']}'))).toEqual(tooDeep(entry, 2));
  expect(faultOf(nest(29, member, '}]}'))).toBe('a page');
  expect(faultOf(nest(30, member, '}]}'))).toEqual(tooDeep(member, 3));
  // Objects count as arrays do.
  const objects = (levels: number): string => `${member}${'{"b":'.repeat(levels)}1${'}'.repeat(levels)}}]}`;
  expect([faultOf(objects(29)), faultOf(objects(30))]).toEqual([
    'a page',
    expect.objectContaining({ kind: 'too-deep' }),
  ]);
});

it('a body of the greatest size is read, and a longer one says both sizes', () => {
  const spaces = (count: number): Uint8Array => new Uint8Array(count).fill(0x20);
  const large = (length: number, most: number) => ({
    ok: false,
    error: { kind: 'too-large', message: `The body has ${length} bytes, more than ${most} for one page.` },
  });
  expect(decodePage(spaces(MAX_PAGE_BYTES))).toMatchObject({ ok: false, error: { kind: 'empty' } });
  expect(decodePage(spaces(8_388_609))).toMatchObject(large(8_388_609, 8_388_608));
  expect(decodeKeysPage(spaces(1_048_576))).toMatchObject({ ok: false, error: { kind: 'empty' } });
  expect(decodeKeysPage(spaces(1_048_577))).toMatchObject(large(1_048_577, 1_048_576));
});
