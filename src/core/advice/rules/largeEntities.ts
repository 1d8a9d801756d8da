import { countText } from '../../words.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

/** Scalability targets: 1 MiB for an entity. */
const MOST_BYTES = 1024 * 1024;

export const largeEntities: AdviceRule = {
  id: 'large-entities',
  title: 'Rows are larger than the service stores',
  source: SOURCES.targets,
  ofDesign: ({ workload }) =>
    workload.entityBytes > MOST_BYTES
      ? {
          evidence: `${countText(workload.entityBytes)} bytes a row; an entity has at most ${countText(MOST_BYTES)} (1 MiB).`,
          fix: 'Store the large part as a blob and its address in the row, or split it over several rows.',
        }
      : undefined,
  demo: demoDesign('{DeviceId}', '{Ticks}', { bytes: 2_000_000 }),
};
