import { announce } from '../../../ui/announce.ts';
import { useGroupActions } from '../../shared/useActions.ts';
import { useServices } from '../../shared/services.tsx';
import type { FormPart } from './chipWords.ts';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { isCovered, runsItself } from '../../shared/keyOwners.ts';

/** Moves the focus to a field of the query form. The name of the old table is selected, so that typing replaces it. */
function focusField(name: 'Table' | 'Filter'): void {
  const form = document.querySelector('section[aria-label="Query"]');
  const field = form?.querySelector<HTMLElement>(`[data-editor="${name}"], input[aria-label="${name}"]`);
  field?.focus();
  if (name === 'Table' && field instanceof HTMLInputElement) field.select();
}

/** The next step after a table that does not exist: the field where another is chosen. */
export function ChooseTable(): ReactNode {
  return (
    <Button size="small" onPress={() => focusField('Table')}>
      Choose a table
    </Button>
  );
}

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
  /** Whether new rows are read as they arrive, and what starts or ends that. */
  readonly follow: { readonly isFollowed: boolean; readonly press: () => void };
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

/** Shift+Enter or Ctrl/Cmd+Enter runs the query from anywhere in the view. Alt+Enter runs it into another tab. */
export function useRunKeys(start: () => void, startBeside: (() => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.repeat || event.defaultPrevented || isCovered() || runsItself(event)) return;
    if (event.key !== 'Enter') return;
    const isRun = event.shiftKey || event.ctrlKey || event.metaKey;
    const begin = (event.altKey ? startBeside : undefined) ?? (isRun ? start : undefined);
    if (begin === undefined) return;
    event.preventDefault();
    // Otherwise a focused button would be pressed by the key. If that is Run, it has become Cancel when the key is released.
    event.stopPropagation();
    // Leaving the field makes it apply its text now. Afterwards it gets the focus back.
    const typedIn = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
    typedIn?.blur();
    setTimeout(() => {
      begin();
      if (document.activeElement === document.body) typedIn?.focus({ preventScroll: true });
      // The grid is replaced by another one, to which the focus guard moves the focus.
      if (begin !== startBeside || typedIn?.role === 'grid') return;
      // By then, a new tab shows its own form.
      setTimeout(() => {
        if (typedIn?.isConnected !== true && document.activeElement === document.body) focusField('Filter');
      }, 0);
    }, 0);
  });
  useEffect(() => {
    // In the capture phase, to be called before a focused button or field.
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
