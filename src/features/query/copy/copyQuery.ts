import type { SnippetCredential, SnippetLanguage, SnippetPlan } from '../../../core/snippets/snippet.ts';
import { isCredentialIn } from '../../../state/base/secrets.ts';
import type { RunSubject } from '../../../state/run/runState.ts';

export interface CopyOutcome {
  readonly isCopied: boolean;
  readonly words: string;
}

/** The plan of a run in the form that snippets need. */
export function snippetPlan(
  { plan, endpoint }: Pick<RunSubject, 'plan' | 'endpoint'>,
  credential: SnippetCredential,
): SnippetPlan {
  return {
    credential,
    endpoint: endpoint.replace(/\/+$/, ''),
    queries: plan.queries.map(({ tableName, filter, select }) => ({ tableName, filter, select })),
    sharesRows: plan.queries.some(({ sharesRows }) => sharesRows === true),
  };
}

/** The endpoint never holds the SAS, but a credential may have been pasted into a field. */
function holdsCredential({ plan, endpoint }: Pick<RunSubject, 'plan' | 'endpoint'>): boolean {
  const { tableName, partitionKey, rowKey, filter, select } = plan.request;
  return [endpoint, tableName, partitionKey?.text, rowKey?.text, filter, ...(select ?? [])].some(
    (text) => text !== undefined && isCredentialIn(text),
  );
}

/** Copies the queries of a run as text in a language. `narrowed` limits the plan, for example to the selected rows. */
export async function copyQuery(
  run: Pick<RunSubject, 'plan' | 'endpoint'>,
  /** What the text reads from the environment. */
  credential: SnippetCredential,
  { title, text }: SnippetLanguage,
  write: (text: string) => Promise<void>,
  narrowed: (plan: SnippetPlan) => SnippetPlan | Promise<SnippetPlan> = (plan) => plan,
): Promise<CopyOutcome> {
  if (holdsCredential(run)) {
    return {
      isCopied: false,
      words: 'Not copied: a field of the query holds a SAS, a token or a key. Remove it there.',
    };
  }
  const plan = await Promise.resolve(snippetPlan(run, credential))
    .then(narrowed)
    .catch(() => undefined);
  if (plan === undefined) {
    return { isCopied: false, words: 'Not copied: the selected rows could not be read back. Try again.' };
  }
  const snippet = text(plan);
  if (snippet === undefined) {
    return { isCopied: false, words: `Not copied: ${title} has no equivalent of this query.` };
  }
  try {
    await write(snippet);
    return { isCopied: true, words: `Copied as ${title}` };
  } catch {
    return { isCopied: false, words: 'Not copied: the browser refused the clipboard.' };
  }
}
