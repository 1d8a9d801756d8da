import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Entity } from '../../../../core/entities/entity.ts';
import {
  compareEntities,
  entityFilter,
  entityJsonText,
  entityUrl,
} from '../../../../core/rows/entityText.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { CopyButton } from '../../../../ui/controls/CopyButton.tsx';
import { IconButton } from '../../../../ui/controls/IconButton.tsx';
import { ValueText } from '../../../../ui/keys/ValueText.tsx';
import { NameText } from '../../../../ui/text/VisibleText.tsx';
import { useSession } from '../../../shared/services.tsx';
import css from './rows.module.css';

/** The tools above an entity: to the neighbours in the list, to copy it, and to compare it with another one. */
export function EntityTools(props: {
  readonly entity: Entity;
  readonly table: string;
  readonly onStep: (by: -1 | 1) => void;
  /** The entity that others are compared with; undefined if there is none. */
  readonly kept: Entity | undefined;
  readonly onKeep: (entity: Entity | undefined) => void;
}): ReactNode {
  const { entity, table, onStep, kept, onKeep } = props;
  const endpoint = useSession()?.connection.endpoint.url;
  const filter = entityFilter(entity);
  const url = endpoint === undefined ? undefined : entityUrl(endpoint, table, entity);
  return (
    <div className={css.entityTools}>
      <IconButton size="small" label="Previous row" icon={<ChevronUp />} onPress={() => onStep(-1)} />
      <IconButton size="small" label="Next row" icon={<ChevronDown />} onPress={() => onStep(1)} />
      <CopyButton label="Copy as JSON" face="JSON" text={() => entityJsonText(entity)} size="small" />
      {filter !== undefined && <CopyButton label="Copy $filter" face="$filter" text={filter} size="small" />}
      {url !== undefined && <CopyButton label="Copy URL without SAS" face="URL" text={url} size="small" />}
      <Button look="link" size="small" onPress={() => onKeep(kept === undefined ? entity : undefined)}>
        {kept === undefined ? 'Compare' : 'End comparison'}
      </Button>
    </div>
  );
}

/** Two entities side by side. Differences are marked, and equal properties are counted. */
export function EntityComparison(props: { readonly left: Entity; readonly right: Entity }): ReactNode {
  const all = compareEntities(props.left, props.right);
  const different = all.filter(({ isSame }) => !isSame);
  if (props.left === props.right)
    return <p className="third">Choose another row to compare this one with.</p>;
  return (
    <section aria-label="Comparison">
      <p className="third">{`${different.length} of ${all.length} properties differ.`}</p>
      <table className={css.properties}>
        <thead>
          <tr>
            <th scope="col">Property</th>
            <th scope="col">Kept row</th>
            <th scope="col">This row</th>
          </tr>
        </thead>
        <tbody>
          {different.map(({ name, left, right }) => (
            <tr key={name}>
              <th scope="row">
                <NameText text={name} />
              </th>
              <ComparedCell text={left} />
              <ComparedCell text={right} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ComparedCell({ text }: { readonly text: string | undefined }): ReactNode {
  return (
    <td className={css.compared}>
      {text === undefined ? (
        <span className="third">absent</span>
      ) : (
        <mark className={css.match}>
          <span className="breaks small mono">
            <ValueText text={text} />
          </span>
        </mark>
      )}
    </td>
  );
}
