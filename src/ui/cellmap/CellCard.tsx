import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { CopyButton } from '../controls/CopyButton.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import type { Box } from './layout.ts';
import css from './CellCard.module.css';
import { placeCard } from './placeCard.ts';
import { Lines } from '../text/VisibleText.tsx';

/** One line of a card: copied as it stands. */
export interface CardFact {
  readonly name: string;
  /** Lines are shown as such. */
  readonly text: string;
  /** What a copy holds, where not all of it is shown. */
  readonly copied?: string;
}

/** What a card says of cells. */
export interface CardContent {
  readonly facts: readonly CardFact[];
  /** Goes to the query that reads these cells. */
  readonly link?: { readonly text: string; readonly href: string };
}

export interface CellCardProps {
  readonly content: CardContent;
  /** The cells that it is about, in the plot; undefined: they are out of sight. */
  readonly at: Box | undefined;
  readonly plot: RefObject<HTMLElement | null>;
  /** What can be done with the cell, while the card follows the pointer. */
  readonly hint: string | undefined;
  /** Undefined: it follows the pointer or the cursor, and nothing on it can be pressed. */
  readonly onClose?: (() => void) | undefined;
}

/** What cells say, beside them. A kept card has a button for each line, and stays where it is until it is closed. */
export function CellCard({ content, at, plot, hint, onClose }: CellCardProps): ReactNode {
  const card = useRef<HTMLElement>(null);
  const { facts, link } = content;
  useLayoutEffect(() => place(card.current, plot.current, at));
  const isKept = onClose !== undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose?.();
    plot.current?.focus();
  };
  return (
    <section
      ref={card}
      className={css.card}
      data-kept={isKept || undefined}
      aria-label={isKept ? 'Chosen cell' : undefined}
      aria-hidden={isKept ? undefined : true}
      onKeyDown={isKept ? onKeyDown : undefined}
    >
      <dl className={css.facts}>
        {facts.map(({ name, text, copied = text }) => (
          <div key={name} className={css.fact}>
            <dt>{name}</dt>
            <dd>
              <bdi className={css.text}>
                <Lines text={text} />
              </bdi>
              {isKept && <CopyButton size="small" look="subtle" label={`Copy ${name}`} text={copied} />}
            </dd>
          </div>
        ))}
      </dl>
      {isKept ? (
        <div className={css.actions}>
          {link !== undefined && (
            <a className={css.link} href={link.href}>
              {link.text}
            </a>
          )}
          <span className={css.gap} />
          <CopyButton
            size="small"
            look="subtle"
            label="Copy all of the card"
            face="Copy all"
            text={() => facts.map(({ name, text, copied = text }) => `${name}: ${copied}`).join('\n')}
          />
          <IconButton size="small" label="Close the card" icon={<X />} onPress={onClose} />
        </div>
      ) : (
        hint !== undefined && <p className={css.hint}>{hint}</p>
      )}
    </section>
  );
}

/** Beside its cells: inside the plot where there is space, else inside the window. */
function place(card: HTMLElement | null, plot: HTMLElement | null, at: Box | undefined): void {
  if (card === null || plot === null) return;
  const { width, height } = card.getBoundingClientRect();
  const { left, top, width: plotWidth, height: plotHeight } = plot.getBoundingClientRect();
  const inside: Box = { left: 0, top: 0, width: plotWidth, height: plotHeight };
  const view: Box = { left: -left, top: -top, width: innerWidth, height: innerHeight };
  const cells = at ?? { left: plotWidth, top: 0, width: 0, height: 0 };
  const spot = placeCard(cells, { width, height }, [inside, view]);
  card.style.left = `${Math.round(spot.left)}px`;
  card.style.top = `${Math.round(spot.top)}px`;
}
