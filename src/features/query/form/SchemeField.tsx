import { type ReactNode, useMemo } from 'react';
import type { SchemeProposal } from '../../../core/keys/detectScheme.ts';
import { KEY_SCHEMES, schemeById } from '../../../core/keys/schemeRegistry.ts';
import { proposeTemplates, type EntityKeys } from '../../../core/keys/templates/proposeTemplates.ts';
import { templateSchemeId } from '../../../core/keys/templates/templateScheme.ts';
import type { SavedTemplate } from '../../../state/base/savedTemplates.ts';
import { isAsProposed, proposalFields } from '../../../state/run/proposedFields.ts';
import { ComboBox } from '../../../ui/controls/ComboBox.tsx';
import { useServices } from '../../shared/services.tsx';
import { useDraft } from '../../shared/useDraft.ts';
import { useStore } from '../../shared/useStore.ts';
import css from './form.module.css';

interface SchemeOption {
  readonly id: string;
  readonly label: string;
  readonly description: string;
}

const OPTIONS: readonly SchemeOption[] = KEY_SCHEMES.map((scheme) => ({
  id: scheme.id,
  label: scheme.title,
  description: scheme.entry.writer ?? 'any',
}));

/** Saved templates, the template that the sampled keys fit, then the schemes that are built in; each scheme once. */
function optionsOf(saved: readonly SavedTemplate[], keys: readonly EntityKeys[]): readonly SchemeOption[] {
  const looks = proposeTemplates(keys);
  const own = [
    ...saved.map(({ name, partition, row }) => ({
      id: templateSchemeId(partition, row),
      label: name,
      description: `${partition} / ${row}`,
    })),
    ...(looks === undefined
      ? []
      : [
          {
            id: templateSchemeId(looks.partition, looks.row),
            label: `Looks like ${looks.partition} / ${looks.row}`,
            description: 'the sampled keys',
          },
        ]),
  ];
  const first = own.filter(
    ({ id }, at) => schemeById(id) !== undefined && own.findIndex((other) => other.id === id) === at,
  );
  return [...first, ...OPTIONS];
}

function titleOf(schemeId: string, options: readonly SchemeOption[]): string {
  return options.find(({ id }) => id === schemeId)?.label ?? schemeById(schemeId)?.title ?? schemeId;
}

const NO_KEYS: readonly EntityKeys[] = [];

/** How the table is keyed. "detected" while the choice is what the sample of its keys says. */
export function SchemeField(props: {
  readonly proposals: readonly SchemeProposal[];
  /** Sampled keys of the table. */
  readonly keys?: readonly EntityKeys[] | undefined;
  readonly isReading: boolean;
  readonly error: string | undefined;
}): ReactNode {
  const { query, templates } = useServices();
  const form = useStore(query);
  const saved = useStore(templates);
  const { scheme } = form;
  // A scheme that is built in says more than the look of the keys.
  const isKnown = props.proposals.some(({ schemeId }) => schemeById(schemeId)?.timeSource !== 'none');
  const keys = isKnown ? NO_KEYS : (props.keys ?? NO_KEYS);
  const options = useMemo(() => optionsOf(saved, keys), [saved, keys]);
  const [text, setText] = useDraft(titleOf(scheme, options));
  const proposal = props.proposals[0];
  const isDetected = proposal !== undefined && isAsProposed(form, proposal);

  const choose = (id: string): void => {
    const known = props.proposals.find((candidate) => candidate.schemeId === id);
    query.change(known === undefined ? { scheme: id, rounding: '' } : proposalFields(known));
    setText(titleOf(id, options));
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
      options={options}
      text={text}
      onTextChange={(next) => {
        setText(next);
        const named = options.find(({ label }) => label === next);
        if (named !== undefined && named.id !== scheme) choose(named.id);
      }}
      onChoose={choose}
      onBlur={() => setText(titleOf(scheme, options))}
      chosenId={schemeById(scheme) === undefined ? undefined : scheme}
      emptyText="No scheme has this in its name"
      error={props.error}
    />
  );
}
