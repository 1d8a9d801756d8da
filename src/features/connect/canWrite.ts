import type { Session } from '../../state/connection/session.ts';

/** What only reads; anything else can change data. */
const READ_RIGHTS: ReadonlySet<string> = new Set(['read', 'list']);

/** Whether a SAS can change data, by its own text; one of a stored policy does not say. */
export function canWrite({ permissions }: Session['connection']['facts']): boolean {
  return permissions.some((right) => !READ_RIGHTS.has(right));
}
