import { STORAGE_RESOURCE } from '../entra.ts';

export interface SnippetQuery {
  readonly tableName: string;
  /** Undefined: every row of the table. */
  readonly filter?: string | undefined;
  /** Undefined: all properties. */
  readonly select?: readonly string[] | undefined;
  /** Only for delete scripts: delete exactly these rows and ignore `filter`. */
  readonly partitions?: readonly PartitionRows[] | undefined;
}

export interface PartitionRows {
  readonly partitionKey: string;
  readonly rowKeys: readonly string[];
}

export type SnippetCredential = 'sas' | 'token';

/** Everything a snippet is made from. */
export interface SnippetPlan {
  readonly credential: SnippetCredential;
  /** The account's endpoint, without a slash at its end and without a SAS. */
  readonly endpoint: string;
  readonly queries: readonly SnippetQuery[];
  /** True if some queries match the same rows. */
  readonly sharesRows?: boolean | undefined;
}

/** A language, and how to write a plan in it. */
export interface SnippetLanguage {
  readonly id: string;
  /** Its name in the menu, such as "curl". */
  readonly title: string;
  /** What it needs, or does, in a few words. */
  readonly description: string;
  /** Undefined: the language has no equivalent of this plan. */
  readonly text: (plan: SnippetPlan) => string | undefined;
}

/** The environment variable from which a snippet reads the credential. */
export const VARIABLE: Readonly<Record<SnippetCredential, string>> = {
  sas: 'TABLE_SAS',
  token: 'TABLE_TOKEN',
};

/** The message of a snippet whose variable is not set. */
export const NEEDED: Readonly<Record<SnippetCredential, string>> = {
  sas: `Set ${VARIABLE.sas} to the SAS, without the question mark.`,
  token: `Set ${VARIABLE.token} to an access token for ${STORAGE_RESOURCE}.`,
};

/** The part of a description that says that no test of Keyscope runs the text. */
export const NOT_RUN = 'not tested, only compared with its documentation';

/** The same in the text itself. `of`: whose documentation. */
export function notRun(of: string): string {
  return `Keyscope's tests do not run this: it was compared with the documentation of ${of}.`;
}

/** The part of a description that says where the credential comes from. */
export const READS_VARIABLE = `reads ${VARIABLE.sas} or ${VARIABLE.token}`;
