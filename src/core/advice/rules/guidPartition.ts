import { countText, shareText } from '../../words.ts';
import { stableNames } from './keyNames.ts';
import { appended, changedRows } from './rowKeys.ts';
import { type AdviceRule, SOURCES } from './rule.ts';

const GUID = /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i;
const FEWEST_ROWS = 10;
const MOST_SHARE = 0.9;

export const guidPartition: AdviceRule = {
  id: 'guid-partition',
  title: 'The PartitionKey is a GUID',
  source: SOURCES.query,
  ofDesign: ({ design, workload: { patterns, properties } }) => {
    const { partition } = design;
    if (partition.parts[0]?.kind !== 'guid') return undefined;
    const names = [...patterns.flatMap(({ equal }) => equal), ...properties.map(({ name }) => name)];
    const [compared] = stableNames(names, properties);
    return {
      evidence: `Queries by time or by a property do not know ${partition.text}, so they scan the table.`,
      fix: 'Begin the PartitionKey with what your queries compare; keep the GUID in the RowKey.',
      better: {
        partition: compared === undefined ? '{yyyyMMdd}' : `{${compared}}`,
        ...changedRows(design, ({ text, parts }) =>
          parts.some(({ kind }) => kind === 'guid') ? text : appended(text, '{Guid}'),
        ),
      },
    };
  },
  ofKeys: ({ partitionKeys }) => {
    const guids = partitionKeys.filter((key) => GUID.test(key)).length;
    if (partitionKeys.length < FEWEST_ROWS || guids < MOST_SHARE * partitionKeys.length) return undefined;
    return {
      evidence: `${shareText(guids / partitionKeys.length)} of ${countText(partitionKeys.length)} PartitionKeys are GUIDs.`,
      fix: 'Begin the PartitionKey with what your queries compare; keep the GUID in the RowKey.',
    };
  },
  demo: {
    kind: 'keys',
    lines: Array.from({ length: 12 }, (_, at) => `0f8fad5b-d9cb-469f-a165-7086772895${10 + at}`),
  },
};
