import { useState } from 'react';
import type { CellWindow } from '../../../core/keyspace/map/cellGrid.ts';
import type { KeyspacePart } from '../../../state/keyspace/keyspaceStore.ts';
import type { CardContent } from '../../../ui/cellmap/CellCard.tsx';
import type { ExploreProps } from '../../../ui/cellmap/cellMapProps.ts';
import { useServices } from '../../shared/services.tsx';
import { addressOfForm, formOfCells, keyFacts } from './cellQuery.ts';
import type { MapData } from './mapData.ts';
import { cellsOfPart, partOfCells } from './zoomView.ts';

/** The card that stays, and what any card says of the query that reads its cells. */
export function usePinnedCard(data: MapData): Required<Pick<ExploreProps, 'onPin' | 'moreOf'>> & {
  readonly pinned: CellWindow | undefined;
} {
  const { query, nowMs } = useServices();
  // By its time: a map of finer columns shows the same part.
  const [part, setPart] = useState<KeyspacePart>();
  const { grid } = data;
  return {
    pinned: part && cellsOfPart(grid, part),
    onPin: (cells) => setPart(cells && partOfCells(grid, cells)),
    moreOf: (cells): CardContent => {
      const form = formOfCells(data, cells, query.get());
      if (form === undefined) return { facts: [] };
      return {
        facts: keyFacts(form, nowMs()),
        link: { text: 'Query this cell', href: addressOfForm(form) },
      };
    },
  };
}
