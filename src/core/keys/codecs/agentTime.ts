import type { TimeCodec } from '../base/timeCodec.ts';
import { sampleStep } from '../forms/neighbours.ts';
import { codecOf } from '../grammar/parseTemplate.ts';

const EXACT = codecOf('{Ticks}');
/** MDS's fake timestamp, 1601-01-01T00:00:00.0000001Z (MdsTime.hh FakeTimeStampTicks): a mark, not a time. */
const MARK = { seconds: 50_491_123_200, fraction: 1 };

/**
 * The start of an agent's interval; a sample of keys shows how long the interval is. Agents write whole minutes. Other writers of the same
 * form may not; their keys are read with less confidence, unless `isWhole` restricts the codec to whole intervals.
 */
export function agentTime(isWhole: boolean): TimeCodec {
  return {
    ...codecOf('{Ticks/1m}'),
    read: (text, from, to, into) =>
      EXACT.read(text, from, to, into) && (into.fraction !== MARK.fraction || into.seconds !== MARK.seconds),
    facts: (_text, ticks, { sample }) => {
      const step = sampleStep(sample);
      return isWhole && ticks % step !== 0n ? undefined : { window: { from: ticks, to: ticks + step } };
    },
  };
}
