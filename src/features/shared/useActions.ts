import { useEffect, useRef } from 'react';
import { type Action, type ActionLine, runnable } from '../../state/base/actions.ts';
import { useServices } from './services.tsx';

/**
 * Offers actions in the command palette and their keys in the sheet of shortcuts, as long as the component is mounted:
 * `useActions([{ id: 'query.run', group: 'Query', title: 'Run query', keys: ['Shift Enter'], run: start }])`. The array
 * may be new at every render.
 */
export function useActions(actions: readonly Action[]): void {
  const { actions: registry } = useServices();
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => registry.add(() => current.current), [registry]);
}

/** The same for actions of one group, each `[id, title, run, ...keys]` and listed only while it has a `run`. */
export function useGroupActions(group: string, lines: readonly ActionLine[]): void {
  useActions(runnable(group, lines));
}
