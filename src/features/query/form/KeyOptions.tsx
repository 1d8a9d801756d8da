import { type ReactNode, useMemo } from 'react';
import { USUAL_ROUNDINGS } from '../../../core/keys/base/rounding.ts';
import { schemeById, KEY_SCHEMES } from '../../../core/keys/schemeRegistry.ts';
import { TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { Select } from '../../../ui/controls/Select.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import {
  areKeyOptionsChanged,
  defaultKeyOptions,
  keyOptionsText,
  roundingText,
  fieldFault,
  type FormPart,
  partFault,
} from './chipWords.ts';
import css from './form.module.css';
import type { SampleState } from './useTables.ts';
import type { SchemeProposal } from '../../../core/keys/detectScheme.ts';
import type { EntityKey } from '../../../core/keys/base/entityKey.ts';
import { proposeTemplates } from '../../../core/keys/templates/proposeTemplate.ts';
import { templateSchemeId } from '../../../core/keys/templates/templateScheme.ts';
import type { SavedTemplate } from '../../../state/base/savedTemplates.ts';
import { isAsProposed, proposalFields } from '../../../state/run/proposedFields.ts';
import { ComboBox } from '../../../ui/controls/ComboBox.tsx';
import { useDraft } from '../../shared/late.ts';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { FlyoutButton } from '../../../ui/overlays/FlyoutButton.tsx';

/** The names come from the writers' own configuration (eventVolume). */
const VOLUMES = [
  { id: '1', label: 'Small 1' },
  { id: '10', label: 'Medium 10' },
  { id: '100', label: 'Large 100' },
] as const;

/** How the table is keyed: scheme, prefixes, rounding. */
export function KeyOptions(props: PartProps & { readonly sampled: SampleState }): ReactNode {
  const { sampled, ...part } = props;
  const form = useStore(useServices().query);
  const { proposals: [proposal] = [], keys = [] } = sampled.sample ?? {};
  const isChanged = areKeyOptionsChanged(form, proposal);
  return (
    <FormChip
      {...part}
      label="Key options"
      words={
        <>
          {wordsOf(keyOptionsText(form, schemeById(form.scheme)))}
          {!isChanged && proposal !== undefined && (
            <>
              {' '}
              {keys.length > 0 ? (
                <Detected by={proposal} />
              ) : (
                <span className="third">no row to tell by</span>
              )}
            </>
          )}
          {sampled.isReading && <span className="third"> sampling keys</span>}
        </>
      }
      usual={isChanged ? defaultKeyOptions(proposal) : undefined}
    >
      <KeyFields {...props} />
    </FormChip>
  );
}

function Detected({ by }: { readonly by: SchemeProposal }): ReactNode {
  return (
    <span className={css.detected} title={by.reason}>
      detected
    </span>
  );
}

function KeyFields({ faults, sampled }: PartProps & { readonly sampled: SampleState }): ReactNode {
  const { query } = useServices();
  const form = useStore(query);
  const scheme = schemeById(form.scheme);
  const hasNoPrefixes = scheme !== undefined && !scheme.prefixed;
  return (
    <div className={css.part}>
      <SchemeField {...sampled} error={fieldFault(faults, 'scheme', form)?.message} />
      <div className={css.pair}>
        <SegmentedControl
          label="Event volume"
          segments={VOLUMES}
          value={`${form.volume}`}
          onChange={(id) => query.change({ volume: id === '100' ? 100 : id === '10' ? 10 : 1 })}
          isDisabled={hasNoPrefixes}
        />
        <TextField
          label="Prefixes"
          value={form.prefixes}
          onChange={(prefixes) => query.change({ prefixes })}
          mono
          placeholder="all, or 0-9,37"
          isDisabled={hasNoPrefixes}
          error={fieldFault(faults, 'prefixes', form)}
        />
      </div>
      <Checkbox
        label="Also read keys without a prefix"
        isSelected={form.unprefixed}
        onChange={(unprefixed) => query.change({ unprefixed })}
        isDisabled={hasNoPrefixes}
      />
      <RoundingField isDisabled={scheme === undefined || scheme.timeSource === 'none'} />
    </div>
  );
}

const OPTIONS = KEY_SCHEMES.map((scheme) => ({
  id: scheme.id,
  label: scheme.title,
  description: scheme.entry.writer ?? 'any',
}));

/** Saved templates, the template that the sampled keys fit, and the built-in schemes, each scheme once. */
function optionsOf(saved: readonly SavedTemplate[], keys: readonly EntityKey[]): typeof OPTIONS {
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

function titleOf(schemeId: string, options: typeof OPTIONS): string {
  return options.find(({ id }) => id === schemeId)?.label ?? schemeById(schemeId)?.title ?? schemeId;
}

const BY_WRITER = 'writer';
/** The usual roundings in seconds, as the form holds them. */
const USUAL = USUAL_ROUNDINGS.map((ticks) => String(ticks / TICKS_PER_SECOND));

/** The interval to which the writer rounds the times in keys down. It decides which bucket From falls into. */
export function RoundingField({ isDisabled }: { readonly isDisabled: boolean }): ReactNode {
  const { query } = useServices();
  const { rounding } = useStore(query);
  const choices = rounding === '' || USUAL.includes(rounding) ? USUAL : [rounding, ...USUAL];
  return (
    <Select
      label="Key rounding"
      options={[
        { id: BY_WRITER, label: 'automatic', description: "The key scheme's own rule" },
        ...choices.map((seconds) => ({ id: seconds, label: roundingText(seconds) })),
      ]}
      value={rounding === '' ? BY_WRITER : rounding}
      onChange={(id) => query.change({ rounding: id === BY_WRITER ? '' : id })}
      isDisabled={isDisabled}
    />
  );
}

/** The field for the key scheme. It says "detected" while the choice is what the sample of the keys suggests. */
function SchemeField(props: SampleState & { readonly error: string | undefined }): ReactNode {
  const { proposals = [], keys: sampled = [] } = props.sample ?? {};
  const { query, templates } = useServices();
  const form = useStore(query);
  const saved = useStore(templates);
  const { scheme } = form;
  // If a built-in scheme fits, it says more than a template made from the sampled keys.
  const isKnown = proposals.some(({ schemeId }) => schemeById(schemeId)?.timeSource !== 'none');
  const options = useMemo(() => optionsOf(saved, isKnown ? [] : sampled), [saved, isKnown, sampled]);
  const [text, setText] = useDraft(titleOf(scheme, options));
  const [proposal] = proposals;
  const isDetected = proposal !== undefined && isAsProposed(form, proposal);

  const choose = (id: string): void => {
    const known = proposals.find((candidate) => candidate.schemeId === id);
    query.change(known === undefined ? { scheme: id, rounding: '' } : proposalFields(known));
    setText(titleOf(id, options));
  };
  return (
    <ComboBox
      label="Key scheme"
      labelNote={isDetected ? <Detected by={proposal} /> : props.isReading ? 'sampling keys' : undefined}
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
