import { useEffect, useRef, useState } from 'react';
import type { DiagnosisInput, Finding, FindingCells } from '../../../core/keyspace/diagnosis/finding.ts';
import { rowsName, rowsNamed } from '../../../core/keyspace/diagnosis/view.ts';
import { spreadOver } from '../../../core/plan/newestSearch.ts';
import { clampTicks, type Ticks, ticksFromUnixMs, TICKS_PER_MINUTE } from '../../../core/time/ticks.ts';
import { readerOf } from '../../../state/connection/session.ts';
import { type FirstRowSince, firstRowSince } from '../../../state/run/newestRows.ts';
import { boundsWords, timeWords } from '../boundsWords.ts';
import { useServices, useSession } from '../services.tsx';
import { type ShownZone, useZone } from '../shownTime.ts';
import type { MapData } from './mapData.ts';
import { type CellGrid, columnsOfTime } from '../../../core/keyspace/map/cellGrid.ts';

/** One for each lane, so that several answers take as long as one. */
const MOST_ASKED = 6;

/**
 * Which silent rows of the map to ask about, with the query of each and since when it is silent. Undefined if the silence has ended, or if
 * no query reads only these rows.
 */
export function askedOf(
  { cells, isOpen }: Pick<Finding, 'cells' | 'isOpen'>,
  {
    grid: { rowCount },
    queryOf,
  }: Pick<MapData, 'queryOf'> & { readonly grid: { readonly rowCount: number } },
) {
  if (isOpen !== true || queryOf === undefined) return undefined;
  const whole = queryOf(0, rowCount);
  // If the query for one row is the same as for all rows, its answer proves nothing about that row.
  const isEach = rowCount === 1 || JSON.stringify(queryOf(0, 1)) !== JSON.stringify(whole);
  if (!isEach && cells.some(({ rows }) => rows !== undefined)) return undefined;
  const every = Array.from({ length: isEach ? rowCount : 1 }, (_, row) => row);
  const silent = cells.flatMap(({ rows = every, from }) =>
    rows.map((row) => ({ row, since: clampTicks(from) })),
  );
  const asked = spreadOver(silent.length, MOST_ASKED).flatMap((at) => {
    const one = silent[at];
    const form = one && (isEach ? queryOf(one.row, one.row + 1) : whole);
    return one === undefined || form === undefined ? [] : [{ ...one, form }];
  });
  return asked.length === Math.min(silent.length, MOST_ASKED) && asked.length > 0
    ? { asked, all: silent.length }
    : undefined;
}

/**
 * Asks for the first row since prefixes fell silent, up to now. Undefined if the silence has ended, or if their account is not connected.
 */
export function useStillSilent(finding: Finding, data: MapData) {
  const { askTable, nowMs, query, run: runs } = useServices();
  const zone = useZone();
  const [said, setSaid] = useState<{ readonly finding: Finding; readonly words: string | undefined }>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const session = useSession();
  const asked = askedOf(finding, data);
  if (session === undefined || asked === undefined || data.run === undefined || !runs.canResume(session))
    return undefined;
  const find = async (): Promise<string> => {
    const now = ticksFromUnixMs(nowMs());
    const { signal } = (stopping.current = new AbortController());
    const rowsAre = typeof data.diagnosis === 'string' ? 'prefix' : data.diagnosis.rowsAre;
    const found = await Promise.all(
      asked.asked.map(async ({ row, since, form: own }) => {
        const form = { ...query.get(), ...own };
        const table = { session, tableName: form.table.trim(), signal, onRequests: runs.list };
        const first = await askTable(table, (key) => firstRowSince(form, { from: since, to: now }, key));
        return first.ok ? { row, since, first: first.value } : first.error;
      }),
    );
    const fault = found.find((each) => typeof each === 'string');
    const answers = found.filter((each) => typeof each !== 'string');
    const view = { rowsAre, labels: data.labels, all: asked.all };
    return fault ?? sinceWords(answers, now, view, zone, readerOf(session).tokenReadable());
  };
  const ask = (): void => {
    setSaid({ finding, words: undefined });
    find().then(
      (words) => setSaid({ finding, words }),
      (caught: unknown) =>
        setSaid({ finding, words: caught instanceof Error ? caught.message : 'The service did not answer.' }),
    );
  };
  const isOfThis = said?.finding === finding;
  return { ask, isAsking: isOfThis && said.words === undefined, answer: isOfThis ? said.words : undefined };
}

