import type { ComponentType, ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import { ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Text } from 'react-aria-components/Text';
import { cx } from '../classes.ts';
import css from './field.module.css';
import { wordsOf } from '../text/VisibleText.tsx';
import { LINE_BOUNDS, spokenText } from '../text/textParts.ts';

export interface Option<Id extends string = string> {
  readonly id: Id;
  readonly label: string;
  readonly description?: string | undefined;
  /** Options with the same section are listed under its name, in the caller's order. */
  readonly section?: string | undefined;
}

/** Groups options by section, sections in order of first appearance. */
export function groupOptions<T extends Pick<Option, 'section'>>(options: readonly T[]) {
  const bySection = new Map<string | undefined, T[]>();
  for (const option of options) {
    const group = bySection.get(option.section);
    if (group === undefined) bySection.set(option.section, [option]);
    else group.push(option);
  }
  return [...bySection].map(([name, group]) => ({ name, options: group }));
}

function OptionItem({ option }: { readonly option: Option }): ReactNode {
  return (
    <ListBoxItem id={option.id} textValue={spokenText(option.label)} className={cx(css.item)}>
      <Text slot="label">{wordsOf(option.label, LINE_BOUNDS)}</Text>
      {option.description !== undefined && (
        <Text slot="description" className={cx(css.itemDescription)}>
          {wordsOf(option.description, LINE_BOUNDS)}
        </Text>
      )}
    </ListBoxItem>
  );
}

/** The items of a list, under headers if there are sections. */
export function inSections<T extends Pick<Option, 'section'>>(
  options: readonly T[],
  Section: ComponentType<{ readonly id: string; readonly className: string; readonly children: ReactNode }>,
  toItem: (option: T) => ReactNode,
): readonly ReactNode[] {
  return groupOptions(options).map(({ name, options: own }) => {
    const items = own.map(toItem);
    if (name === undefined) return items;
    return (
      <Section key={`section ${name}`} id={`section ${name}`} className={cx(css.section)}>
        <Header>{name}</Header>
        {items}
      </Section>
    );
  });
}

export function optionItems(options: readonly Option[]): readonly ReactNode[] {
  return inSections(options, ListBoxSection, (option) => <OptionItem key={option.id} option={option} />);
}

/** How many options are drawn at first, and added each time the end of the list becomes visible. */
export const SHOWN_OPTIONS = 60;
/** No list draws more than this; typing part of the name reaches the others. */
export const MOST_OPTIONS = 1000;

/**
 * The first `most` options whose label contains the text, ignoring case; all match an empty text. The chosen one is always included,
 * because the field shows its label. `more`: how many other options match.
 */
export function shownOptions<T extends Pick<Option, 'id' | 'label'>>(
  all: readonly T[],
  text: string,
  most: number,
  chosenId: string | undefined,
) {
  const wanted = text.trim().toLowerCase();
  const matching = wanted === '' ? all : all.filter(({ label }) => label.toLowerCase().includes(wanted));
  if (matching.length <= most) return { options: matching, more: 0 };
  const options = matching.slice(0, most);
  const chosen = matching.slice(most).filter(({ id }) => id === chosenId);
  return { options: [...options, ...chosen], more: matching.length - most - chosen.length };
}
