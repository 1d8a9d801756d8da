import type { Session } from '../../state/connection/session.ts';

/** Rights that only read; any other can change data. */
const READ_RIGHTS: ReadonlySet<string> = new Set(['read', 'list']);

/** Whether a SAS says that it allows changing data. A SAS with a stored policy does not say what it allows. */
export function canWrite({ permissions }: Session['connection']['facts']): boolean {
  return permissions.some((right) => !READ_RIGHTS.has(right));
}
