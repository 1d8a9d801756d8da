import { Plus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { DesignCard, TemplateCard } from '../../../core/design/bench/readBench.ts';
import {
  type DesignForm,
  type DesignKeys,
  isOnlyInFile,
  MOST_DESIGNS,
} from '../../../state/design/designForm.ts';
import { stressLabLink } from '../../../state/design/stressLink.ts';
import { queryOfTemplates } from '../../../state/run/queryOfDesign.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { TextField } from '../../../ui/controls/TextField.tsx';
import { KeyAnatomy } from '../../../ui/keys/KeyAnatomy.tsx';
import { useServices } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import css from '../design.module.css';
import { SaveTemplates } from './SavedTemplates.tsx';

export interface DesignCardsProps {
  readonly form: DesignForm;
  readonly cards: readonly DesignCard[];
  readonly onChange: (change: Partial<DesignForm>) => void;
}

/** Up to four designs, each with two templates and the keys that they make. */
export function DesignCards({ form, cards, onChange }: DesignCardsProps): ReactNode {
  const { designs } = form;
  const put = (at: number, keys: Partial<DesignKeys>): void =>
    onChange({ designs: designs.map((each, index) => (index === at ? { ...each, ...keys } : each)) });
  const hasRoom = designs.length < MOST_DESIGNS;
  const add = (): void => onChange({ designs: [...designs, designs.at(-1) ?? { partition: '', row: '' }] });
  const addButton = useRef<HTMLButtonElement>(null);
  const isRemoved = useRef(false);
  const remove = (at: number): void => {
    isRemoved.current = true;
    onChange({ designs: designs.filter((_, index) => index !== at) });
  };
  // The removed card had the focus. If there had been as many designs as allowed, the button that adds one appears only now.
  useEffect(() => {
    if (isRemoved.current) addButton.current?.focus();
    isRemoved.current = false;
  });
  useGroupActions('Design', [['design.add', 'Add a design', hasRoom ? add : undefined]]);
  return (
    <>
      <div className={css.cards}>
        {cards.map((card, at) => (
          <div key={card.letter} className={css.card} role="group" aria-label={`Design ${card.letter}`}>
            <div className={css.bar}>
              <h3>Design {card.letter}</h3>
              <UseInQuery keys={designs[at]} card={card} />
              <StressLab form={form} at={at} card={card} />
              {isSound(card) && designs[at] !== undefined && (
                <SaveTemplates letter={card.letter} keys={designs[at]} />
              )}
              {designs.length > 1 && (
                <IconButton
                  size="small"
                  label={`Remove design ${card.letter}`}
                  icon={<X />}
                  onPress={() => remove(at)}
                />
              )}
            </div>
            <Template
              label="PartitionKey template"
              text={designs[at]?.partition ?? ''}
              card={card.partition}
              onChange={(partition) => put(at, { partition })}
            />
            <Template
              label="RowKey template"
              text={designs[at]?.row ?? ''}
              card={card.row}
              onChange={(row) => put(at, { row })}
            />
            <TwinRow
              letter={card.letter}
              text={designs[at]?.twin}
              card={card.twin}
              onChange={(twin) =>
                onChange({
                  designs: designs.map((each, index) => (index === at ? withTwin(each, twin) : each)),
                })
              }
            />
          </div>
        ))}
      </div>
      {hasRoom && (
        <div>
          <Button ref={addButton} size="small" icon={<Plus />} onPress={add}>
            Add design
          </Button>
        </div>
      )}
    </>
  );
}

function withTwin({ twin: _twin, ...keys }: DesignKeys, twin: string | undefined): DesignKeys {
  return twin === undefined ? keys : { ...keys, twin };
}

/** The RowKey template of each entity's second row, if the design has one. */
function TwinRow({
  letter,
  text,
  card,
  onChange,
}: {
  readonly letter: string;
  readonly text: string | undefined;
  readonly card: TemplateCard | undefined;
  readonly onChange: (twin: string | undefined) => void;
}): ReactNode {
  // The field takes the focus if the user asked for it, but not if it came with a link.
  const [isAdded, setAdded] = useState(false);
  if (text === undefined || card === undefined)
    return (
      <div>
        <Button
          look="link"
          size="small"
          ariaLabel={`Add a twin row to design ${letter}`}
          onPress={() => {
            setAdded(true);
            onChange('');
          }}
        >
          Add a twin row
        </Button>
      </div>
    );
  return (
    <>
      <Template label="Twin RowKey" text={text} card={card} onChange={onChange} focusOnOpen={isAdded} />
      <p className="third small">
        Each entity is written under both RowKeys in one entity group transaction.{' '}
        <Button
          look="link"
          size="small"
          ariaLabel={`Remove the twin row of design ${letter}`}
          onPress={() => onChange(undefined)}
        >
          Remove
        </Button>
      </p>
    </>
  );
}

function isSound({ partition, row, twin }: DesignCard): boolean {
  return [partition, row, twin].every((card) => card?.fault === undefined);
}

/** Opens Query with these templates as its key scheme. */
function UseInQuery({
  keys,
  card,
}: {
  readonly keys: DesignKeys | undefined;
  readonly card: DesignCard;
}): ReactNode {
  const { query } = useServices();
  if (keys === undefined || !isSound(card)) return undefined;
  return (
    <Button
      look="link"
      size="small"
      ariaLabel={`Use design ${card.letter} in Query`}
      onPress={() => {
        query.change(queryOfTemplates(keys.partition, keys.row));
        query.open();
      }}
    >
      Use in Query
    </Button>
  );
}

/** A link to the stress lab with these templates. It is a separate page, because it writes. */
function StressLab(props: {
  readonly form: DesignForm;
  readonly at: number;
  readonly card: DesignCard;
}): ReactNode {
  const { stressLab } = useServices();
  const { form, at, card } = props;
  const keys = form.designs[at];
  // Templates made from sampled keys may be in files, but not in links.
  if (stressLab === undefined || keys === undefined || !isSound(card) || isOnlyInFile(keys)) return undefined;
  const link = stressLabLink(stressLab, form, keys);
  return (
    <a
      className={css.modelLink}
      href={link}
      {...(at > 0 && { 'aria-label': `Stress lab, design ${card.letter}` })}
    >
      Stress lab
    </a>
  );
}

function Template(props: {
  readonly label: string;
  readonly text: string;
  readonly card: TemplateCard;
  readonly onChange: (text: string) => void;
  readonly focusOnOpen?: boolean;
}): ReactNode {
  return (
    <div>
      <TextField
        focusOnOpen={props.focusOnOpen}
        label={props.label}
        mono
        value={props.text}
        onChange={props.onChange}
        error={props.card.fault}
      />
      <div className={css.samples}>
        {props.card.samples.map((segments) => (
          <KeyAnatomy key={segments.map(({ text }) => text).join('')} segments={segments} />
        ))}
      </div>
    </div>
  );
}
