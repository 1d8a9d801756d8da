import type { SnippetLanguage } from '../snippet.ts';
import { kustoJob } from './kustoJob.ts';
import { pythonJob } from './pythonJob.ts';
import { shellJob } from './shellJob.ts';
import { sparkJob } from './sparkJob.ts';

/** A plan as a job for another computer: all its rows, whatever their number. */
export const JOBS: readonly SnippetLanguage[] = [pythonJob, sparkJob, shellJob, kustoJob];
