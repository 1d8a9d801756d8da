import type { KeyScheme } from '../base/scheme.ts';
import { textThenTimeSchemes as schemesOf } from '../forms/textThenTime.ts';
import { dateForms } from './dateTexts.ts';
import { filetimeForm } from './dotNetNumbers.ts';
import { invertedTicksForms } from './invertedTicks.ts';
import { ticksForms } from './plainTicks.ts';
import { unixForms } from './unixTime.ts';

/** Every plain form of time after text: `device7_0638452296000000000`, `tenant_202403`. */
export const textThenTimeSchemes: readonly KeyScheme[] = [
  ...ticksForms,
  ...invertedTicksForms,
  ...unixForms,
  ...dateForms,
  filetimeForm,
].flatMap(schemesOf);
