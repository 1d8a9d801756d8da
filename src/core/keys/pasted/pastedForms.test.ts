import { describe, expect, it } from 'vitest';
import type { FoundKey } from './findKeys.ts';
import { findKeys } from './findKeys.fixture.ts';

/* Keys found in pasted text: where each stands, how it is read, and what the text around it says about it. */

/** 2013-01-01T00:00:00Z as ticks, an hour later, and as inverted ticks. */
const A = '0634925952000000000';
const B = '0634925988000000000';
const C = '2520453023999999999';
const P = `0000000000000000012___${A}`;

/** Each key as "its place in the text -> the key (its part and table)", without what would say nothing more. */
function said(text: string): readonly string[] {
  return findKeys(text).keys.map((key: FoundKey) => {
    const about = [key.part, key.tableName].filter((each) => each !== undefined).join(' ');
    const place = text.slice(key.from, key.to);
    return (place === key.text ? place : `${place} -> ${key.text}`) + (about === '' ? '' : ` (${about})`);
  });
}

const HEADER = 'PartitionKey,RowKey\n';

describe('cells of a table', () => {
  it.each<readonly [string, readonly string[]]>([
    [
      `PartitionKey,RowKey\r\n${A},r1\r\n${B},r2`,
      [`${A} (partition)`, 'r1 (row)', `${B} (partition)`, 'r2 (row)'],
    ],
    [`${HEADER} ${A} , r1 \n`, [` ${A}  -> ${A} (partition)`, ' r1  -> r1 (row)']],
    [`${HEADER}"${A}","r""1"""\n`, [`"${A}" -> ${A} (partition)`, '"r""1""" -> r"1" (row)']],
    [`${HEADER}"""","r\n1"\n,x\n`, ['"""" -> " (partition)', '"r\n1" -> r\n1 (row)', 'x (row)']],
    [`${HEADER}"${A}"x,r`, [`"${A}"x -> ${A} (partition)`, 'r (row)']],
    // A stray quote swallows no rows.
    [`${HEADER}p,"r,${A}\r\n${B},s`, ['p (partition)', '"r -> r (row)', `${B} (partition)`, 's (row)']],
    // What stands before a fault in a record, or behind it, keeps its column.
    [`PartitionKey,RowKey,x\n"p,1",${A},say "hi", bye`, ['"p,1" -> p,1 (partition)', `${A} (row)`]],
    [`PartitionKey,RowKey,x\n"a""b",${A},ok,more`, ['"a""b" -> a"b (partition)', `${A} (row)`]],
    [`x,PartitionKey,RowKey\n"hi, you" x,p,${A}\n`, ['p (partition)', `${A} (row)`]],
    [`${HEADER}p,r,more\n${A},s`, ['p (partition)', 'r (row)', `${A} (partition)`, 's (row)']],
    [`${HEADER}" p"," r "\n`, ['" p" ->  p (partition)', '" r " ->  r  (row)']],
    [`\tPartitionKey\tRowKey\n1\t${A}\tr\n`, [`${A} (partition)`, 'r (row)']],
    [`| RowKey |\n|:---|\n| ${A} |\n| --- |`, [` ${A}  -> ${A} (row)`, ' ---  -> --- (row)']],
    [`RowKey\tx\n-\t-\n`, ['- (row)']],
    [` RowKey | x\n----+---\n ${A} | y\n`, [` ${A}  -> ${A} (row)`]],
    [`${HEADER}"",r`, ['r (row)']],
    [`row_key\tX\tPARTITION KEY\nr\t1\tp\n`, ['r (row)', 'p (partition)']],
    [`RowKey;Table Name\n${A};WADLogsTable\n`, [`${A} (row WADLogsTable)`]],
    [`TableName|PartitionKey\nT12|${A}\n|${B}\n`, [`${A} (partition T12)`, `${B} (partition )`]],
    [`\n\n${HEADER}p,r\n\n`, ['p (partition)', 'r (row)']],
    // One line alone is not a table, and what looks like a title may be a word of a log.
    [`PartitionKey,RowKey ${A}`, [A]],
    [`the PartitionKey is wrong\n${A}`, [A]],
  ])('%j', (text, expected) => {
    expect(said(text)).toEqual(expected);
  });
});

