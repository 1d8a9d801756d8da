import type { ReactNode } from 'react';
import type { FoundKey } from '../../core/keys/findKeys.ts';
import type { KeyReading } from '../../core/keys/scheme.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { clampTicks, ticksToIso } from '../../core/time/ticks.ts';
import { writeHash } from '../../state/hashAddress.ts';
import { EMPTY_FORM, formToParams, type QueryForm } from '../../state/queryForm.ts';
import { QUERY_VIEW } from '../../state/queryStore.ts';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import css from './decode.module.css';

/** The query for the rows whose keys say the same time: the scheme, its whole fan-out, the interval of the key. */
function formOf(current: QueryForm, found: FoundKey, reading: KeyReading): QueryForm | undefined {
  const { ticks } = reading;
  const window =
    reading.window ?? (ticks === undefined ? undefined : { from: ticks, to: clampTicks(ticks + 1n) });
  const ofRow = found.part === 'row' ? schemeById(`${reading.schemeId}-row`) : undefined;
  const ofPartition = found.part === 'partition' ? schemeById(`${reading.schemeId}-partition`) : undefined;
  const scheme = ofRow ?? ofPartition ?? schemeById(reading.schemeId);
  if (
    window === undefined ||
    window.from >= window.to ||
    scheme === undefined ||
    scheme.timeSource === 'none'
  ) {
    return undefined;
  }
  return {
    ...EMPTY_FORM,
    endpoint: current.endpoint,
    table: found.tableName ?? current.table,
    scheme: scheme.id,
    volume: scheme.prefixed ? 100 : 1,
    from: ticksToIso(window.from),
    to: ticksToIso(window.to),
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
