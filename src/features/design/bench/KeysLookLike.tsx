import { type ReactNode, useMemo } from 'react';
import type { KeyFacts } from '../../../core/advice/rules/rule.ts';
import { proposeTemplate, type TemplateProposal } from '../../../core/keys/templates/proposeTemplate.ts';
import type { DesignKeys } from '../../../state/design/designForm.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { formatCount } from '../../../ui/format.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import css from '../design.module.css';
import type { AddedWith } from './addedWith.ts';
import { propertyLine } from '../../../core/design/bench/workload.ts';
import { useGroupActions } from '../../shared/useActions.ts';

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

export interface KeysLookLikeProps {
  readonly facts: KeyFacts;
  /** Adds a design, and the properties that its templates name. */
  readonly onAdd: ((keys: DesignKeys, more?: AddedWith) => void) | undefined;
}

/** The templates that pasted keys fit, as a design with one click. */
export function KeysLookLike({ facts, onAdd }: KeysLookLikeProps): ReactNode {
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
    <p className={css.looksLike}>
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
