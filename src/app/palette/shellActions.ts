import { SOURCES } from '../../features/keyspace/map/keyspaceSources.ts';
import { writeHash } from '../../state/address/hashAddress.ts';
import type { Action } from '../../state/base/actions.ts';
import type { Theme } from '../../state/base/settings.ts';
import { credentialOf } from '../../state/connection/session.ts';
import { formOfAddress } from '../../state/run/recentQueries.ts';
import { savedForm } from '../../state/run/savedQueries.ts';
import { recentWords } from '../../features/shared/recentWords.ts';
import { KEYSPACE_VIEW } from '../../state/keyspace/keyspaceStore.ts';
import type { Services } from '../../state/services/services.ts';

/** What only the shell can open or change. */
export interface ShellDoors {
  readonly views: readonly { readonly id: string; readonly title: string }[];
  readonly onConnect: () => void;
  /** Shows the form for another SAS of the account that is connected. */
  readonly onRenew: () => void;
  readonly onKeys: () => void;
}

const THEMES: readonly (readonly [Theme, string])[] = [
  ['light', 'Use the light theme'],
  ['dark', 'Use the dark theme'],
  ['system', 'Use the theme of this computer'],
];

function viewActions({ address }: Services, { views }: ShellDoors): readonly Action[] {
  // An address that names no view shows the first.
  const named = address.get().view;
  const shown = views.find(({ id }) => id === named)?.id ?? views[0]?.id;
  const group = 'Go to';
  return [
    ...views
      .filter(({ id }) => id !== shown)
      .map(({ id, title }) => ({
        id: `view.${id}`,
        group,
        title: `Go to ${title}`,
        // Like the link in the bar: an address without parameters restores what the view showed last.
        run: () => {
          location.hash = `#/${id}`;
        },
      })),
    // Keyspace registers these itself, under the same ids.
    ...SOURCES.filter(() => shown !== KEYSPACE_VIEW).map(({ id, title }) => ({
      id: `keyspace.${id}`,
      group,
      title,
      run: () => {
        location.hash = writeHash(KEYSPACE_VIEW, [['source', id]]);
      },
    })),
  ];
}

function connectionActions(
  { connection, isolation, hasDemo }: Services,
  doors: ShellDoors,
): readonly Action[] {
  const state = connection.get();
  const isConnected = state.kind === 'connected';
  const group = 'Connection';
  return [
    {
      id: 'connection.open',
      group,
      title: isConnected ? 'Show the connection' : 'Connect to your account',
      run: doors.onConnect,
    },
    ...(hasDemo && !isConnected && !isolation.isFramed
      ? [
          {
            id: 'connection.demo',
            group,
            title: 'Connect to the demo account',
            run: () =>
              void connection.connectDemo().then((fault) => fault !== undefined && doors.onConnect()),
          },
        ]
      : []),
    ...(state.kind === 'connected'
      ? [
          {
            id: 'connection.renew',
            group,
            title: `Replace the ${credentialOf(state.session)}`,
            run: doors.onRenew,
          },
          { id: 'connection.end', group, title: 'Disconnect', run: () => connection.disconnect() },
        ]
      : []),
  ];
}

/** Saved queries and the last runs. Opening one fills the form, and sends nothing. */
function queryActions({ saved, recent }: Services): readonly Action[] {
  const go = (address: string) => (): void => {
    location.hash = address;
  };
  const named = saved.get().filter((link) => savedForm(link).table !== '');
  return [
    ...named.map(({ name, address }) => ({
      id: `saved.${name}`,
      group: 'Saved queries',
      title: `Open ${name}`,
      run: go(address),
    })),
    ...recent.get().flatMap((address) => {
      const form = formOfAddress(address);
      if (form === undefined) return [];
      const { window, filter, account } = recentWords(form);
      const words = [form.table, window, filter, account].filter((text) => text !== '').join(', ');
      return [
        { id: `recent.${address}`, group: 'Recent queries', title: `Recent: ${words}`, run: go(address) },
      ];
    }),
  ];
}

function displayActions({ settings, localZone }: Services): readonly Action[] {
  const { theme, timeZone } = settings.get();
  const group = 'Display';
  return [
    ...THEMES.filter(([id]) => id !== theme).map(([id, title]) => ({
      id: `theme.${id}`,
      group,
      title,
      run: () => settings.change({ theme: id }),
    })),
    timeZone === 'utc'
      ? {
          id: 'zone',
          group,
          title: `Show times in ${localZone}`,
          run: () => settings.change({ timeZone: 'local' }),
        }
      : { id: 'zone', group, title: 'Show times in UTC', run: () => settings.change({ timeZone: 'utc' }) },
  ];
}

