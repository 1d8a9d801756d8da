import { expect, it } from 'vitest';
import { compileFilter } from './eval.ts';
import { rigRow } from './rig.fixture.ts';

const row = rigRow('0000000000000000012___0639308100000000000', "it's", [
  ['Text', 'String', 'abc'],
  ['Whole', 'Int32', '-5'],
  ['Long', 'Int64', '9007199254740993'],
  ['Real', 'Double', '10000000000'],
  ['Missing', 'Double', 'NaN'],
  ['Yes', 'Boolean', 'true'],
  ['When', 'DateTime', '2026-11-20T21:00:00.1234567Z'],
  ['Id', 'Guid', 'C9DA6455-213d-42c9-9a79-3e9149a57833'],
  ['Bytes', 'Binary', 'AAEC/w=='],
]);

// What the service documents. filterTruth.test.ts compares the rest with the app's own reading of filters.
it.each([
  ["PartitionKey ge '0000000000000000012___' and PartitionKey lt '0000000000000000012__`'", true],
  ["PartitionKey lt '0000000000000000012___'", false],
  ["RowKey eq 'it''s'", true],
  ["'it''s' eq RowKey", true],
  ["'b' gt Text", true],
  ["Text ne 'abc' or Whole eq -5", true],
  ["not (Text eq 'abc') or not (Whole lt 0)", false],
  ["Text eq 'abc' or Text eq 'x' and Text eq 'y'", true],
  ['Long eq 9007199254740993L', true],
  ['Long eq 9007199254740992L', false],
  ['Long gt 9007199254740992.5', true],
  ['Real eq 1e10', true],
  ['Real eq 10000000000L', true],
  ['Missing eq 1.0 or Missing lt 1.0 or Missing ge 1.0', false],
  ['Missing ne 1.0', true],
  ['Yes', true],
  ['Yes eq false', false],
  ["When gt datetime'2026-11-20T21:00:00.1234566Z'", true],
  ["When eq datetime'2026-11-20T21:00:00.1234567Z'", true],
  ["When lt datetime'2026-11-20T21:00:00.123456Z'", false],
  ["Timestamp eq datetime'2026-11-20T21:00:00Z'", true],
  ["Id eq guid'c9da6455-213D-42c9-9a79-3e9149a57833'", true],
  ["Bytes eq X'000102FF' and Bytes eq binary'000102ff'", true],
  ["Nothing eq 'x' or Nothing ne 'x' or Nothing", false],
  ['Text eq 5 or Text ne 5', false],
])('%s: %s', (filter, expected) => {
  expect(compileFilter(filter).matches(row)).toBe(expected);
});
