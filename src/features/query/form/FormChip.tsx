import type { ReactNode } from 'react';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { FlyoutButton } from '../../../ui/overlays/FlyoutButton.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { type FormPart, partFault } from './fieldFaults.ts';

/** A part of the form that opens from its chip. */
export interface PartProps {
  readonly part: FormPart;
  readonly faults: readonly PlanFault[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** A part below the first line: a chip that says what was chosen, or what is wrong with it. */
export function FormChip(
  props: PartProps & {
    readonly label: string;
    readonly words: ReactNode;
    /** What clearing the chip sets; undefined if that is already the choice. */
    readonly usual: Partial<QueryForm> | undefined;
    readonly children: ReactNode;
  },
): ReactNode {
  const { query } = useServices();
  const { usual } = props;
  const wrong = partFault(props.faults, props.part, useStore(query));
  return (
    <FlyoutButton
      label={props.label}
      look="chip"
      face={wrong === undefined ? props.words : wordsOf(wrong)}
      isLit={usual !== undefined}
      isFaulty={wrong !== undefined}
      onClear={usual && (() => query.change(usual))}
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
    >
      {props.children}
    </FlyoutButton>
  );
}
