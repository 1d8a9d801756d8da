import { captureFile } from '../../../state/results/capture/saveCapture.ts';
import { withArrangement } from '../../../state/results/timeline.ts';
import type { Services } from '../../../state/services/services.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { formatPlural } from '../../../ui/format.ts';
import type { ExportOutcome } from './exportWords.ts';

/** Saves a result as a capture, and returns the outcome as text. */
export async function captureOutcome(
  { rows, saveFile, nowMs, results }: Pick<Services, 'rows' | 'saveFile' | 'nowMs' | 'results'>,
  run: RunState,
): Promise<ExportOutcome> {
  if (run.phase === 'running')
    return {
      tone: 'error',
      title: 'Nothing was saved.',
      detail: 'Wait until the query has ended, or cancel it.',
    };
  const file = await captureFile(rows, withArrangement(run, results.get()), nowMs());
  if (!file.ok) return { tone: 'error', title: 'Nothing was saved.', detail: file.error };
  const { name, parts } = file.value;
  await saveFile(name, parts);
  return {
    tone: 'success',
    title: `Download started: ${name}, with ${formatPlural(run.rows, 'row')}. It holds the table's rows.`,
  };
}
