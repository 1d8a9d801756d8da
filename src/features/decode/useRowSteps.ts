import { useEffect, useMemo, useState } from 'react';
import type { FoundKey } from '../../core/keys/pasted/findKeys.ts';
import { useServices } from '../shared/services.tsx';
import { areDrawn, nameRows, type NamedRow, nextRows } from './rowSteps.ts';

const NONE: ReadonlySet<string> = new Set();

/** The rows to draw now: many new keys take several short tasks, so that a paste of 200 does not stop the page. */
export function useRowSteps(keys: readonly FoundKey[]): readonly NamedRow[] {
  const { activity } = useServices();
  const rows = useMemo(() => nameRows(keys), [keys]);
  const [drawn, setDrawn] = useState(NONE);
  const next = useMemo(() => nextRows(rows, drawn), [rows, drawn]);
  useEffect(() => {
    if (areDrawn(next, drawn)) return undefined;
    const end = activity.begin();
    const timer = setTimeout(() => setDrawn(new Set(next.map(({ name }) => name))));
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [next, drawn, activity]);
  return next;
}
