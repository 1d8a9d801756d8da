import { exactBucket, floorBucket, type Writer } from '../keyRanges.fixture.ts';
import { MS, SECOND, UNIX } from '../../time/units.fixture.ts';

const YEAR_1601 = 504911232000000000n;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base(value: bigint, alphabet: string, width: number): string {
  let [rest, text] = [value, ''];
  for (let index = 0; index < width; index++) {
    text = (alphabet[Number(rest % BigInt(alphabet.length))] ?? '') + text;
    rest /= BigInt(alphabet.length);
  }
  return text;
}

/** Writers of ids that begin with a time, and of .NET's numbers: scheme id, case, writer. */
export const idWriters: readonly (readonly [string, string, Writer])[] = [
  [
    'ulid',
    '',
    {
      write: (t, seed) => ({
        partitionKey: 'p',
        rowKey: base((t - UNIX) / MS, CROCKFORD, 10) + base(BigInt(seed) * 2n ** 70n, CROCKFORD, 16),
      }),
      bucket: floorBucket(MS),
      options: { partitionKey: 'p' },
    },
  ],
  [
    'ulid-lower',
    '',
    {
      write: (t, seed) => ({
        partitionKey: 'p',
        rowKey: (
          base((t - UNIX) / MS, CROCKFORD, 10) + base(BigInt(seed) * 2n ** 70n, CROCKFORD, 16)
        ).toLowerCase(),
      }),
      bucket: floorBucket(MS),
      options: { partitionKey: 'p' },
    },
  ],
  [
    'objectid',
    '',
    {
      write: (t, seed) => ({
        partitionKey: 'p',
        rowKey: ((t - UNIX) / SECOND).toString(16).padStart(8, '0') + seed.toString(16).padEnd(16, 'f'),
      }),
      bucket: floorBucket(SECOND),
      options: { partitionKey: 'p' },
    },
  ],
  [
    'ksuid',
    '',
    {
      write: (t, seed) => ({
        partitionKey: 'p',
        rowKey: base(
          (((t - UNIX) / SECOND - 1_400_000_000n) << 128n) + BigInt(seed) * 2n ** 118n,
          BASE62,
          27,
        ),
      }),
      bucket: floorBucket(SECOND),
      options: { partitionKey: 'p' },
    },
  ],
  [
    'filetime',
    '',
    { write: (t) => ({ partitionKey: String(t - YEAR_1601), rowKey: '' }), bucket: exactBucket },
  ],
  [
    'tobinary-utc',
    '',
    { write: (t) => ({ partitionKey: String(t + 2n ** 62n), rowKey: '' }), bucket: exactBucket },
  ],
  [
    'tobinary-local',
    '',
    { write: (t) => ({ partitionKey: String(t - 2n ** 63n), rowKey: '' }), bucket: exactBucket },
  ],
  [
    'tobinary-local',
    'in the hour that summer time ends',
    {
      write: (t, seed) => ({
        partitionKey: String(t - (seed % 2 === 0 ? 2n ** 62n : 2n ** 63n)),
        rowKey: '',
      }),
      bucket: exactBucket,
    },
  ],
];
