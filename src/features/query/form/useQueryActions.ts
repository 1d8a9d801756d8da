import { announce } from '../../../ui/announce.ts';
import { useGroupActions } from '../../shared/useActions.ts';
import { useServices } from '../../shared/services.tsx';
import type { Follow } from '../follow/useFollow.ts';
import { focusField } from './focusField.tsx';
import type { FormPart } from './fieldFaults.ts';

const PARTS: readonly (readonly [part: FormPart, title: string, ...press: string[]])[] = [
  ['time', 'Change the time range', 'c'],
  ['keys', 'Change the key options'],
  ['rounding', 'Change the key rounding'],
  ['columns', 'Choose the columns to read'],
  ['pk', 'Change the PartitionKey'],
  ['rk', 'Change the RowKey'],
];

/** What the form and the palette can do. */
export interface QueryDoors {
  readonly onRun: () => void;
  /** Runs the query into another tab and keeps the result in sight; undefined if there is none. */
  readonly onRunBeside: (() => void) | undefined;
  /** Undefined if nothing is running. */
  readonly onCancel: (() => void) | undefined;
  /** Sets the time range to the newest rows. */
  readonly onNewest: () => void;
  readonly follow: Follow;
  readonly onOpenPart: (part: FormPart | undefined) => void;
}

/** What the query view offers in the command palette. */
export function useQueryActions(doors: QueryDoors): void {
  const { query } = useServices();
  const { onCancel, follow } = doors;
  useGroupActions('Query', [
    onCancel === undefined
      ? ['query.run', 'Run query', doors.onRun, 'Shift Enter', 'Ctrl Enter']
      : ['query.cancel', 'Cancel the run and keep what has arrived', onCancel, 'Esc'],
    ['query.runBeside', 'Run beside: keep this result and open another', doors.onRunBeside, 'Alt Enter'],
    ['query.newest', 'Go to the newest rows', doors.onNewest],
    [
      'query.follow',
      follow.isFollowed ? 'Stop following' : 'Follow: read new rows as they arrive',
      follow.press,
      't',
    ],
    ...PARTS.map(
      ([part, title, ...press]) =>
        [`query.part.${part}`, title, () => doors.onOpenPart(part), ...press] as const,
    ),
    ['query.table', 'Choose the table', () => focusField('Table'), 'o'],
    ['query.filter', 'Type a filter', () => focusField('Filter')],
    ['query.rangeBack', 'Time range used before', () => query.toRange('back')],
    ['query.rangeOn', 'Time range used after', () => query.toRange('forward')],
    ['query.undo', 'Undo the last change of query or selection', query.undo, 'Ctrl Z'],
    ['query.redo', 'Redo the change of query or selection', query.redo, 'Ctrl Shift Z'],
    ['query.link', 'Copy a link to this query', copyLink],
  ]);
}

/** The address holds the query, and never a secret, so it can be copied as it is. */
function copyLink(): void {
  navigator.clipboard.writeText(location.href).then(
    () => announce('Link copied'),
    () => announce('The browser refused the clipboard'),
  );
}
