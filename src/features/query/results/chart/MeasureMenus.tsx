import type { ReactNode } from 'react';
import { type Statistic, STATISTICS } from '../../../../core/entities/chart/chartTypes.ts';
import { type ColumnRef, columnTitle } from '../../../../core/entities/columns/columnRef.ts';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import { columnId, columnOfId, type GroupMeasure } from '../../../../state/run/groupChoice.ts';
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
/** Groups do not divide time, so they have no rate. */
const SHOWN_STATISTICS = STATISTICS.filter((statistic) => statistic !== 'rate');

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
  const shown = measure === undefined ? 'counts' : columnTitle(measure);
  return (
    <Labelled text={text}>
      <SearchMenu
        label={`${text}: ${shown}`}
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
          onChange(
            ref && {
              ...ref,
              statistic: measure?.statistic ?? (isQuantity(ref, columns) ? 'p95' : 'distinct'),
            },
          );
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
          onAction={(id) => onChange({ ...measure, statistic: id as Statistic })}
        />
      )}
    </Labelled>
  );
}
