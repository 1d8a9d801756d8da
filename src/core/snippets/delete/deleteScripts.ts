import type { SnippetLanguage } from '../snippet.ts';
import { javascriptDelete } from './javascriptDelete.ts';
import { powershellDelete } from './powershellDelete.ts';
import { pythonDelete } from './pythonDelete.ts';

/** Scripts that delete rows. The page only copies them: it cannot write itself. */
export const DELETE_SCRIPTS: readonly SnippetLanguage[] = [javascriptDelete, pythonDelete, powershellDelete];
