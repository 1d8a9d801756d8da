import { announce } from '../../ui/announce.ts';
import { useActions } from '../shared/useActions.ts';
import { useServices } from '../shared/services.tsx';
import type { Follow } from './follow/useFollow.tsx';
import { focusField } from './form/focusField.ts';
import type { FormPart } from './form/fieldFaults.ts';

const PARTS: readonly (readonly [FormPart, string, press?: string])[] = [
  ['time', 'Change the time range', 'c'],
  ['keys', 'Change the key options'],
  ['rounding', 'Change the key rounding'],
  ['columns', 'Choose the columns to read'],
  ['pk', 'Change the PartitionKey'],
  ['rk', 'Change the RowKey'],
];

const group = 'Query';

/** What the query view offers in the command palette. */
export function useQueryActions(doors: {
  readonly onRun: () => void;
  /** Undefined if there is no result to keep. */
  readonly onRunBeside: (() => void) | undefined;
  /** Undefined if nothing is running. */
  readonly onCancel: (() => void) | undefined;
  readonly onNewest: () => void;
  readonly follow: Follow;
  readonly onOpenPart: (part: FormPart) => void;
}): void {
  const { query } = useServices();
  const { onCancel } = doors;
  useActions([
    onCancel === undefined
      ? { id: 'query.run', group, title: 'Run query', keys: ['Shift Enter', 'Ctrl Enter'], run: doors.onRun }
      : {
          id: 'query.cancel',
          group,
          title: 'Cancel the run and keep what has arrived',
          keys: ['Esc'],
          run: onCancel,
        },
    ...(doors.onRunBeside === undefined
      ? []
      : [
          {
            id: 'query.runBeside',
            group,
            title: 'Run beside: keep this result and open another',
            keys: ['Alt Enter'],
            run: doors.onRunBeside,
          },
        ]),
    { id: 'query.newest', group, title: 'Go to the newest rows', run: doors.onNewest },
    {
      id: 'query.follow',
      group,
      title: doors.follow.isFollowed ? 'Stop following' : 'Follow: read new rows as they arrive',
      press: 't',
      run: doors.follow.press,
    },
    ...PARTS.map(([part, title, press]) => ({
      id: `query.part.${part}`,
      group,
      title,
      press,
      run: () => doors.onOpenPart(part),
    })),
    { id: 'query.table', group, title: 'Choose the table', press: 'o', run: () => focusField('Table') },
    { id: 'query.filter', group, title: 'Type a filter', run: () => focusField('Filter') },
    { id: 'query.rangeBack', group, title: 'Time range used before', run: () => query.toRange('back') },
    { id: 'query.rangeOn', group, title: 'Time range used after', run: () => query.toRange('forward') },
    {
      id: 'query.undo',
      group,
      title: 'Undo the last change of query or selection',
      keys: ['Ctrl Z'],
      run: query.undo,
    },
    {
      id: 'query.redo',
      group,
      title: 'Redo the change of query or selection',
      keys: ['Ctrl Shift Z'],
      run: query.redo,
    },
    { id: 'query.link', group, title: 'Copy a link to this query', run: copyLink },
  ]);
}

/** The address holds the query, and never a secret, so it can be copied as it is. */
function copyLink(): void {
  navigator.clipboard.writeText(location.href).then(
    () => announce('Link copied'),
    () => announce('The browser refused the clipboard'),
  );
}
