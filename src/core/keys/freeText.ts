import type { KeyReading } from './base/scheme.ts';
import { schemeById } from './schemeRegistry.ts';
import { makeReading } from './base/schemeSpec.ts';

/** A writer whose PartitionKey is any text: the name of a logger, a stream, a cluster. */
interface FreePartition {
  readonly schemeId: string;
  readonly field: string;
  /** What else the form of the key says. */
  readonly also?: readonly [string, string];
  /** What such names look like; undefined: anything. */
  readonly looksLike?: RegExp;
}

/** A dotted .NET name, as loggers have. */
const TYPE_NAME = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/;
/** A kind and an id, as streams have. */
const STREAM_NAME = /^[A-Za-z]+-[A-Za-z0-9]+$/;

const FREE_PARTITIONS: readonly FreePartition[] = [
  { schemeId: 'log4net', field: 'logger', also: ['partitionKeyType', 'LoggerName'], looksLike: TYPE_NAME },
  { schemeId: 'nlog', field: 'logger', looksLike: TYPE_NAME },
  { schemeId: 'streamstone', field: 'stream', looksLike: STREAM_NAME },
  { schemeId: 'orleans-membership', field: 'clusterId' },
  { schemeId: 'orleans-directory', field: 'clusterId' },
  { schemeId: 'durable-instances', field: 'instanceId' },
  { schemeId: 'durable-history', field: 'instanceId' },
  { schemeId: 'functions-scale', field: 'hostId' },
  { schemeId: 'fabric-dca', field: 'fabricNodeId' },
];

/** Names of people, places and things have blanks; ids have none. */
const ID_TEXT = /^[^\s\p{Cc}]{1,512}$/u;

/**
 * What a text may be where no grammar knows it: the PartitionKey of writers that take any text. Barely confident; a hint
 * of where the time of such rows stands.
 */
export function freeTextReadings(text: string): readonly KeyReading[] {
  if (!ID_TEXT.test(text)) return [];
  const readings: KeyReading[] = [];
  for (const { schemeId, field, also, looksLike } of FREE_PARTITIONS) {
    const scheme = schemeById(schemeId);
    if (scheme === undefined) continue;
    const isAlike = looksLike?.test(text) === true;
    const place = scheme.timeSource === 'none' ? 'its keys hold no time' : 'the time stands in the RowKey';
    const reading = makeReading(scheme, {
      fields: [[field, text], ...(also === undefined ? [] : [also])],
      confidence: isAlike ? 0.12 : 0.02,
      reason: `any text can be the PartitionKey of this writer (${field})${isAlike ? ', and this looks like one' : ''}; ${place}`,
    });
    if (reading !== undefined) readings.push(reading);
  }
  return readings;
}
