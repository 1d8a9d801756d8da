import type { KeyScheme } from '../../keys/base/keyScheme.ts';
import type { KeySpan } from '../../keys/base/scheme.ts';
import type { ProbeGroup } from './probeTypes.ts';
import type { KeyTimes } from './timeAxis.ts';

/** A group, as far as its first row tells. */
export interface FoundGroup {
  readonly label: string;
  readonly kind: ProbeGroup['kind'];
  readonly partition: KeySpan;
  readonly scheme: KeyScheme;
  /** True if time orders the RowKeys of one partition, not the PartitionKeys. */
  readonly isTimeInRow: boolean;
  /** Of the user's own templates: the scheme to query with, whose keys `scheme` reads in part. */
  readonly schemeId?: string;
  /** What such a template says about its times. Default: what the scheme usually rounds to. */
  readonly keyTimes?: KeyTimes;
  /** What all keys of the group hold before the time. */
  readonly textBefore?: string | undefined;
}
