import { type FindOptions, type FoundKeys, findKeysSteps, runSteps } from './findKeys.ts';

/** findKeysSteps in one call, for texts that are known to be short. */
export function findKeys(text: string, options: FindOptions = {}): FoundKeys {
  return runSteps(findKeysSteps(text, options));
}
