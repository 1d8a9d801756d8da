import { useEffect, useRef, useState } from 'react';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { clampTicks, type Ticks, ticksFromUnixMs } from '../../../core/time/ticks.ts';
import { readerOf } from '../../../state/connection/session.ts';
import { type FirstRowSince, firstRowSince } from '../../../state/run/firstRowSince.ts';
import { boundsWords, timeWords } from '../boundsWords.ts';
import { useServices } from '../services.tsx';
import { useStore } from '../useStore.ts';
import { type ShownZone, useZone } from '../useZone.ts';
import type { MapData } from './mapData.ts';

interface StillSilent {
  readonly ask: () => void;
  readonly isAsking: boolean;
  /** Undefined: not asked yet. */
  readonly answer: string | undefined;
}

/** What is asked about a finding: since when, and of which rows. Undefined: it is about another time, or about several rows. */
function askedOf({ cells: [cells], isOpen }: Finding, { grid, queryOf }: MapData) {
  // Of all rows of a map of one row.
  const row = cells?.rows?.[0] ?? (grid.rowCount === 1 ? 0 : undefined);
  if (isOpen !== true || cells === undefined || row === undefined) return undefined;
  const form = queryOf?.(row, row + 1);
  return form && { form, since: clampTicks(cells.from) };
}

/** Asks for the first row since a prefix fell silent, up to now. Undefined: it wrote again, or its account is not connected. */
export function useStillSilent(finding: Finding, data: MapData): StillSilent | undefined {
  const { askTable, connection, nowMs, query, run: runs } = useServices();
  const zone = useZone();
  const connected = useStore(connection);
  const [said, setSaid] = useState<{ readonly finding: Finding; readonly words: string | undefined }>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const session = connected.kind === 'connected' ? connected.session : undefined;
  const asked = askedOf(finding, data);
  if (session === undefined || asked === undefined || data.run === undefined || !runs.canResume(session))
    return undefined;
  const find = async (): Promise<string> => {
    const form = { ...query.get(), ...asked.form };
    const span = { from: asked.since, to: ticksFromUnixMs(nowMs()) };
    const { signal } = (stopping.current = new AbortController());
    const table = { session, tableName: form.table.trim(), signal, onRequests: runs.list };
    const found = await askTable(table, (firstKey) => firstRowSince(form, span, firstKey));
    return found.ok ? sinceWords(found.value, span, zone, readerOf(session).tokenReadable()) : found.error;
  };
  const ask = (): void => {
    setSaid({ finding, words: undefined });
    find().then(
      (words) => setSaid({ finding, words }),
      (caught: unknown) =>
        setSaid({ finding, words: caught instanceof Error ? caught.message : 'Nobody answered.' }),
    );
  };
  const isOfThis = said?.finding === finding;
  return { ask, isAsking: isOfThis && said.words === undefined, answer: isOfThis ? said.words : undefined };
}

/** Whether a prefix wrote again. `isProven`: continuation tokens are readable, so an empty answer means that there is no row. */
export function sinceWords(
  first: FirstRowSince,
  { from, to }: { readonly from: Ticks; readonly to: Ticks },
  zone: ShownZone,
  isProven: boolean,
): string {
  const said =
    first === 'unread'
      ? 'No: it wrote again, but the key of its first row since holds no time.'
      : first !== 'none'
        ? `No: it wrote again. Its first row since: ${boundsWords(first, to, zone)}.`
        : isProven
          ? `Yes: no row since ${timeWords(from, to, zone.timeZone)}.`
          : 'No row was found, but this page cannot read continuation tokens, so there may be one.';
  return `${said} Asked at ${timeWords(to, to, zone.timeZone)} ${zone.name}.`;
}
