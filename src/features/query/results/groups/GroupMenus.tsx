import type { ReactNode } from 'react';
import { type ColumnRef, columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type { KeyPartColumn } from '../../../../core/entities/columns/keyParts.ts';
import { type Statistic, STATISTICS } from '../../../../core/entities/chart/chartTypes.ts';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import {
  columnId,
  columnOfId,
  type GroupChoice,
  HOUR,
  templateOf,
} from '../../../../state/run/groupChoice.ts';
import { PREFIX } from '../../../../state/run/rowListState.ts';
import { Labelled } from '../../../../ui/controls/Groups.tsx';
import { Menu } from '../../../../ui/controls/Menu.tsx';
import { SearchMenu } from '../../../../ui/controls/SearchMenu.tsx';
import { formatShare } from '../../../../ui/format.ts';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { Choice } from '../chart/ChartMenus.tsx';
import {
  isQuantity,
  numberEntries,
  parameterEntry,
  propertyEntry,
  STATISTIC_NAMES,
  statisticMeaning,
} from '../chart/chartWords.ts';

const NONE = 'none';
/** Groups do not divide time, so they have no rate. */
const SHOWN_STATISTICS = STATISTICS.filter((statistic) => statistic !== 'rate');

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
      <Labelled text="Show">
        <MeasureMenus {...props} />
      </Labelled>
    </>
  );
}

/** Menus for a number, or a column whose different values are counted, and for its statistic. */
function MeasureMenus({ columns, parameters, choice, onChange }: MenusProps): ReactNode {
  const { measure } = choice;
  const shown = measure === undefined ? 'counts' : columnTitle(measure);
  return (
    <>
      <SearchMenu
        label={`Show: ${shown}`}
        face={<VisibleText text={shown} />}
        look="subtle"
        selected={measure === undefined ? NONE : columnId(measure)}
        entries={() => [
          { id: NONE, label: 'Counts only' },
          ...parameters.map(parameterEntry),
          ...numberEntries(columns.all),
        ]}
        onAction={(id) => {
          const ref = columnOfId(id);
          onChange({
            ...choice,
            measure: ref && {
              ...ref,
              statistic: measure?.statistic ?? (isQuantity(ref, columns) ? 'p95' : 'distinct'),
            },
          });
        }}
      />
      {measure !== undefined && (
        <Menu
          label={`Statistic: ${STATISTIC_NAMES[measure.statistic]}`}
          face={STATISTIC_NAMES[measure.statistic]}
          look="subtle"
          selected={measure.statistic}
          entries={SHOWN_STATISTICS.map((id) => ({
            id,
            label: STATISTIC_NAMES[id],
            description: statisticMeaning(id, { ...measure, kind: 'property' }),
          }))}
          onAction={(id) => onChange({ ...choice, measure: { ...measure, statistic: id as Statistic } })}
        />
      )}
    </>
  );
}

const titleOf = (ref: ColumnRef | undefined): string => (ref === undefined ? 'nothing' : columnTitle(ref));
