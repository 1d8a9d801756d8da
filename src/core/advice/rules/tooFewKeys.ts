import { countText, rowCountWords } from '../../words.ts';
import { keptRows } from '../../design/bench/judgeDesign.ts';
import { isShortOfKeys, shortRows } from '../../design/bench/writeCost.ts';
import { appended, changedRows } from './rowKeys.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

export const tooFewKeys: AdviceRule = {
  id: 'too-few-keys',
  title: 'The keys cannot be unique',
  source: SOURCES.model,
  ofDesign: ({ design, write, workload }) =>
    isShortOfKeys(write, workload)
      ? {
          evidence: `At most ${countText(write.differentKeys)} different keys for ${rowCountWords(keptRows(workload))}: later rows overwrite earlier ones, or are refused.`,
          fix: 'Add a finer time or {Guid} to the RowKey.',
          better: {
            partition: design.partition.text,
            ...changedRows(design, (row) =>
              shortRows(design, workload).includes(row) ? appended(row.text, '{Guid}') : row.text,
            ),
          },
        }
      : undefined,
  demo: demoDesign('{DeviceId}', '{yyyyMMdd}'),
};
