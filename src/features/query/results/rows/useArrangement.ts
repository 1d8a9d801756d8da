import { useMemo } from 'react';
import { type ArrangedColumns, NO_COLUMNS } from '../../../../core/rows/packedColumns.ts';
import { columnsQuestion, type RunState } from '../../../../state/run/runState.ts';
import { useServices } from '../../../shared/services.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';

export function useArrangement(run: RunState): ArrangedColumns {
  const { columns } = useServices();
  const { isStill } = columnsQuestion(run).question;
  const question = useMemo(() => ({ isStill }), [isStill]);
  return useAnswer(columns, run, question).answer ?? NO_COLUMNS;
}
