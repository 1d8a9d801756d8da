import { detectScheme } from '../../core/keys/detectScheme.ts';
import { templateSchemes } from '../../core/keys/templates/templateScheme.ts';
import type { SavedTemplate } from '../base/savedTemplates.ts';
import type { TableSample } from './tableSample.ts';

/** Adds proposals from the user's own templates to a sample. They come first among equals. Nothing is requested again. */
export function withSavedTemplates(sample: TableSample, saved: readonly SavedTemplate[]): TableSample {
  const templates = templateSchemes(saved);
  if (templates.length === 0) return sample;
  return { ...sample, proposals: detectScheme(sample.tableName, sample.keys, templates) };
}
