import type { KeyReading } from '../../core/keys/base/scheme.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';

/** Whether a text was read as a written date: a log line begins with one, and it is rarely a key. */
export function isDateText(reading: KeyReading | undefined): boolean {
  return reading !== undefined && schemeById(reading.schemeId)?.family === 'date';
}
