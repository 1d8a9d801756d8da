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
import { CONTROL_KEYS } from './controlKeys.ts';

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
