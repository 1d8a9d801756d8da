import type { ReactNode } from 'react';
import { type ColumnRef, columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type { KeyPartColumn } from '../../../../core/entities/columns/keyParts.ts';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import {
  columnId,
  columnOfId,
  type GroupChoice,
  HOUR,
  templateOf,
} from '../../../../state/run/groupChoice.ts';
import { PREFIX } from '../../../../state/run/rowListState.ts';
import { formatShare } from '../../../../ui/format.ts';
import { Choice } from '../chart/ChartMenus.tsx';
import { MeasureMenus } from '../chart/MeasureMenus.tsx';
import { parameterEntry, propertyEntry } from '../chart/chartWords.ts';

const NONE = 'none';

interface MenusProps {
  readonly columns: ColumnSet;
  /** The parameters of the selected templates. */
  readonly parameters: readonly ColumnRef[];
  readonly keyParts: readonly KeyPartColumn[];
  /** The columns that rows are grouped by, whether the user or the view chose them. */
  readonly by: readonly ColumnRef[];
  readonly hasPrefixes: boolean;
  readonly choice: GroupChoice;
  readonly onChange: (choice: GroupChoice) => void;
}

/** Menus for the columns that rows are grouped by, and for the statistic of each group. */
export function GroupMenus(props: MenusProps): ReactNode {
  const { columns, parameters, keyParts, by, hasPrefixes, choice, onChange } = props;
  const [first, second] = by;
  const entries = () => [
    ...(hasPrefixes ? [{ id: columnId(PREFIX), label: PREFIX.name }] : []),
    { id: columnId(HOUR), label: HOUR.name, description: 'Of the time of the row, UTC' },
    ...parameters.map(parameterEntry),
    ...(['PartitionKey', 'RowKey'] as const).flatMap((name) => [
      { id: columnId({ name }), label: name },
      ...keyParts
        .filter(({ ref }) => ref.name === name)
        .map(({ ref, text, others }) => ({
          id: columnId(ref),
          label: columnTitle(ref),
          description: `Such as ${text}${others === 0 ? '' : `; ${formatShare(others)} of the keys have other parts`}`,
        })),
    ]),
    ...columns.all.flatMap((column) => [
      ...(column.holdsTexts
        ? [
            {
              id: columnId(templateOf(column.name)),
              label: columnTitle(templateOf(column.name)),
              description: 'Texts that differ only in numbers, ids and names are one',
            },
          ]
        : []),
      propertyEntry(column),
    ]),
  ];
  const choose = (place: 0 | 1, id: string): void => {
    const ref = columnOfId(id);
    const next = place === 0 ? [ref, second] : [first, ref];
    onChange({ ...choice, by: next.filter((each) => each !== undefined) });
  };
  return (
    <>
      <Choice
        text="Group by"
        label="Group by"
        face={titleOf(first)}
        selected={first && columnId(first)}
        entries={entries}
        onAction={(id) => choose(0, id)}
      />
      <Choice
        text="then by"
        label="Then by"
        face={titleOf(second)}
        selected={second === undefined ? NONE : columnId(second)}
        entries={() => [{ id: NONE, label: 'Nothing' }, ...entries()]}
        onAction={(id) => choose(1, id)}
      />
      <MeasureMenus
        {...{ columns, parameters }}
        text="Show"
        measure={choice.measure}
        onChange={(measure) => onChange({ ...choice, measure })}
      />
    </>
  );
}

const titleOf = (ref: ColumnRef | undefined): string => (ref === undefined ? 'nothing' : columnTitle(ref));
