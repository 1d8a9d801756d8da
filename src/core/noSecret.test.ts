import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretLook } from './secrets.ts';

describe('what is no credential', () => {
  const guid = fc.uuid();
  it.each([
    '',
    'design=1',
    "Signal eq 'x'",
    'config',
    'sign%3D1',
    'design: 4',
    '100 % & more',
    "O''Brien \u00fc\u{1F511}",
    "Level le 3 and Timestamp ge datetime'2024-03-05T10:00:00.1234567Z'",
    '0000000000000000019___0634925952000000000',
    'WADMetricsPT1HP10DV2S20240305',
    'https://contoso.table.core.windows.net',
    '0-9, 37',
    'a/b\\c#d?e+f "g" \u4e2d\u6587',
    '5f9b6a30-4002-0031-7d2b-0000a1b2c3d4e5f6a7b8c9d0',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'TheQuickBrownFoxJumpsOverTheLazyDogAndSleeps',
    'Storage_Analytics_Daily_Capacity_Report_Rows',
    '%zz %E4',
    'C:\\temp\\new\\report',
    'R&D &copy; 2024',
    '{"PartitionKey":"a","RowKey":"b"}',
  ])('%s', (text) => {
    expect(secretLook(text)).toBeUndefined();
  });

  it('sentences, lists, digests, times and table names', () => {
    const word = fc.stringMatching(/^(?:[a-z]{1,9}|[A-Z][a-z]{1,9}|[A-Z]{2,4}|[0-9]{1,6})$/);
    const ascii = fc.oneof(
      word,
      word,
      fc.stringMatching(/^[0-9a-f]{64}$/),
      fc.stringMatching(/^[0-9A-F]{32}$/),
      fc.uuid(),
      fc.stringMatching(/^[0-9]{19}$/),
      fc
        .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
      fc.stringMatching(/^[A-Z][a-z]{2,9}[A-Z][a-z]{3,9}Table[0-9]{0,8}$/),
    );
    fc.assert(
      fc.property(
        fc.array(ascii, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(' ', ', ', '\n', '; ', " = 5, '"),
        (parts, between) => {
          expect(secretLook(parts.join(between))).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keys, times, names and GUIDs with something before them', () => {
    const word = fc.constantFrom(
      ...'Tenant device7 eu-west Node42 WADLogsTable PROD Orders2024 x'.split(' '),
    );
    const part = fc.oneof(word, guid, fc.stringMatching(/^[0-9]{4,19}$/));
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('_', '-', '|', ' ', '.'),
        (parts, joint) => {
          expect(secretLook(parts.join(joint))).toBeUndefined();
        },
      ),
      { numRuns: 200 },
    );
  });
});
