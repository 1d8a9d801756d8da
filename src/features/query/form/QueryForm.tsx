import { ArrowDownToLine, CopyPlus, Radio } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { PlanFault } from '../../../core/plan/queryPlan.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { IconButton, Tooltip } from '../../../ui/controls/IconButton.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import type { QueryDoors } from './useQueryActions.tsx';
import {
  fieldFault,
  type FormPart,
  defaultRounding,
  roundingWords,
  columnsText,
  keyMatchText,
} from './chipWords.ts';
import css from './form.module.css';
import { FormChip, type PartProps, KeyOptions, RoundingField } from './KeyOptions.tsx';
import { QueryFilter } from './QueryFilter.tsx';
import { SavedQueries } from '../saved/SavedQueries.tsx';
import { TimeRange } from './TimeRange.tsx';
import { useTableNames, useTableSample, type SampleState, type TableChoice } from './useTables.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { wordsOf, VisibleText } from '../../../ui/text/VisibleText.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { ComboBox } from '../../../ui/controls/ComboBox.tsx';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { useDraft } from '../../shared/late.ts';
import { capital } from '../../../core/words.ts';
import { Select } from '../../../ui/controls/Select.tsx';
import type { MatchKind } from '../../../state/run/queryForm.ts';

interface QueryFormProps extends QueryDoors {
  /** Shows what would be sent. */
  readonly planLine: ReactNode;
  /** Which rows that match the filter are not in the time range. */
  readonly filterNote: string | undefined;
  readonly faults: readonly PlanFault[];
  /** The result below is of the query in this form. */
  readonly isRan: boolean;
  /** The form shows no Run button, because there is one below it. */
  readonly isRunElsewhere: boolean;
  readonly openPart: FormPart | undefined;
  readonly isSearching: boolean;
}

/** The form that says what to read. */
export function QueryForm(props: QueryFormProps): ReactNode {
  const { faults, openPart, onOpenPart } = props;
  const { query, results } = useServices();
  const form = useStore(query);
  const tables = useTableNames();
  const { file, services } = useStore(results).inSight;
  const ran = services.run.get();
  // The name was guessed from the name of a file. Nobody asked for this table, so its keys are not sampled.
  const isGuess = file !== undefined && ran.phase !== 'idle' && ran.form.table === form.table;
  const sampled = useTableSample(isGuess ? '' : form.table);
  const of = <P extends FormPart>(part: P): PartProps & { readonly part: P } => ({
    part,
    faults,
    isOpen: openPart === part,
    onOpenChange: (isOpen) => {
      query.commit();
      query.adopt();
      onOpenPart(isOpen ? part : undefined);
    },
  });

  return (
    <section className={css.form} aria-label="Query">
      <div className={css.row}>
        <div className={css.table}>
          <TableField tables={tables} error={sampled.fault ?? fieldFault(faults, 'table', form)?.message} />
        </div>
        <div className={css.time}>
          <TimeRange {...of('time')} />
        </div>
        <div className={css.filter}>
          <QueryFilter faults={faults} sample={sampled.sample} note={props.filterNote} />
        </div>
        <div className={css.go} data-ran={(props.isRan && props.onCancel === undefined) || undefined}>
          <span className={css.newer}>
            <Tooltip text="Newest rows">
              <Button icon={<ArrowDownToLine />} onPress={props.onNewest} isBusy={props.isSearching}>
                Newest
              </Button>
            </Tooltip>
            <Tooltip text="Follow: read new rows as they arrive">
              <Button icon={<Radio />} onPress={props.follow.press} isPressed={props.follow.isFollowed}>
                Follow
              </Button>
            </Tooltip>
          </span>
          {props.onRunBeside !== undefined && (
            <IconButton
              label="Run beside"
              icon={<CopyPlus />}
              onPress={props.onRunBeside}
              shortcut="Alt Enter"
            />
          )}
          <SavedQueries />
          {!props.isRunElsewhere && (
            <span className={css.run}>
              {props.onCancel === undefined ? (
                <Button look="primary" onPress={props.onRun} shortcut="Shift Enter" ariaLabel="Run query">
                  Run
                </Button>
              ) : (
                <Button onPress={props.onCancel} shortcut="Esc">
                  Cancel
                </Button>
              )}
            </span>
          )}
        </div>
      </div>
      <div className={css.chips}>
        <KeyOptions {...of('keys')} sampled={sampled} />
        <ColumnsPart {...of('columns')} />
        <KeyMatch {...of('pk')} />
        <KeyMatch {...of('rk')} />
        <RoundingPart {...of('rounding')} sampled={sampled} />
        {props.planLine}
      </div>
    </section>
  );
}

