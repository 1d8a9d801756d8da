import type { QueryProgress } from '../../tables/progress/runTypes.ts';

export function sumOf(queries: readonly QueryProgress[], of: (query: QueryProgress) => number): number {
  let total = 0;
  for (const query of queries) total += of(query);
  return total;
}