/**
 * Every current action, by group: the view's own first, then the shell's, then keys of controls. One per id.
 */
export function allActions(services: Services, doors: ShellDoors): readonly Action[] {
  const shell: readonly Action[] = [
    { id: 'shell.palette', group: 'Anywhere', title: 'Command palette', keys: ['Ctrl K', 'F1'] },
    { id: 'shell.keys', group: 'Anywhere', title: 'Show keyboard shortcuts', keys: ['?'], run: doors.onKeys },
    ...viewActions(services, doors),
    ...connectionActions(services, doors),
    ...displayActions(services),
    ...queryActions(services),
  ];
  const found = new Map<string, Action>();
  for (const action of [...services.actions.list(), ...shell, ...CONTROL_KEYS]) {
    if (!found.has(action.id)) found.set(action.id, action);
  }
  return [...found.values()];
}

const ARROWS = ['\u2190', '\u2192', '\u2191', '\u2193'];

function keysOf(
  group: string,
  lines: readonly (readonly [id: string, title: string, ...keys: string[]])[],
): readonly Action[] {
  return lines.map(([id, title, ...keys]) => ({ id, group, title, keys }));
}

/**
 * Keys that a control listens for while it has the focus. The palette lists them but cannot run them, unless the
 * current view registers an action with the same id.
 */
export const CONTROL_KEYS: readonly Action[] = [
  ...keysOf('Anywhere', [
    ['control.next', 'Next control', 'Tab'],
    ['control.previous', 'Previous control', 'Shift Tab'],
    ['control.close', 'Close what is open', 'Esc'],
  ]),
  ...keysOf('Query', [
    ['query.run', 'Run query', 'Shift Enter', 'Ctrl Enter'],
    ['query.cancel', 'Cancel the run and keep what has arrived', 'Esc'],
    ['time.apply', 'Apply the typed time, or take it back', 'Enter', 'Esc'],
    ['filter.complete', 'Suggest what to type next in the filter', 'Ctrl Space'],
    ['filter.format', 'Format the filter', 'Alt Shift F'],
  ]),
  ...keysOf('Map', [
    ['map.move', 'Move the cursor; each cell is read out', ...ARROWS],
    ['map.ends', 'First or last column', 'Home', 'End'],
    ['map.select', 'Extend the selection', 'Shift \u2190', 'Shift \u2192'],
    ['map.zoom', 'Zoom in or out at the cursor', '+', '-'],
    ['map.toSelection', 'Zoom to the selection', 'Z'],
    ['map.back', 'Previous zoom', 'Backspace'],
    ['map.reset', 'Show the whole map', 'R'],
    ['map.pin', 'Show the details of the cell', 'Enter'],
    ['map.clear', 'Close the details', 'Esc'],
  ]),
  ...keysOf('Timeline', [
    [
      'timeline.move',
      'Move over the times of all tracks, also past an end; each is read out',
      '\u2190',
      '\u2192',
    ],
    ['timeline.select', 'Select a stretch of time in all tracks', 'Shift \u2190', 'Shift \u2192', 'Enter'],
    ['timeline.zoomAt', 'Zoom in or out at the crosshair', '+', '-'],
    ['timeline.toSelection', 'Zoom to the selection', 'Z'],
    ['timeline.back', 'Previous zoom', 'Backspace'],
    ['timeline.reset', 'Show all of the time', 'R'],
  ]),
  ...keysOf('Rows', [
    ['rows.move', 'Move from cell to cell', ...ARROWS],
    ['rows.page', 'One screen up or down', 'PageUp', 'PageDown'],
    ['rows.ends', 'First or last row', 'Ctrl Home', 'Ctrl End'],
    ['rows.open', 'Show the whole row', 'Enter'],
    ['rows.copy', 'Copy the cell exactly', 'Ctrl C'],
  ]),
  ...keysOf('Requests over time', [
    ['requests.move', 'Move from request to request; each is read out', ...ARROWS],
    ['requests.trouble', 'Next or previous throttled or failed request', 'N', 'Shift N'],
    ['requests.zoom', 'Zoom in, out, or to the request', '+', '-', 'F'],
    ['requests.pan', 'Earlier or later', 'Shift \u2190', 'Shift \u2192'],
    ['requests.back', 'Previous zoom', 'Backspace'],
    ['requests.reset', 'Show the whole run', 'R'],
  ]),
];
