import { describe, expect, it } from 'vitest';
import { type Action, createActions, runnable } from './actions.ts';

const action = (id: string, title: string): Action => ({ id, title, group: 'Query' });

describe('createActions', () => {
  it('reads the actions of all sources each time', () => {
    const actions = createActions();
    let title = 'Run query';
    actions.add(() => [action('query.run', title)]);
    actions.add(() => [action('map.zoom', 'Zoom in')]);
    title = 'Run again';
    expect(actions.list().map((one) => one.title)).toEqual(['Run again', 'Zoom in']);
  });

  it('lists an action once: the source added last wins, at the position of the first', () => {
    const actions = createActions();
    actions.add(() => [action('query.run', 'listed'), action('query.cancel', 'Cancel')]);
    const remove = actions.add(() => [action('query.run', 'of the view')]);
    expect(actions.list().map((one) => one.title)).toEqual(['of the view', 'Cancel']);
    remove();
    expect(actions.list().map((one) => one.title)).toEqual(['listed', 'Cancel']);
  });
});

describe('runnable', () => {
  it("lists a view's action only while it can run, with its keys", () => {
    const run = (): void => undefined;
    expect(
      runnable('Decode', [
        ['decode.link', 'Copy a link', undefined],
        ['decode.clear', 'Clear the text', run],
        ['decode.list.cancel', 'Cancel reading the list', run, 'Esc'],
        ['decode.find', 'Find a key', run, 'f'],
      ]),
    ).toEqual([
      { id: 'decode.clear', group: 'Decode', title: 'Clear the text', run },
      { id: 'decode.list.cancel', group: 'Decode', title: 'Cancel reading the list', run, keys: ['Esc'] },
      { id: 'decode.find', group: 'Decode', title: 'Find a key', run, press: 'f' },
    ]);
  });
});
