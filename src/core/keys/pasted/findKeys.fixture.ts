import { type FindOptions, type FoundKeys, findKeysSteps } from './findKeys.ts';
import { runSteps } from '../../steps.ts';

/** Runs findKeysSteps to its end, for texts that are known to be short. */
export function findKeys(text: string, options: FindOptions = {}): FoundKeys {
  return runSteps(findKeysSteps(text, options));
}