describe('JSON', () => {
  it.each<readonly [string, readonly string[]]>([
    [
      '{"PartitionKey":"a\\"b\\\\c\\/d\\b\\f\\n\\r\\t\\u0041\\u00e9"}',
      ['"a\\"b\\\\c\\/d\\b\\f\\n\\r\\t\\u0041\\u00e9" -> a"b\\c/d\b\f\n\r\tA\u00e9 (partition)'],
    ],
    ['{"RowKey":"\\u12 x\\q"}', ['"\\u12 x\\q" -> u12 xq (row)']],
    [`{"PartitionKey":"${A}`, [`"${A} -> ${A} (partition)`]],
    ['{"RowKey":"a\\', ['"a\\ -> a (row)']],
    [`{"TableName":"T12","PartitionKey":"p"}`, ['"p" -> p (partition T12)']],
    [`{"PartitionKey":"p","odata.type":"acct.T12"}`, ['"p" -> p (partition T12)']],
    [
      `{"value":[{"odata.type":"acct.T12","PartitionKey":"p"},{"RowKey":"r"}]}`,
      ['"p" -> p (partition T12)', '"r" -> r (row)'],
    ],
    [
      `{"odata.metadata":"https://a.table.core.windows.net/$metadata#T12","value":[{"PartitionKey":"p"}]}`,
      ['"p" -> p (partition T12)'],
    ],
    [
      `{"@odata.context":"https://a.table.core.windows.net/$metadata#T12","value":[{"RowKey":"r"}]}`,
      ['"r" -> r (row T12)'],
    ],
    [
      `{"a":{"tablename":"T12","b":[{"RowKey":"r"}]},"c":{"RowKey":"s"}}`,
      ['"r" -> r (row T12)', '"s" -> s (row)'],
    ],
    [`{"odata.id":"${A}","x":"${B}"}`, [B]],
    [`{"x":"${A}"}{"x":"${B}"}`, [A, B]],
    [`[${A},"${B}"]`, [A, B]],
    // Some tools write keys that are digits as numbers.
    [`{"PartitionKey":${A},"RowKey":"r"}`, [`${A} (partition)`, '"r" -> r (row)']],
    // These texts are not JSON, so they are read as lines.
    [`{"${A}" 1}`, [`"${A}" -> ${A}`]],
    [`[${A} ${B}]`, [A, B]],
    [`{"a":1,"b":]${A}`, [A]],
  ])('%s', (text, expected) => {
    expect(said(text)).toEqual(expected);
  });
});

