import type { ReactNode } from 'react';
import type { Statistic } from '../../../../core/entities/chart/chartTypes.ts';
import { type ColumnRef, columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import {
  columnId,
  columnOfId,
  GROUP_STATISTICS,
  type GroupMeasure,
} from '../../../../state/run/groupChoice.ts';
import { Labelled } from '../../../../ui/controls/Groups.tsx';
import { Menu } from '../../../../ui/controls/Menu.tsx';
import { SearchMenu } from '../../../../ui/controls/SearchMenu.tsx';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import {
  isQuantity,
  numberEntries,
  parameterEntry,
  STATISTIC_NAMES,
  statisticMeaning,
} from './chartWords.ts';

const NONE = 'none';

/** Menus for what is shown of each group: a number, or a column whose different values are counted, and its statistic. */
export function MeasureMenus(props: {
  /** Shown before the menus, and the name of the first one. */
  readonly text: string;
  readonly columns: ColumnSet;
  /** The parameters of the selected templates. */
  readonly parameters: readonly ColumnRef[];
  readonly measure: GroupMeasure | undefined;
  readonly onChange: (measure: GroupMeasure | undefined) => void;
}): ReactNode {
  const { text, columns, parameters, measure, onChange } = props;
  const shown = measure === undefined ? 'rows' : columnTitle(measure);
  return (
    <Labelled text={text}>
      <SearchMenu
        label={`${text}: ${shown}`}
        face={<VisibleText text={shown} />}
        look="subtle"
        selected={measure === undefined ? NONE : columnId(measure)}
        entries={() => [
          { id: NONE, label: 'Rows only' },
          ...parameters.map(parameterEntry),
          ...numberEntries(columns.all),
        ]}
        onAction={(id) => {
          const ref = columnOfId(id);
          onChange(ref && { ...ref, statistic: fitting(measure?.statistic, isQuantity(ref, columns)) });
        }}
      />
      {measure !== undefined && (
        <Menu
          label={`Statistic: ${STATISTIC_NAMES[measure.statistic]}`}
          face={STATISTIC_NAMES[measure.statistic]}
          look="subtle"
          selected={measure.statistic}
          entries={GROUP_STATISTICS.map((id) => ({
            id,
            label: STATISTIC_NAMES[id],
            description: statisticMeaning(id, { ...measure, kind: 'property' }),
          }))}
          onAction={(id) =>
            onChange({
              ...measure,
              statistic: GROUP_STATISTICS.find((known) => known === id) ?? measure.statistic,
            })
          }
        />
      )}
    </Labelled>
  );
}

/** The same statistic of another column, if that column can have it. */
function fitting(statistic: Statistic | undefined, isNumber: boolean): Statistic {
  if (isNumber) return statistic ?? 'p95';
  return statistic === 'count' ? statistic : 'distinct';
}
