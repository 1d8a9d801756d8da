import type { KeyScheme } from '../base/scheme.ts';
import { textThenTimeSchemes as schemesOf } from '../forms/textThenTime.ts';
import { dateSpecs } from './dateTexts.ts';
import { filetimeSpec } from './dotNetNumbers.ts';
import { invertedTicksSpecs } from './invertedTicks.ts';
import { ticksSpecs } from './plainTicks.ts';
import { unixSpecs } from './unixTime.ts';

/** Every plain form of time after text: `device7_0638452296000000000`, `tenant_202403`. */
export const textThenTimeSchemes: readonly KeyScheme[] = [
  ...ticksSpecs,
  ...invertedTicksSpecs,
  ...unixSpecs,
  ...dateSpecs,
  filetimeSpec,
].flatMap(schemesOf);
