import { describe, expect, it } from 'vitest';
import { type Action, createActions } from './actions.ts';

const action = (id: string, title: string): Action => ({ id, title, group: 'Query' });

describe('createActions', () => {
  it('lists the actions of all sources, read anew each time', () => {
    const actions = createActions();
    let title = 'Run query';
    actions.add(() => [action('query.run', title)]);
    actions.add(() => [action('map.zoom', 'Zoom in')]);
    title = 'Run again';
    expect(actions.list().map((one) => one.title)).toEqual(['Run again', 'Zoom in']);
  });

  it('shows an action once: the source added last wins, in the place of the first', () => {
    const actions = createActions();
    actions.add(() => [action('query.run', 'listed'), action('query.cancel', 'Cancel')]);
    const remove = actions.add(() => [action('query.run', 'of the view')]);
    expect(actions.list().map((one) => one.title)).toEqual(['of the view', 'Cancel']);
    remove();
    expect(actions.list().map((one) => one.title)).toEqual(['listed', 'Cancel']);
  });
});
