import { detectScheme } from '../../core/keys/detectScheme.ts';
import { templateSchemes } from '../../core/keys/templates/templateScheme.ts';
import type { SavedTemplate } from '../base/savedTemplates.ts';
import type { TableSample } from './tableSample.ts';

/** A sample with proposals that also come from the user's own templates, which are first among equals. Nothing is read anew. */
export function withSavedTemplates(sample: TableSample, saved: readonly SavedTemplate[]): TableSample {
  const templates = templateSchemes(saved);
  if (templates.length === 0) return sample;
  return { ...sample, proposals: detectScheme(sample.tableName, sample.keys, templates) };
}
