import type { ColumnArrangement } from '../../../../core/rows/arrangeColumns.ts';
import type { ColumnProfile } from '../../../../core/rows/columnProfile.ts';
import { type Severity, severityReader } from '../../../../core/rows/severity.ts';

export type SeverityReaders = ReadonlyMap<string, (text: string) => Severity | undefined>;

/** What reads the values of each column that tells how bad a row is. */
export function severityReaders(
  { front, back }: Pick<ColumnArrangement, 'front' | 'back'>,
  profiles: readonly ColumnProfile[],
): SeverityReaders {
  const found = new Map<string, (text: string) => Severity | undefined>();
  for (const { name, role } of [...front, ...back]) {
    const profile = profiles.find((each) => each.name === name);
    const read = role === 'severity' && profile ? severityReader(profile) : undefined;
    if (read !== undefined) found.set(name, read);
  }
  return found;
}
