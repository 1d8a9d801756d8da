import { type ReactNode, useCallback } from 'react';
import type { BulkKey, BulkSummary } from '../../core/keys/bulk/bulkTypes.ts';
import { keyAnatomy } from '../../core/keys/keyAnatomy.ts';
import { ticksToIso } from '../../core/time/ticks.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import type { GridColumn } from '../../ui/grid/gridTypes.ts';
import { InstantText } from '../../ui/keys/InstantText.tsx';
import { KeyAnatomy } from '../../ui/keys/KeyAnatomy.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import { useZone } from '../shared/useZone.ts';
import css from './bulk.module.css';

const COLUMNS: readonly GridColumn[] = [
  { id: 'line', title: 'Line', width: 72, align: 'end' },
  { id: 'time', title: 'Time', width: 230, wholeChars: 28, mono: true },
  { id: 'key', title: 'Key', width: 400, mono: true },
  { id: 'scheme', title: 'Scheme', width: 240 },
];

/** Every key of the list, in its order; only visible ones are fetched. */
export function BulkKeyGrid({ summary }: { readonly summary: BulkSummary }): ReactNode {
  const { decodeBulk } = useServices();
  const { keys } = decodeBulk;
  const zone = useZone();
  useStore(keys);
  const cell = useCallback(
    (row: number, columnId: string): ReactNode => {
      const key = keys.keyAt(row);
      if (key === undefined) return '\u2026';
      if (columnId === 'key') {
        return <KeyAnatomy segments={keyAnatomy(key.schemeId, 'partition', key.text)} />;
      }
      const ticks = key.ticks ?? key.window?.from;
      if (columnId !== 'time' || ticks === undefined) return cellText(key, columnId);
      return <InstantText instant={ticks} timeZone={zone.timeZone} />;
    },
    [keys, zone.timeZone],
  );
  return (
    <div className={css.grid}>
      <DataGrid
        label="Decoded keys"
        rowCount={summary.keys}
        columns={COLUMNS}
        renderCell={cell}
        getCellText={(row, columnId) => cellText(keys.keyAt(row), columnId)}
        rowLabel={(row) => keys.keyAt(row)?.text ?? ''}
        onVisibleRange={keys.show}
      />
    </div>
  );
}

function cellText(key: BulkKey | undefined, columnId: string): string {
  if (key === undefined) return '';
  switch (columnId) {
    case 'line':
      return String(key.line);
    case 'key':
      return key.text;
    case 'scheme':
      return key.title;
    default:
      return key.ticks === undefined ? '' : ticksToIso(key.ticks);
  }
}
