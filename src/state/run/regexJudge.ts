import type { RegexQuestion } from '../../core/rows/regexVerdicts.ts';
import type { RowQuery } from '../../core/rows/rowQuery.ts';
import { createRegexClient, type RegexClient, type Timer } from '../../workers/regexClient.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { WorkerLike } from '../../workers/workerCalls.ts';

/**
 * Tests an expression on all values of its column before the list is built. The column must cover at least the rows
 * that exist now. One started earlier covers fewer, so it is finished and followed by another. Rows that arrive later
 * belong to the next question; otherwise the list would never be built while rows stream in.
 */
async function judge(rows: RowStoreClient, regex: RegexClient, question: RegexQuestion): Promise<void> {
  let wanted: number | undefined;
  for (;;) {
    const { opened, from, texts, columnRows, rowCount } = await rows.regexTexts(question);
    wanted ??= rowCount;
    if (texts.length === 0) {
      // Another run may have started meanwhile, with fewer rows than `wanted`.
      if (columnRows >= Math.min(wanted, rowCount)) return;
      continue;
    }
    const passes = await regex.test(question.pattern, texts);
    const isDone = await rows.regexVerdict({ ...question, opened, from, passes });
    if (isDone && columnRows >= wanted) return;
  }
}

function questionOf({ name, fact, pattern }: RegexQuestion): RegexQuestion {
  return fact === undefined ? { name, pattern } : { name, fact, pattern };
}

/** Tests the expressions of a list; one worker serves all lists. */
export function createRegexJudge(
  start: () => WorkerLike,
  timer: Timer,
): (rows: RowStoreClient, query: Partial<RowQuery>) => Promise<void> {
  const regex = createRegexClient(start, timer);
  return async (rows, { filters = [] }) => {
    for (const filter of filters) if (filter.kind === 'matches') await judge(rows, regex, questionOf(filter));
  };
}
