import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  ifNotIn,
} from '@codemirror/autocomplete';
import {
  keywordCompletionSource,
  PostgreSQL,
  schemaCompletionSource,
  SQLDialect,
} from '@codemirror/lang-sql';
import { syntaxHighlighting } from '@codemirror/language';
import { tagHighlighter, tags } from '@lezer/highlight';
import { isPlainName } from '../../core/rows/sqlNames.ts';
import type { EditorLanguage } from './mountEditor.ts';

/** The names that a query can use. */
export interface SqlNames {
  /** The columns of each table. */
  readonly tables: ReadonlyMap<string, readonly { readonly name: string; readonly type: string }[]>;
  readonly functions: readonly string[];
}

// DuckDB has PostgreSQL's syntax, but ignores the case of names.
const DUCKDB = SQLDialect.define({
  ...PostgreSQL.spec,
  keywords: `${PostgreSQL.spec.keywords ?? ''} asof anti semi qualify pivot unpivot exclude replace columns summarize describe`,
  caseInsensitiveIdentifiers: true,
});

/**
 * Columns and tables rank first. A name that begins with what was typed, but in another case, loses 200 and one per character, so
 * functions, which are in lower case, lose more than that. Keywords are in capitals here, and lose it as names do.
 */
const RANK = { keyword: -99, function: -300 };

const COLOURS = tagHighlighter([
  { tag: [tags.keyword, tags.typeName, tags.bool, tags.null], class: 'piece-logic' },
  { tag: [tags.string, tags.special(tags.string)], class: 'piece-text' },
  { tag: tags.number, class: 'piece-number' },
  { tag: tags.comment, class: 'piece-comment' },
]);

function columnOf({ name, type }: { readonly name: string; readonly type: string }): Completion {
  return {
    label: name,
    detail: type,
    type: 'property',
    ...(!isPlainName(name) && { apply: `"${name.replaceAll('"', '""')}"` }),
  };
}

export interface SqlLanguage extends EditorLanguage {
  /** Sets the names that completion offers from now on. */
  readonly know: (names: SqlNames) => void;
}

/** SQL as DuckDB reads it: colours, and completion of tables, columns, functions and keywords. */
export function createSqlLanguage(): SqlLanguage {
  let names: SqlNames = { tables: new Map(), functions: [] };
  const tables: CompletionSource = (context) => {
    const schema = Object.fromEntries(
      [...names.tables].map(([table, columns]) => [table, columns.map(columnOf)]),
    );
    return schemaCompletionSource({ dialect: DUCKDB, schema, defaultTable: 'result' })(context);
  };
  const functions = (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[a-z_]\w*$/i);
    if (word === null || context.state.sliceDoc(word.from - 1, word.from) === '.') return null;
    const options = names.functions.map((label) => ({
      label,
      detail: 'function',
      type: 'function',
      apply: `${label}(`,
      boost: RANK.function,
    }));
    return { from: word.from, options, validFor: /^\w*$/ };
  };
  return {
    know: (next) => {
      names = next;
    },
    colours: [DUCKDB.language, syntaxHighlighting(COLOURS)],
    sources: [
      tables,
      ifNotIn(['QuotedIdentifier', 'String', 'LineComment', 'BlockComment'], functions),
      keywordCompletionSource(DUCKDB, true, (label, type) => ({ label, type, boost: RANK.keyword })),
    ],
  };
}
