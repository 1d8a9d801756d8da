import { type ReactNode, useState } from 'react';
import { addedProperties } from '../../../core/design/bench/addedProperties.ts';
import type { SavedTemplates } from '../../../state/base/savedTemplates.ts';
import { type DesignKeys, isOnlyInFile } from '../../../state/design/designForm.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { FlyoutButton } from '../../../ui/overlays/FlyoutButton.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import css from '../design.module.css';

/** Saves the templates of a design under a name, for Decode, Query and Keyspace. */
export function SaveTemplates({
  letter,
  keys,
}: {
  readonly letter: string;
  readonly keys: DesignKeys;
}): ReactNode {
  const { templates } = useServices();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [fault, setFault] = useState<string>();
  const save = (): void => {
    const refused = isOnlyInFile(keys)
      ? 'These templates hold texts of sampled keys, which are not stored. Save the design as a file.'
      : saveBoth(templates, name, keys);
    setFault(refused);
    if (refused !== undefined) return;
    setOpen(false);
    announce(`Templates saved as ${name.trim()}`);
  };
  return (
    <FlyoutButton
      label={`Save design ${letter}`}
      face="Save"
      look="plain"
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <div className={css.save}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          onKeyDown={({ key }) => {
            if (key === 'Enter') save();
          }}
          focusOnOpen
          error={fault}
        />
        <p className="third small">Kept on this computer: the name and the templates, no values.</p>
        <div>
          <Button look="primary" size="small" onPress={save}>
            Save templates
          </Button>
        </div>
      </div>
    </FlyoutButton>
  );
}

/** Twin rows have two forms of keys. Either both are saved or neither is, so that both can be read. */
function saveBoth(
  templates: SavedTemplates,
  name: string,
  { partition, row, twin }: DesignKeys,
): string | undefined {
  const first = { name, partition, row };
  if (twin === undefined || name.trim() === '') return templates.save(first);
  return templates.save(first, { name: `${name.trim()} (twin row)`, partition, row: twin });
}

interface SavedListProps {
  readonly onAdd: ((keys: DesignKeys, more?: AddedWith) => void) | undefined;
}

/** The templates that are saved on this computer. This is the only place where they can be deleted. */
export function SavedList({ onAdd }: SavedListProps): ReactNode {
  const { templates } = useServices();
  const saved = useStore(templates);
  const forgetAll = saved.length > 1 ? templates.forgetAll : undefined;
  useGroupActions('Design', [['design.forgetAll', 'Forget all saved templates', forgetAll]]);
  if (saved.length === 0) return undefined;
  return (
    <section className={css.saved} aria-label="Saved templates">
      <div className={css.bar}>
        <h3>Saved on this computer</h3>
        <span className="third small">Decode, Query and Keyspace read keys with these</span>
        {forgetAll !== undefined && (
          <Button look="link" size="small" onPress={forgetAll}>
            Forget all
          </Button>
        )}
      </div>
      <ul>
        {saved.map(({ name, ...keys }) => (
          <li key={name} className={css.savedItem}>
            <strong>
              <VisibleText text={name} />
            </strong>
            <code>
              <VisibleText text={`${keys.partition} / ${keys.row}`} />
            </code>
            {onAdd !== undefined && (
              <Button
                look="link"
                size="small"
                ariaLabel={`Add ${name} as a design`}
                onPress={() => onAdd(keys, { properties: addedProperties(keys) })}
              >
                Add as a design
              </Button>
            )}
            <Button
              look="link"
              size="small"
              ariaLabel={`Forget ${name}`}
              onPress={() => templates.forget(name)}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What else changes in the bench when a design is added. */
export interface AddedWith {
  /** Lines for the field "Properties" that describe what the design's templates name. */
  readonly properties?: string;
  /** Writes per second and bytes per row, if the design changes them. */
  readonly writes?: number | undefined;
  readonly bytes?: number | undefined;
}
