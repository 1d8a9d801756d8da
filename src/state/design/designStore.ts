import type { AddressStore } from '../address/address.ts';
import { leftOut, tooLong } from '../address/hashAddress.ts';
import {
  DEFAULT_DESIGN,
  type DesignForm,
  formOfParams,
  isSameDesign,
  linkParamsOfForm,
} from './designForm.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

export const DESIGN_TABS = ['keys', 'series'] as const;
export type DesignTab = (typeof DESIGN_TABS)[number];

/** What the Design view shows. */
export interface DesignLook {
  readonly tab: DesignTab;
  /** The query to judge. It holds values, so it is kept in memory only: never in the address, never stored. */
  readonly filter: string;
  /** The bench: entity, access patterns and designs. */
  readonly form: DesignForm;
  /** The parameters of the tab "Time series", as its own code reads and writes them. */
  readonly series: ReadonlyMap<string, string>;
}

export interface DesignStore extends ReadableStore<DesignLook> {
  readonly change: (change: Partial<DesignLook>) => void;
}

const DESIGN_VIEW = 'design';
const START: DesignLook = { tab: 'keys', filter: '', form: DEFAULT_DESIGN, series: new Map() };

function tabOf(params: ReadonlyMap<string, string>): DesignTab {
  return DESIGN_TABS.find((tab) => tab === params.get('tab')) ?? 'keys';
}

function lookOfParams(params: ReadonlyMap<string, string>, before: DesignLook): DesignLook {
  // The address matches the current designs: keep them, because one that is omitted from links must not be lost.
  if (isSameLook(params, before)) return before;
  const tab = tabOf(params);
  if (tab === 'keys') return { ...before, tab, form: formOfParams(params) ?? before.form };
  return { ...before, tab, series: new Map([...params].filter(([name]) => name !== 'tab')) };
}

/** The parameters of the current view; none for an unchanged bench. */
function paramsOfLook({ tab, series, form }: DesignLook): [string, string][] {
  if (tab === 'series') return [['tab', tab], ...series];
  return isSameDesign(form, DEFAULT_DESIGN) ? [] : linkParamsOfForm(form);
}

/** Why the designs cannot be in a link, and what to do; undefined if they can. */
export function noLinkText({ form }: Pick<DesignLook, 'form'>): string | undefined {
  const params = linkParamsOfForm(form);
  const names = leftOut(params);
  if (names.length === 0) return undefined;
  return tooLong(params).length === names.length
    ? 'Too long for a link (8 KB): save it as a file'
    : 'Not in a link: something typed looks like a secret. Remove it, then copy the link';
}

function isSameLook(params: ReadonlyMap<string, string>, look: DesignLook): boolean {
  const own = paramsOfLook(look).filter(([, value]) => value !== '');
  return own.length === params.size && own.every(([name, value]) => params.get(name) === value);
}

function createDesignStore(address: AddressStore): DesignStore {
  const isHere = (): boolean => address.get().view === DESIGN_VIEW;
  const store = createStore(isHere() ? lookOfParams(address.get().params, START) : START);
  const write = (): void => {
    if (isHere()) address.write(DESIGN_VIEW, paramsOfLook(store.get()), 'replace');
  };
  address.onNavigate(() => {
    if (!isHere()) return;
    // An address of another version stays as it is until something is typed.
    if (address.get().unknownVersion !== undefined) return;
    // A bare navigation link keeps what was shown.
    if (address.get().params.size > 0) store.update((look) => lookOfParams(address.get().params, look));
    write();
  });
  return {
    get: store.get,
    subscribe: store.subscribe,
    change: (change) => {
      store.update((look) => ({ ...look, ...change }));
      write();
    },
  };
}

const STORES = new WeakMap<AddressStore, DesignStore>();

/** The one store of the Design view for this page; made with the view, so that the first screen does not load it. */
export function designStoreOf(address: AddressStore): DesignStore {
  const known = STORES.get(address);
  if (known !== undefined) return known;
  const made = createDesignStore(address);
  STORES.set(address, made);
  return made;
}
