import { countText, shareText } from '../../words.ts';
import { ACCOUNT_TARGET_PER_SECOND } from '../../keyspace/target.ts';
import { type AdviceRule, demoDesign, SOURCES } from './rule.ts';

export const accountTarget: AdviceRule = {
  id: 'account-target',
  title: 'One account is not enough',
  source: SOURCES.targets,
  ofDesign: ({ write, workload }) =>
    write.accountShare > 1
      ? {
          evidence: `${countText(workload.writesPerSecond)} writes/s of ${countText(workload.entityBytes)} bytes are ${shareText(write.accountShare)} of the ${countText(ACCOUNT_TARGET_PER_SECOND)}/s that an account is built for. No keys change that.`,
          fix: `Spread the rows over ${countText(Math.ceil(write.accountShare))} accounts, or pack several events into one row.`,
        }
      : undefined,
  demo: demoDesign('{DeviceId}', '{Ticks}', { writes: 50_000 }),
};
