import type { RegexQuestion } from '../../core/rows/regexVerdicts.ts';
import type { RowQuery } from '../../core/rows/rowQuery.ts';
import type { RegexClient } from '../../workers/regexClient.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';

type Rows = Pick<RowStoreClient, 'view' | 'search' | 'exportRows' | 'regexTexts' | 'regexVerdict'>;

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
async function judge(rows: Rows, regex: RegexClient, question: RegexQuestion): Promise<void> {
  for (;;) {
    const { from, texts } = await rows.regexTexts(question);
    if (texts.length === 0) return;
    const passes = await regex.test(question.pattern, texts);
    if (await rows.regexVerdict({ ...question, from, passes })) return;
  }
}

/**
 * The calls of the row store that take a list's filters, with its regular expressions tried first in a worker of their own.
 * Rows that arrive meanwhile are tried with the next question.
 */
export function withRegexFilters(
  rows: Rows,
  regex: RegexClient,
): Pick<RowStoreClient, 'view' | 'search' | 'exportRows'> {
  const prepare = async ({ filters = [] }: Partial<RowQuery>): Promise<void> => {
    for (const { kind, ...filter } of filters)
      if (kind === 'matches') await judge(rows, regex, filter as RegexQuestion);
  };
  return {
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
