import type { ReactNode } from 'react';
import type { GroupTable } from '../../../../core/entities/chart/groupTable.ts';
import { isProven } from '../../../../core/plan/derived.ts';
import type { GroupsRequest } from '../../../../core/rows/chartRows.ts';
import type { SelectedBy } from '../../../../core/rows/rowQuery.ts';
import { exportFileName } from '../../../../state/base/exportFile.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { announce } from '../../../../ui/announce.ts';
import { Menu } from '../../../../ui/controls/Menu.tsx';
import { exportedRows } from '../../../shared/selection/filterWords.ts';
import { useServices } from '../../../shared/services.tsx';
import { groupsText } from './groupTable.ts';

/** Copies a table of groups, or saves it as a file. `isAll`: groups without selected rows are in it, too. */
export function SaveGroups(props: {
  readonly run: RunState;
  readonly table: GroupTable;
  readonly asked: GroupsRequest & SelectedBy;
  readonly isAll: boolean;
}): ReactNode {
  const { run, table, asked } = props;
  const { saveFile, activity } = useServices();
  const shown = table.groups.filter(({ selected }) => props.isAll || selected > 0);
  const textAs = (format: 'tsv' | 'csv'): string =>
    groupsText(format, table, asked, shown, isProven(run.completeness));
  const save = async (id: string): Promise<void> => {
    if (id === 'copy') {
      await navigator.clipboard.writeText(textAs('tsv'));
      announce('Groups copied');
      return;
    }
    const file = exportFileName(
      run.plan.request.tableName,
      run.completeness,
      'groups.csv',
      exportedRows(asked),
    );
    await saveFile(file, [new TextEncoder().encode(textAs('csv'))]);
    announce(`Download started: ${file}`);
  };
  return (
    <Menu
      label="Save groups"
      face="Save"
      look="subtle"
      entries={[
        { id: 'copy', label: 'Copy data', description: 'Tab-separated, for a spreadsheet' },
        { id: 'csv', label: 'CSV' },
      ]}
      onAction={(id) =>
        void activity.track(save(id).catch(() => announce('Not saved: the browser refused.')))
      }
    />
  );
}
