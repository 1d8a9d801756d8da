import type { KeyReading } from '../../core/keys/base/scheme.ts';
import { isAfterText } from '../../core/keys/base/schemeSpec.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';

/** Whether a text was read as a written date. Log lines begin with one, and it is rarely a key. */
export function isDateText(reading: KeyReading | undefined): boolean {
  const scheme = reading && schemeById(reading.schemeId);
  return scheme?.entry.family === 'date' && !isAfterText(scheme);
}