describe('words of a line', () => {
  it.each<readonly [string, readonly string[]]>([
    // A name before a key, and marks that chats and word processors put around one.
    [`pk=${P}`, [`${P} (partition)`]],
    [`PartitionKey:${P} RowKey:${A}`, [`${P} (partition)`, `${A} (row)`]],
    [`Partition=${P}`, [P]],
    [`\`${P}\``, [`\`${P}\` -> ${P}`]],
    [`see \`${P}\`!`, [P]],
    [`PartitionKey ge \u2018${A}\u2019 x`, [`${A} (partition)`]],
    // Cells that were copied from a grid.
    [`${P}\t${C}__x y`, [P, `${C}__x y`]],
    // Literals as programming languages write them.
    [`x ${A}L ${B}uL, ${C}Ul`, [`${A}L -> ${A}`, `${B}uL -> ${B}`, `${C}Ul -> ${C}`]],
    [`x ${A}. ${B}!`, [`${A}. -> ${A}`, `${B}! -> ${B}`]],
    [`${A}UL`, [`${A}UL -> ${A}`]],
    ['0x08dc3c2f4a5b6c7d', ['0x08dc3c2f4a5b6c7d']],
    ['x 0x08dc3c2f4a5b6c7d', []],
    ['x 507F191E810C19729DE860EA', ['507F191E810C19729DE860EA']],
    [`PartitionKey eq '' and RowKey eq 'r'`, ["'r' -> r (row)"]],
    [`RowKey eq "r"`, ['"r" -> r (row)']],
    [`RK = 'it''s' pk: p1 "rowkey": "r2"`, ["'it''s' -> it's (row)", 'p1 (partition)', '"r2" -> r2 (row)']],
    // A literal that is a filter contains the keys.
    [`log "PartitionKey eq '${A}' x" end`, [`'${A}' -> ${A} (partition)`]],
    [
      `log "table T12( PartitionKey='a', RowKey='b')" end`,
      ["'a' -> a (partition T12)", "'b' -> b (row T12)"],
    ],
    // An address is unescaped up to three times. Its UTF-8 characters have two to four bytes.
    [
      "https://a.b/T12(PartitionKey='%C3%A4%E2%82%AC%F0%9F%98%80%7E',RowKey='r')",
      ["'%C3%A4%E2%82%AC%F0%9F%98%80%7E' -> \u00e4\u20ac\u{1F600}~ (partition T12)", "'r' -> r (row T12)"],
    ],
    ["https://a.b/T12(PartitionKey='a%2525%2525')", ["'a%2525%2525' -> a%% (partition T12)"]],
    ["https://a.b/T12(PartitionKey='a%252525252F')", ["'a%252525252F' -> a%252F (partition T12)"]],
    ["https://a.b/T12(PartitionKey='%80%C3(%ZZ%')", ["'%80%C3(%ZZ%' -> %80%C3(%ZZ% (partition T12)"]],
    // Without undoing the escapes, only the hour would be read.
    ['2024-03-05T10%3A17%3A10Z', ['2024-03-05T10%3A17%3A10Z -> 2024-03-05T10:17:10Z']],
    [`${A}%5Fx`, [`${A}%5Fx`]],
  ])('%s', (text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  it('that the text names are keys up to 1,024 characters', () => {
    const sizes = [1024, 1025].map((size) => findKeys(`RowKey eq '${'x'.repeat(size)}'`).keys.length);
    expect(sizes).toEqual([1, 0]);
  });

  it('say how they were changed before they could be read', () => {
    const noteOf = (text: string) => findKeys(text).keys[0]?.note;
    const token = Buffer.from(`${A}?>~`)
      .toString('base64')
      .replaceAll('/', '_')
      .replaceAll('+', '*')
      .replaceAll('=', '-');
    expect(findKeys(`1!32!${Buffer.from(A).toString('base64').replaceAll('=', '-')}`).keys[0]?.text).toBe(A);
    expect(findKeys(`NextPartitionKey=1!40!${token}`).keys[0]?.text).toMatch(/^(?:1!40!|0634925952)/);
    expect(noteOf(`1!32!${Buffer.from(A).toString('base64').replaceAll('=', '-')}`)).toBe(
      'The key inside of a continuation token.',
    );
    expect(noteOf('2024-\u200b03-05')).toBe(
      'It holds characters that cannot be seen and is read without them. The service takes them for part of the key.',
    );
    expect(noteOf('507F191E810C19729DE860EA')).toBe(
      'Read as the ObjectId that it is in lower case. Key ranges of this scheme select lower case only.',
    );
    expect(noteOf('0x08dc3c2f4a5b6c7d')).toBe(
      'Read as the hexadecimal number behind 0x. Key ranges of this scheme select numbers without 0x only.',
    );
    expect(noteOf('urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8')).toBe(
      'Read as the UUID that it is with hyphens. Key ranges of this scheme select UUIDs with hyphens only.',
    );
    expect(noteOf(A)).toBe(undefined);
  });
});

describe('what tools and chats put around keys', () => {
  const R = `${C}__7c9e6679-7425-40de-944b-e07fc1f90ae7`;
  it.each<readonly [string, readonly string[]]>([
    // Columns of the Azure CLI and of PowerShell, a column alone with text behind it, and a key with blanks.
    [`${P}  ${R}  2013-01-01T00:01:02.123456+00:00`, [P, R, '2013-01-01T00:01:02.123456+00:00']],
    [`${P} ${C} 1/1/2013 12:01:02 AM +00:00`, [P, C]],
    [`${P}  web  1/1/2013 12:01:02 AM +00:00`, [P]],
    ['2013-01-01 00:00:00_dev7', ['2013-01-01 00:00:00_dev7']],
    [`the row ${C}. Then ${R}!`, [C, R].map((key, at) => `${key}${'.!'.charAt(at)} -> ${key}`)],
    [`see *${C}* there`, [`*${C}* -> ${C}`]],
    [
      `| PartitionKey | RowKey |\n|---|---|\n| \`${P}\` | ${C} |`,
      [` \`${P}\`  -> ${P} (partition)`, ` ${C}  -> ${C} (row)`],
    ],
    [`body="{\\"PartitionKey\\":\\"${P}\\",\\"RowKey\\":\\"${C}\\"}"`, [`${P} (partition)`, `${C} (row)`]],
    [
      `e.PartitionKey == "${P}" && e.RowKey != "${C}"`,
      [`"${P}" -> ${P} (partition)`, `"${C}" -> ${C} (row)`],
    ],
    [`WHERE PartitionKey >= '${A}'`, [`'${A}' -> ${A} (partition)`]],
    [
      `<d:PartitionKey>${P}</d:PartitionKey><d:RowKey>${C}</d:RowKey><d:Level>`,
      [`${P} (partition)`, `${C} (row)`],
    ],
    ['ISBN 9783161484100 and EAN 4006381333931', []],
  ])('%j', (text, expected) => {
    expect(said(text)).toEqual(expected);
  });
});

describe('a limit', () => {
  const counts = (text: string, limit: number) => {
    const { keys, isCut, unreadableLines } = findKeys(text, { limit });
    return [keys.length, isCut, ...unreadableLines];
  };
  it.each([
    [`${A} ${B}`, 'words of a line'],
    [`${A}\n${B}`, 'lines'],
    [`${HEADER}${A},${B}`, 'cells'],
    [`{"PartitionKey":"${A}","RowKey":"${B}"}`, 'JSON'],
  ])('is reached by more keys (%s)', (text) => {
    expect([1, 2, 3].map((limit) => counts(text, limit))).toEqual([
      [1, true],
      [2, false],
      [2, false],
    ]);
  });

  it('leaves the lines behind it unread', () => {
    expect(counts(`x\n${A}\ny`, 9)).toEqual([1, false, 1, 3]);
    expect(counts(`x\n${A}\ny`, 1)).toEqual([1, true, 1]);
  });

  it('lines are counted from one, with blank ones', () => {
    expect(findKeys(`\n${A}\n\n  ${B}\n`).keys.map(({ line, from }) => [line, from])).toEqual([
      [2, 1],
      [4, 24],
    ]);
  });
});
