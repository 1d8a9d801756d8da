import type { Lanes } from '../../src/tables/pacing/lanes.ts';
import type { PageReader } from '../../src/tables/wire/pageReader.ts';
import type { PageSink } from '../../src/tables/progress/runTypes.ts';
import type { RowSource } from '../rig/rowSource.ts';
import type { VirtualTime } from './virtualTime.ts';

/** How a run differs from a plain one: a faulty part of the engine, which the judge must detect. */
export interface Sabotage {
  /** A change of the service: a table that changes while it is read, by the run's clock. */
  readonly table?: (time: VirtualTime) => RowSource;
  readonly reader?: (reader: PageReader, lanes: Lanes) => PageReader;
  readonly sink?: (sink: PageSink) => PageSink;
}
