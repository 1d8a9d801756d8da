import type { ColumnArrangement } from '../../../../core/rows/arrangeColumns.ts';
import type { ColumnProfile } from '../../../../core/rows/columnProfile.ts';
import { errorTexts, type Severity, severityReader } from '../../../../core/rows/severity.ts';

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

/** Which rows are errors or worse; undefined if no column says so. */
export function errorMark(
  { front, back, folded }: ColumnArrangement,
  profiles: readonly ColumnProfile[],
): { readonly property: string; readonly texts: readonly string[] } | undefined {
  const isFolded = new Set(folded.map(({ name }) => name));
  const property =
    [...front, ...back].find(({ role }) => role === 'severity')?.name ??
    profiles.find((profile) => isFolded.has(profile.name) && severityReader(profile) !== undefined)?.name;
  const profile = profiles.find(({ name }) => name === property);
  const texts = profile === undefined ? [] : errorTexts(profile);
  return property === undefined || texts.length === 0 ? undefined : { property, texts };
}
