import type { ReactNode } from 'react';
import type { SchemeProposal } from '../../../core/keys/detectScheme.ts';
import { KEY_SCHEMES, schemeById } from '../../../core/keys/schemeRegistry.ts';
import { isAsProposed, proposalFields } from '../../../state/run/proposedFields.ts';
import { ComboBox } from '../../../ui/controls/ComboBox.tsx';
import { useServices } from '../../shared/services.tsx';
import { useDraft } from '../../shared/useDraft.ts';
import { useStore } from '../../shared/useStore.ts';
import css from './form.module.css';

const OPTIONS = KEY_SCHEMES.map((scheme) => ({
  id: scheme.id,
  label: scheme.title,
  description: scheme.writer,
}));

function titleOf(schemeId: string): string {
  return schemeById(schemeId)?.title ?? schemeId;
}

/** How the table is keyed. "detected" while the choice is what the sample of its keys says. */
export function SchemeField(props: {
  readonly proposals: readonly SchemeProposal[];
  readonly isReading: boolean;
  readonly error: string | undefined;
}): ReactNode {
  const { query } = useServices();
  const form = useStore(query);
  const { scheme } = form;
  const [text, setText] = useDraft(titleOf(scheme));
  const proposal = props.proposals[0];
  const isDetected = proposal !== undefined && isAsProposed(form, proposal);

  const choose = (id: string): void => {
    const known = props.proposals.find((candidate) => candidate.schemeId === id);
    query.change(known === undefined ? { scheme: id, rounding: '' } : proposalFields(known));
    setText(titleOf(id));
  };
  return (
    <ComboBox
      label="Key scheme"
      labelNote={
        isDetected ? (
          <span className={css.detected} title={proposal.reason}>
            detected
          </span>
        ) : props.isReading ? (
          'sampling keys'
        ) : undefined
      }
      options={OPTIONS}
      text={text}
      onTextChange={(next) => {
        setText(next);
        const named = KEY_SCHEMES.find((candidate) => candidate.title === next);
        if (named !== undefined && named.id !== scheme) choose(named.id);
      }}
      onChoose={choose}
      onBlur={() => setText(titleOf(scheme))}
      chosenId={schemeById(scheme) === undefined ? undefined : scheme}
      emptyText="No scheme has this in its name"
      error={props.error}
    />
  );
}
