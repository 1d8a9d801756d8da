import type { RegexQuestion } from '../../core/rows/regexVerdicts.ts';
import type { RowQuery } from '../../core/rows/rowQuery.ts';
import type { RegexClient } from '../../workers/regexClient.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';

/** What is wrong with a regular expression, in words; undefined: nothing. Compiling one never takes long, running it may. */
export function regexFault(pattern: string): string | undefined {
  try {
    return RegExp(pattern, 'iu') && undefined;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return `${words.replace(/^Invalid regular expression: /, '').replace(pattern, () => 'it')}.`;
  }
}

/** Tries each expression of a list on all values of its column, before the list is asked for. */
async function judge(rows: RowStoreClient, regex: RegexClient, question: RegexQuestion): Promise<void> {
  for (;;) {
    const { from, texts } = await rows.regexTexts(question);
    if (texts.length === 0) return;
    const passes = await regex.test(question.pattern, texts);
    if (await rows.regexVerdict({ ...question, from, passes })) return;
  }
}

/**
 * A row store whose lists may hold regular expressions: they are tried first, in a worker of their own. Rows that arrive
 * meanwhile are tried with the next question.
 */
export function withRegexFilters(rows: RowStoreClient, regex: RegexClient): RowStoreClient {
  const prepare = async ({ filters = [] }: Partial<RowQuery>): Promise<void> => {
    for (const filter of filters) if (filter.kind === 'matches') await judge(rows, regex, questionOf(filter));
  };
  return {
    ...rows,
    view: async (request) => {
      await prepare(request);
      return await rows.view(request);
    },
    search: async (request, signal, onProgress) => {
      await prepare(request.query);
      return await rows.search(request, signal, onProgress);
    },
    exportRows: async (onChunk, request, signal) => {
      await prepare(request);
      return await rows.exportRows(onChunk, request, signal);
    },
  };
}

function questionOf({ name, fact, pattern }: RegexQuestion): RegexQuestion {
  return fact === undefined ? { name, pattern } : { name, fact, pattern };
}
