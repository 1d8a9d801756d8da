import { type ReactNode, useMemo, useState } from 'react';
import { type Advice, adviseDesign, adviseKeys } from '../../../core/advice/advise.ts';
import { unwritableRows } from '../../../core/design/entity/unwritableRows.ts';
import { describeRows } from '../../../core/design/entity/describeRows.ts';
import { addedProperties } from '../../../core/design/bench/addedProperties.ts';
import type { Bench } from '../../../core/design/bench/readBench.ts';
import { type DesignForm, type DesignKeys, MOST_DESIGNS } from '../../../state/design/designForm.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useLate } from '../../shared/late.ts';
import { useGroupActions } from '../../shared/useActions.ts';
import css from '../design.module.css';
import { pastedKeys, type TakenKeys } from './takenKeys.ts';
import { TakeRows } from './TakeRows.tsx';
import type { AddedWith } from './SavedTemplates.tsx';
import type { KeyFacts } from '../../../core/advice/rules/rule.ts';
import { proposeTemplate, type TemplateProposal } from '../../../core/keys/templates/proposeTemplate.ts';
import { propertyLine } from '../../../core/design/bench/workload.ts';

export interface AdvicePaneProps {
  readonly bench: Bench;
  /** Letters of the designs that were made from keys. Advice about them may repeat texts of those keys. */
  readonly sampled: ReadonlySet<string>;
  /** Adds a design with the change applied; undefined: there is no room for another design. */
  readonly onAdd: ((keys: DesignKeys, more?: AddedWith) => void) | undefined;
  /** Describes the entity according to rows of a table. */
  readonly onDescribe: (entity: Pick<DesignForm, 'properties' | 'bytes'>) => void;
}

interface Entry {
  /** The advice is about given keys, and the proposed change may repeat their texts. */
  readonly isFromKeys?: boolean;
  /** What the advice is about: "Design A", "Pasted keys". */
  readonly subject: string;
  readonly advice: Advice;
}

function adviceOf({ designs, workload }: Bench, sampled: ReadonlySet<string>): readonly Entry[] {
  if (workload === undefined) return [];
  return designs.flatMap(({ letter, keys }) =>
    adviseDesign(keys, workload).map((advice) => ({
      subject: `Design ${letter}`,
      advice,
      isFromKeys: sampled.has(letter),
    })),
  );
}

