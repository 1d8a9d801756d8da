import type { ReactNode } from 'react';
import type { FoundKey } from '../../core/keys/pasted/findKeys.ts';
import type { KeyReading } from '../../core/keys/base/scheme.ts';
import { clampTicks, MAX_TICKS, ticksToIso } from '../../core/time/ticks.ts';
import { writeHash } from '../../state/address/hashAddress.ts';
import { EMPTY_FORM, formToParams, type QueryForm } from '../../state/run/queryForm.ts';
import { QUERY_VIEW } from '../../state/run/queryStore.ts';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import css from './decode.module.css';
import { readingQuery } from './readingQuery.ts';

/** The query for the rows whose keys say the same time: the scheme, its whole fan-out, the interval of the key. */
function formOf(current: QueryForm, found: FoundKey, reading: KeyReading): QueryForm | undefined {
  const asked = readingQuery(found.text, found.part, reading);
  if (asked === undefined) return undefined;
  const { scheme, volume, window, textBefore } = asked;
  // The last tick of 9999 has no instant after it to end a window with.
  if (window.from >= MAX_TICKS) return undefined;
  return {
    ...EMPTY_FORM,
    endpoint: current.endpoint,
    table: found.tableName ?? current.table,
    scheme: scheme.id,
    volume,
    ...(textBefore !== undefined &&
      (scheme.timeSource === 'row'
        ? { rk: textBefore, rkMatch: 'begins' as const }
        : { pk: textBefore, pkMatch: 'begins' as const })),
    from: ticksToIso(window.from),
    to: ticksToIso(clampTicks(window.to)),
  };
}

/** Opens Query with the interval of a key; sends nothing by itself. */
export function QueryLink(props: { readonly found: FoundKey; readonly reading: KeyReading }): ReactNode {
  const { query } = useServices();
  const form = formOf(useStore(query), props.found, props.reading);
  if (form === undefined) return undefined;
  return (
    <a className={css.queryLink} href={writeHash(QUERY_VIEW, formToParams(form))}>
      Query this interval
    </a>
  );
}