/** How keys are rounded, within one click; the same field is among the key options. Absent if keys hold no time. */
function RoundingPart({ sampled, ...part }: PartProps & { readonly sampled: SampleState }): ReactNode {
  const form = useStore(useServices().query);
  const words = roundingWords(form, schemeById(form.scheme));
  if (words === undefined) return undefined;
  const rounding = defaultRounding(sampled.sample?.proposals[0]);
  return (
    <FormChip
      {...part}
      label="Rounding"
      words={wordsOf(words)}
      usual={form.rounding === rounding ? undefined : { rounding }}
    >
      <div className={css.part}>
        <RoundingField isDisabled={false} />
      </div>
    </FormChip>
  );
}

/** The chip for the properties that are read. */
function ColumnsPart(props: PartProps): ReactNode {
  const { query } = useServices();
  const form = useStore(query);
  return (
    <FormChip
      {...props}
      label="Columns"
      words={<VisibleText text={columnsText(form.select)} />}
      usual={form.select.trim() === '' ? undefined : { select: '' }}
    >
      <div className={css.part}>
        <TextField
          label="Columns"
          value={form.select}
          onChange={(select) => query.change({ select })}
          mono
          placeholder="all, or Level, Message"
          description="Names, separated by commas. Fewer columns arrive faster."
          error={fieldFault(props.faults, 'select', form)}
        />
      </div>
    </FormChip>
  );
}

/** A table from the list is chosen at once. A typed one is chosen when the field is left, so that no half-typed name is sampled. */
function TableField(props: { readonly tables: TableChoice; readonly error: string | undefined }): ReactNode {
  const { query } = useServices();
  const { table } = useStore(query);
  const [text, setText] = useDraft(table);
  const { names, dropped = 0, isCut, renew } = props.tables;
  const leftOut = [
    isCut === true ? `First ${formatCount(names.length)} tables; type a name for another.` : '',
    dropped === 0 ? '' : `${formatPlural(dropped, 'name')} in the list broke the naming rules.`,
  ]
    .join(' ')
    .trim();
  const options = useMemo(() => names.map((name) => ({ id: name, label: name })), [names]);
  const known = useMemo(() => new Set(names), [names]);
  return (
    <ComboBox
      label="Table"
      hideLabel
      placeholder="Table"
      options={options}
      text={text}
      onTextChange={(next) => {
        setText(next);
        if (known.has(next)) query.chooseTable(next);
      }}
      onChoose={query.chooseTable}
      onOpen={renew}
      onBlur={() => query.chooseTable(text.trim())}
      chosenId={known.has(table) ? table : undefined}
      allowsFreeText
      emptyText={names.length === 0 ? 'No tables listed: type a name' : 'No table has this in its name'}
      description={leftOut === '' ? undefined : leftOut}
      error={props.error && capital(props.error)}
    />
  );
}

const KINDS: readonly { readonly id: MatchKind; readonly label: string }[] = [
  { id: 'is', label: 'is' },
  { id: 'begins', label: 'begins with' },
];

/** The chip for a key that is typed in full, or for its beginning, which is sent as `ge` and `lt` so that the service can use its index. */
function KeyMatch(props: PartProps & { readonly part: 'pk' | 'rk' }): ReactNode {
  const { part } = props;
  const { query } = useServices();
  const form = useStore(query);
  const label = part === 'pk' ? 'PartitionKey' : 'RowKey';
  const match = `${part}Match` as const;
  return (
    <FormChip
      {...props}
      label={label}
      words={<VisibleText text={keyMatchText(label, form[part], form[match])} />}
      usual={form[part] === '' ? undefined : { [part]: '', [match]: 'is' }}
    >
      <div className={css.match}>
        <Select
          label={`${label} match`}
          hideLabel
          options={KINDS}
          value={form[match]}
          onChange={(id) => query.change({ [match]: id })}
        />
        <TextField
          label={label}
          hideLabel
          value={form[part]}
          onChange={(text) => query.change({ [part]: text })}
          mono
          placeholder={`any ${label}`}
          error={fieldFault(props.faults, part, form)}
        />
      </div>
    </FormChip>
  );
}