/** What the rules find in the designs and in given keys, each with its numbers and the proposed change. */
export function AdvicePane({ bench, sampled, onAdd, onDescribe }: AdvicePaneProps): ReactNode {
  // Keys and rows of a table. They are kept in memory only, never in the address.
  const [text, setText] = useState('');
  const [taken, setTaken] = useState<TakenKeys>();
  const late = useLate(text);
  const pasted = useMemo(() => pastedKeys(late), [late]);
  const source = taken ?? pasted;
  const ofKeys = useMemo(
    () =>
      adviseKeys(source.facts, bench.workload).map((advice) => ({
        subject: source.subject,
        advice,
        isFromKeys: true,
      })),
    [source, bench.workload],
  );
  const ofDesigns = useMemo(() => adviceOf(bench, sampled), [bench, sampled]);
  const entries: readonly Entry[] = [...ofKeys, ...ofDesigns];
  return (
    <section className={css.section} aria-label="Advice">
      <h2 className="large">Advice</h2>
      <TextField
        label="Keys to check"
        labelNote="PartitionKey, tab, RowKey on each line, or rows as JSON, NDJSON or CSV; stays in this page"
        mono
        rows={2}
        value={text}
        onChange={(next) => {
          setText(next);
          setTaken(undefined);
        }}
      />
      <TakeRows
        onTake={(next) => {
          setText('');
          setTaken(next);
        }}
      />
      <TakenRows source={source} onDescribe={onDescribe} />
      <RowsWithoutKeys bench={bench} source={source} />
      <KeysLookLike facts={source.facts} onAdd={onAdd} />
      {onAdd === undefined && entries.some(({ advice }) => advice.better !== undefined) && (
        <p className="third small">
          {MOST_DESIGNS} designs are compared at most: remove one, then a change can be added as a design.
        </p>
      )}
      {entries.length === 0 ? (
        <p className="third small">No rule suggests a change.</p>
      ) : (
        <ul className={css.advice} aria-label={formatPlural(entries.length, 'finding')}>
          {entries.map((entry) => (
            <li key={`${entry.subject} ${entry.advice.ruleId}`}>
              <AdviceItem {...entry} onAdd={onAdd} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** How many rows were looked at, and what they show about the entity. */
function TakenRows({
  source,
  onDescribe,
}: {
  readonly source: TakenKeys;
  readonly onDescribe: AdvicePaneProps['onDescribe'];
}): ReactNode {
  const { rows, note } = source;
  const entity = useMemo(() => describeRows(rows), [rows]);
  const { properties, propertyCount, bytes, leftOut } = entity;
  const canDescribe = note !== '' && rows.length > 0;
  const describe = (): void => onDescribe({ properties, bytes: String(bytes) });
  useGroupActions('Design', [
    ['design.describe', 'Describe the entity as the checked rows', canDescribe ? describe : undefined],
  ]);
  if (note === '') return undefined;
  return (
    <p className="breaks small" role="status">
      <VisibleText text={note} />{' '}
      {canDescribe && (
        <Button look="link" size="small" onPress={describe}>
          {`Describe the entity as these rows: ${formatPlural(propertyCount, 'property', 'properties')}, ${formatCount(bytes)} bytes a row`}
        </Button>
      )}
      {leftOut.length > 0 && (
        <VisibleText
          text={` Left out (a template cannot write the name, or the entity is full): ${leftOut.slice(0, 5).join(', ')}${leftOut.length > 5 ? ` and ${formatCount(leftOut.length - 5)} more` : ''}.`}
        />
      )}
    </p>
  );
}

/** Rows for which a design cannot write keys, because a property is missing or null. They would be refused or lost. */
function RowsWithoutKeys({
  bench,
  source: { rows },
}: Pick<AdvicePaneProps, 'bench'> & { readonly source: TakenKeys }): ReactNode {
  const found = useMemo(
    () =>
      bench.designs.flatMap(({ letter, keys }) =>
        unwritableRows(keys, rows).map((text) => `Design ${letter}: ${text}`),
      ),
    [bench.designs, rows],
  );
  if (found.length === 0) return undefined;
  return (
    <ul className={css.advice} aria-label="Rows without keys">
      {found.map((text) => (
        <li key={text}>
          <VisibleText text={text} />
        </li>
      ))}
    </ul>
  );
}

function AdviceItem({
  subject,
  advice,
  isFromKeys,
  onAdd,
}: Entry & Pick<AdvicePaneProps, 'onAdd'>): ReactNode {
  const { title, evidence, fix, source, better } = advice;
  return (
    <>
      <p className={css.adviceTitle}>
        <span className="third">{subject}</span> <strong>{title}</strong>
      </p>
      <p>
        <VisibleText text={evidence} />
      </p>
      <p>
        {fix}{' '}
        {better !== undefined && onAdd !== undefined && (
          <Button
            look="link"
            size="small"
            ariaLabel={`Add as a design: ${subject}, ${title}`}
            onPress={() => {
              const { partition, row, twin, writes, bytes } = better;
              const keys = { partition, row, twin };
              onAdd(
                { ...keys, ...(isFromKeys === true && { isFromKeys }) },
                { properties: addedProperties(better), writes, bytes },
              );
            }}
          >
            Add as a design
          </Button>
        )}
      </p>
      <p className="third small">{source}</p>
    </>
  );
}

function propertiesText(proposals: readonly (TemplateProposal | undefined)[]): string {
  return proposals
    .flatMap((proposal) => proposal?.properties ?? [])
    .map(propertyLine)
    .join('\n');
}

function proposalText(name: string, proposal: TemplateProposal | undefined): string | undefined {
  if (proposal === undefined) return undefined;
  const { template, fits, of } = proposal;
  return `${name}s look like ${template.text} (${formatCount(fits)} of ${formatCount(of)})`;
}

interface KeysLookLikeProps {
  readonly facts: KeyFacts;
  /** Adds a design, with the properties that its templates name. */
  readonly onAdd: ((keys: DesignKeys, more?: AddedWith) => void) | undefined;
}

/** The templates that pasted keys fit, as a design with one click. */
function KeysLookLike({ facts, onAdd }: KeysLookLikeProps): ReactNode {
  const [partition, row] = useMemo(
    () => [proposeTemplate(facts.partitionKeys), proposeTemplate(facts.rowKeys, 'Item')],
    [facts],
  );
  const texts = [proposalText('PartitionKey', partition), proposalText('RowKey', row)].filter(
    (text) => text !== undefined,
  );
  const add =
    texts.length === 0 || onAdd === undefined
      ? undefined
      : () =>
          onAdd(
            {
              partition: partition?.template.text ?? '',
              row: row?.template.text ?? '{Guid}',
              isFromKeys: true,
            },
            { properties: propertiesText([partition, row]) },
          );
  useGroupActions('Design', [
    ['design.addFromKeys', 'Add the templates of the pasted keys as a design', add],
  ]);
  if (texts.length === 0) return undefined;
  return (
    <p className="breaks small">
      <VisibleText text={`${texts.join('; ')}.`} />{' '}
      {add !== undefined && (
        <Button
          look="link"
          size="small"
          ariaLabel="Add the templates of the pasted keys as a design"
          onPress={add}
        >
          Add as a design
        </Button>
      )}
    </p>
  );
}
