import { useEffect, useMemo, useState } from 'react';
import { type ArrangedColumns, NO_COLUMNS } from '../../../../core/rows/packedColumns.ts';
import { columnsQuestion, type RunState } from '../../../../state/run/runState.ts';
import { useServices } from '../../../shared/services.tsx';
import { useStore } from '../../../shared/useStore.ts';

/** Which columns the rows of a run have, and where each is. */
export function useArrangement(run: RunState): ArrangedColumns {
  const { columns } = useServices();
  const { version, question } = columnsQuestion(run);
  const { isStill } = question;
  const asked = useMemo(() => ({ version, question: { isStill } }), [version, isStill]);
  useEffect(() => columns.ask(asked), [columns, asked]);
  const known = useStore(columns);
  // An answer from before this run is about the rows of another one.
  const [firstVersion] = useState(version);
  return known.question !== undefined && known.question.version >= firstVersion
    ? (known.answer ?? NO_COLUMNS)
    : NO_COLUMNS;
}
