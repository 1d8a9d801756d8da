import type { KeyScheme, SchemeEntry } from '../base/keyScheme.ts';
import { writerScheme } from '../grammar/compileScheme.ts';

/** Keys without a time. A query reads the whole table or one partition, and says that this is a scan. */
export const NO_TIME: SchemeEntry = {
  id: 'none',
  title: 'No time in keys',
  family: 'framework',
  source: 'natural and composite keys',
};

export const noneScheme: KeyScheme = writerScheme(NO_TIME);