/** A silent row of the map, and the answer about it. */
interface Asked {
  readonly row: number;
  readonly since: Ticks;
  readonly first: FirstRowSince;
}

/**
 * Says whether prefixes have written again. `all`: how many were silent, whether or not they were asked about. `isProven`: continuation
 * tokens are readable, so that an empty answer proves that there is no row.
 */
export function sinceWords(
  found: readonly Asked[],
  now: Ticks,
  view: Pick<DiagnosisInput, 'rowsAre' | 'labels'> & { readonly all: number },
  zone: ShownZone,
  isProven: boolean,
): string {
  const wrote = found.filter(({ first }) => first !== 'none');
  const [one] = found;
  const said =
    wrote.length === 0
      ? isProven
        ? `Yes: no row${view.all === 1 ? '' : ` of ${part(found.length, view)}`} since${one === undefined ? '' : ` ${timeWords(one.since, now, zone.timeZone)}`}.`
        : 'No row was found, but this page cannot read continuation tokens, so there may be one.'
      : view.all > 1
        ? `No: of ${part(found.length, view)}, ${wrote.length === found.length ? 'all' : wrote.length} wrote again: ${rowsNamed(
            view,
            wrote.map(({ row }) => row),
          )}.`
        : one?.first === 'unread' || one?.first === 'none' || one === undefined
          ? 'No: it wrote again, but the key of its first row since holds no time.'
          : `No: it wrote again. Its first row since: ${boundsWords(one.first, now, zone)}.`;
  return `${said} Asked at ${timeWords(now, now, zone.timeZone)} ${zone.name}.`;
}

/** "4 prefixes", "6 of 40 prefixes". */
function part(count: number, view: Parameters<typeof rowsName>[0] & { readonly all: number }): string {
  return `${count === view.all ? '' : `${count} of `}${view.all} ${rowsName(view)}`;
}

/**
 * Rows of the map stopped together if they stopped at most this far apart. For a shorter silence it is a quarter of its length, but at
 * least one column.
 */
const NEAR = 5n * TICKS_PER_MINUTE;
/** If a row of the map would usually write fewer rows than this during the silence, having none may be chance. */
const LEAST_MISSING = 3;

/** Rows of the map that stopped at the same time as another. */
interface StoppedThen {
  readonly rows: readonly number[];
  /** How many other rows of the map wrote before the silence and went on during it. */
  readonly continuing: number;
  /** The interval that holds the last rows of those that stopped, in ticks. */
  readonly from: bigint;
  readonly to: bigint;
}

/** Which other rows of a map stopped at about the beginning of a silence, and wrote nothing until it ended. */
export function stoppedThen(grid: CellGrid, { rows: silent = [], from, to }: FindingCells): StoppedThen {
  const quarter = (to - from) / 4n;
  const most = quarter < NEAR ? quarter : NEAR;
  const near = grid.bucketTicks > most ? grid.bucketTicks : most;
  const [begin, end] = [from - near, from + near];
  const then = columnsOfTime(grid, { from: begin, to: end });
  const silence = columnsOfTime(grid, { from: end, to: to > end ? to : end });
  const counts = grid.all ?? grid.counts;
  const sum = (row: number, first: number, last: number): number =>
    counts
      .slice(row * grid.columnCount + first, row * grid.columnCount + last)
      .reduce((all, one) => all + one, 0);
  const others = Array.from({ length: grid.rowCount }, (_, row) => row).filter(
    (row) => !silent.includes(row) && sum(row, 0, then.to) > 0,
  );
  const rows = others.filter((row) => {
    const perColumn = sum(row, 0, then.to) / Math.max(1, then.to);
    return (
      sum(row, then.from, then.to) > 0 &&
      sum(row, silence.from, silence.to) === 0 &&
      perColumn * (silence.to - silence.from) >= LEAST_MISSING
    );
  });
  const continuing = others.filter((row) => sum(row, silence.from, silence.to) > 0).length;
  return { rows, continuing, from: begin, to: end };
}
