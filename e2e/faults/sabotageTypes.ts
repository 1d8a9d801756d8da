import type { Lanes } from '../../src/tables/pacing/lanes.ts';
import type { PageReader } from '../../src/tables/wire/pageReader.ts';
import type { PageSink } from '../../src/tables/progress/runTypes.ts';
import type { RowSource } from '../rig/rowSource.ts';
import type { VirtualTime } from './virtualTime.ts';

/** What is other than in a plain run. Of the engine: a part that does wrong, which the judge must find out. */
export interface Sabotage {
  /** Of the service: a table that changes while it is read, by the run's clock. */
  readonly table?: (time: VirtualTime) => RowSource;
  readonly reader?: (reader: PageReader, lanes: Lanes) => PageReader;
  readonly sink?: (sink: PageSink) => PageSink;
}
