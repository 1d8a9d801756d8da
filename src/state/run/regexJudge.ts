import type { RegexQuestion } from '../../core/rows/regexVerdicts.ts';
import type { RowQuery } from '../../core/rows/rowQuery.ts';
import { createRegexClient, type RegexClient, type Timer } from '../../workers/regexClient.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { WorkerLike } from '../../workers/workerCalls.ts';

/** Tries each expression of a list on all values of its column, before the list is asked for. */
async function judge(rows: RowStoreClient, regex: RegexClient, question: RegexQuestion): Promise<void> {
  for (;;) {
    const { from, texts } = await rows.regexTexts(question);
    if (texts.length === 0) return;
    const passes = await regex.test(question.pattern, texts);
    if (await rows.regexVerdict({ ...question, from, passes })) return;
  }
}

function questionOf({ name, fact, pattern }: RegexQuestion): RegexQuestion {
  return fact === undefined ? { name, pattern } : { name, fact, pattern };
}

/** Tries the expressions of a list; one worker for all lists. */
export function createRegexJudge(
  start: () => WorkerLike,
  timer: Timer,
): (rows: RowStoreClient, query: Partial<RowQuery>) => Promise<void> {
  const regex = createRegexClient(start, timer);
  return async (rows, { filters = [] }) => {
    for (const filter of filters) if (filter.kind === 'matches') await judge(rows, regex, questionOf(filter));
  };
}
