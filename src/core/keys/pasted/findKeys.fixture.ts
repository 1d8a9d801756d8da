import { type FindOptions, type FoundKeys, findKeysSteps } from './findKeys.ts';
import { runSteps } from '../../steps.ts';

/** findKeysSteps in one call, for texts that are known to be short. */
export function findKeys(text: string, options: FindOptions = {}): FoundKeys {
  return runSteps(findKeysSteps(text, options));
}
