import { valueOf } from '../../core/valueOf.fixture.ts';
import type { EndedRun, RunState } from '../run/runState.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import { entityAt, rowStorePair, storeWith } from '../../workers/rowStorePair.fixture.ts';
import { openExport } from './file/openExport.ts';

/** The time of the first rows, in seconds since the year 1. */
export const BASE = 63_930_729_600;
/** One second in ticks. */
export const SECOND = 10_000_000n;

/** One of two results to compare. */
export interface ComparedSide {
  readonly name: string;
  readonly run: EndedRun;
  readonly rows: RowStoreClient;
}

export function planOf(window?: readonly [from: number, to: number]): Pick<RunState, 'plan'> {
  const span = window && { from: BigInt(window[0]) * SECOND, to: BigInt(window[1]) * SECOND };
  return {
    plan: { request: { tableName: 'T', ...(span && { window: span }) }, queries: [] },
  } as unknown as RunState;
}

export async function side(
  window: readonly [number, number] | undefined,
  ...entities: object[]
): Promise<ComparedSide> {
  const rows = await storeWith(...entities);
  return { name: 'some result', run: planOf(window) as EndedRun, rows };
}

/** A row of the first second. */
export const row = (rowKey: string, more: object): object => entityAt('0', BASE, rowKey, more);

/** The result that a file with rows opens as, and what its columns are. */
export async function openedFile(name: string, text: string): Promise<ComparedSide & { columns: unknown }> {
  const { client } = rowStorePair();
  const intake = { rows: client, runId: 2, room: { rows: 100, bytes: 1e6 } };
  const opened = await openExport(
    [new File([text], name)],
    intake,
    () => undefined,
    new AbortController().signal,
  );
  const { run, file } = valueOf(opened);
  return { name, run, rows: client, columns: file.summary.columns };
}
