import type { SnippetLanguage } from '../snippet.ts';
import { kustoJob } from './kustoJob.ts';
import { pythonJob } from './pythonJob.ts';
import { shellJob } from './shellJob.ts';
import { sparkJob } from './sparkJob.ts';

/** Scripts that another computer runs to read every row of a plan, however many there are. */
export const JOBS: readonly SnippetLanguage[] = [pythonJob, sparkJob, shellJob, kustoJob];
