import { countText, numberText } from '../../words.ts';
import { MAX_KEY_LENGTH } from '../../odata/keyText.ts';
import { keptRows } from '../../design/bench/judgeDesign.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

/** Every row, answer and index page contains both keys. Longer keys cost more than the values of most rows. */
const LONG_BYTES = 256;

export const longKeys: AdviceRule = {
  id: 'long-keys',
  title: 'Keys are long',
  source: SOURCES.model,
  ofDesign: ({ write, workload }) =>
    write.keyBytes <= LONG_BYTES
      ? undefined
      : {
          evidence: `Both keys take ${countText(write.keyBytes)} bytes, ${numberText((write.keyBytes * keptRows(workload)) / 1e9)} GB of the table's rows.`,
          fix: 'Shorten literals and padding; keep descriptions as properties.',
        },
  ofKeys: ({ partitionKeys, rowKeys }) => {
    const longest = Math.max(0, ...[...partitionKeys, ...rowKeys].map((key) => key.length));
    if (longest * 2 <= LONG_BYTES) return undefined;
    return longest > MAX_KEY_LENGTH
      ? {
          evidence: `The longest key has ${countText(longest)} characters; the service refuses more than ${MAX_KEY_LENGTH} (1 KiB).`,
          fix: 'Shorten it, or write a hash of the long part.',
        }
      : {
          evidence: `The longest key has ${countText(longest)} characters, ${countText(longest * 2)} bytes in every row.`,
          fix: 'Shorten it; keep descriptions as properties.',
        };
  },
  demo: demoDesign('{DeviceId}', `${'x'.repeat(140)}_{Ticks}`),
};
