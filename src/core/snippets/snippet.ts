/** One query of a plan. */
export interface SnippetQuery {
  readonly tableName: string;
  /** Undefined: every row of the table. */
  readonly filter?: string | undefined;
  /** Undefined: all properties. */
  readonly select?: readonly string[] | undefined;
}

/** What a snippet is made from. */
export interface SnippetPlan {
  /** The account's endpoint, without a slash at its end and without a SAS. */
  readonly endpoint: string;
  readonly queries: readonly SnippetQuery[];
}

/** A language, and how it writes a plan. */
export interface SnippetLanguage {
  readonly id: string;
  /** In the menu: "curl". */
  readonly title: string;
  /** What it needs, or does, in a few words. */
  readonly description: string;
  /** Undefined: the language has no equivalent of this plan. */
  readonly text: (plan: SnippetPlan) => string | undefined;
}

/** The environment variable that holds the SAS where a text is run. */
export const SAS_VARIABLE = 'TABLE_SAS';

export const SAS_NEEDED = `Set ${SAS_VARIABLE} to the SAS, without the question mark.`;

/** A service on this computer, such as an emulator, speaks http. */
export function isInsecure({ endpoint }: SnippetPlan): boolean {
  return endpoint.startsWith('http:');
}
