import type { HeatScale } from '../../core/keyspace/map/heatScale.ts';
import type { AddressStore } from '../address/address.ts';
import { DEFAULT_MODEL, type ModelForm, modelOfText, modelText } from './modelForm.ts';
import { formToParams, isSameQuery, paramsToForm, type QueryForm } from '../run/queryForm.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

export const KEYSPACE_SOURCES = ['run', 'probe', 'count', 'paste', 'model'] as const;
export type KeyspaceSource = (typeof KEYSPACE_SOURCES)[number];

/** A section of the map: a time span in ticks and whole rows, both half-open. */
export interface MapSection {
  readonly from: bigint;
  readonly to: bigint;
  readonly rowFrom: number;
  readonly rowTo: number;
}

/** What the Keyspace view shows, and how. It is part of the address, so it never contains a secret or a key. */
export interface KeyspaceLook {
  readonly source: KeyspaceSource;
  readonly basis: HeatScale['basis'];
  /** -6 to +6; each step doubles. */
  readonly brightness: number;
  /** Splits row labels into levels; empty: no levels. */
  readonly separator: string;
  /** What a row of a run's map stands for, in the notation of keyspaceRows.ts; '': a planned query, or a group of its scheme. */
  readonly rowsBy: string;
  /** The visible part; undefined: all. */
  readonly zoom: MapSection | undefined;
  readonly selection: MapSection | undefined;
  /** The query whose rows are mapped, so that a link can run it again; undefined: none was run or linked. */
  readonly form: QueryForm | undefined;
  /** The table of the probe or of the count; '': that of the Query form. */
  readonly probed: string;
  /** Designs of the model, one or two. */
  readonly models: readonly ModelForm[];
}

export interface KeyspaceStore extends ReadableStore<KeyspaceLook> {
  readonly change: (change: Partial<Omit<KeyspaceLook, 'zoom' | 'form'>>) => void;
  /**
   * A run began, so the map is of this query; a zoom into another query's rows is dropped. `dated`: the same query with
   * its window as instants. The address carries it with a zoom, because a window relative to `now` would soon have
   * moved away.
   */
  readonly takeRun: (runId: number, form: QueryForm, dated?: QueryForm) => void;
  /** Returns from a linked query to the rows that are already loaded. */
  readonly returnTo: (form: QueryForm) => void;
  /** `isStep`: Backspace returns to the previous zoom; otherwise it only moves. */
  readonly zoomTo: (zoom: MapSection | undefined, isStep: boolean) => void;
  /** The zoom before the last step; the whole map if there is none. */
  readonly back: () => void;
  readonly canGoBack: () => boolean;
}

export const KEYSPACE_VIEW = 'keyspace';
const MOST_BRIGHTNESS = 6;
const MOST_STEPS = 50;
const DEFAULT_LOOK: KeyspaceLook = {
  source: 'run',
  basis: 'max',
  brightness: 0,
  separator: '___',
  rowsBy: '',
  zoom: undefined,
  selection: undefined,
  form: undefined,
  probed: '',
  models: [DEFAULT_MODEL],
};

/**
 * A valid table name (Microsoft, Understanding the Table service data model; $Metrics... begin with a dollar);
 * otherwise ''.
 */
function tableName(text = ''): string {
  return /^\$?[A-Za-z][A-Za-z0-9]{2,62}$/.test(text) ? text : '';
}

/** Reads `from,to,rowFrom,rowTo`; undefined if invalid. */
function readPart(text: string | undefined): MapSection | undefined {
  const numbers = /^(\d{1,19}),(\d{1,19}),(\d{1,7}),(\d{1,7})$/.exec(text ?? '');
  if (numbers === null) return undefined;
  const [, from = '', to = '', rowFrom = '', rowTo = ''] = numbers;
  const part = { from: BigInt(from), to: BigInt(to), rowFrom: Number(rowFrom), rowTo: Number(rowTo) };
  return part.from < part.to && part.rowFrom < part.rowTo ? part : undefined;
}

function partText(part: MapSection | undefined): string {
  return part === undefined ? '' : `${part.from},${part.to},${part.rowFrom},${part.rowTo}`;
}

/** Reads the parameters of `#/keyspace`. What cannot be read gets its default. */
export function lookOfParams(params: ReadonlyMap<string, string>): KeyspaceLook {
  const source = KEYSPACE_SOURCES.find((one) => one === params.get('source'));
  const brightness = Number(params.get('brightness') ?? 0);
  return {
    source: source ?? DEFAULT_LOOK.source,
    basis: params.get('scale') === 'target' ? 'target' : 'max',
    brightness: Number.isFinite(brightness)
      ? Math.max(-MOST_BRIGHTNESS, Math.min(MOST_BRIGHTNESS, brightness))
      : 0,
    // Addresses omit empty values.
    separator: params.get('separator') === 'none' ? '' : (params.get('separator') ?? DEFAULT_LOOK.separator),
    rowsBy: params.get('rows') ?? '',
    zoom: readPart(params.get('zoom')),
    selection: readPart(params.get('box')),
    form: source !== 'probe' && source !== 'count' && params.has('table') ? paramsToForm(params) : undefined,
    probed: source === 'probe' || source === 'count' ? tableName(params.get('table')) : '',
    models: [modelOfText(params.get('model')) ?? DEFAULT_MODEL, modelOfText(params.get('model2'))].filter(
      (model) => model !== undefined,
    ),
  };
}

/** Writes the parameters of `#/keyspace`; they read back to the same. Omits defaults. */
export function paramsOfLook(look: KeyspaceLook): [string, string][] {
  return [
    ['source', look.source],
    ['scale', look.basis === DEFAULT_LOOK.basis ? '' : look.basis],
    ['brightness', look.brightness === 0 ? '' : String(look.brightness)],
    ['separator', look.separator === DEFAULT_LOOK.separator ? '' : look.separator || 'none'],
    ['rows', look.rowsBy],
    ['zoom', partText(look.zoom)],
    ['box', partText(look.selection)],
    ...(look.source === 'run' && look.form !== undefined ? queryParams(look.form) : []),
    ['table', look.source === 'probe' || look.source === 'count' ? look.probed : ''],
    ['model', look.source === 'model' ? modelParam(look.models[0]) : ''],
    ['model2', look.source === 'model' ? modelParam(look.models[1]) : ''],
  ];
}

/** The open result tab of the Query page is not part of the query. */
function queryParams(form: QueryForm): [string, string][] {
  return formToParams(form).filter(([name]) => name !== 'tab');
}

function modelParam(model: ModelForm | undefined): string {
  return model === undefined ? '' : modelText(model);
}

/** What the Keyspace view shows, with its zoom history; kept in sync with the address. */
export function createKeyspaceStore(address: AddressStore): KeyspaceStore {
  const isHere = (): boolean => address.get().view === KEYSPACE_VIEW;
  const store = createStore(isHere() ? lookOfParams(address.get().params) : DEFAULT_LOOK);
  let steps: (MapSection | undefined)[] = [];
  let takenRunId = 0;
  let ran: { readonly form: QueryForm; readonly dated: QueryForm } | undefined;
  address.onNavigate(() => {
    if (!isHere()) return;
    // An address of another version stays as it is until something is chosen.
    if (address.get().unknownVersion !== undefined) return;
    // A bare navigation link keeps what was shown.
    if (address.get().params.size === 0) write();
    else {
      const look = lookOfParams(address.get().params);
      const { form = store.get().form } = look;
      const isRan = form !== undefined && ran !== undefined && isSameQuery(form, ran.dated);
      store.set({ ...look, form: isRan ? ran?.form : form });
      // A typed address may name only the part: this restores the rest.
      write();
    }
  });
  const write = (): void => {
    if (!isHere()) return;
    const look = store.get();
    const isDated = look.zoom !== undefined || look.selection !== undefined;
    const form = isDated && ran !== undefined && look.form === ran.form ? ran.dated : look.form;
    address.write(KEYSPACE_VIEW, paramsOfLook({ ...look, form }), 'replace');
  };
  const update = (change: Partial<KeyspaceLook>): void => {
    store.update((look) => ({ ...look, ...change }));
    write();
  };
  const take = (form: QueryForm): void => {
    const { form: before } = store.get();
    if (before === undefined || isSameQuery(before, form)) {
      update({ form });
      return;
    }
    steps = [];
    update({ form, zoom: undefined, selection: undefined });
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    change: (change) => {
      const look = store.get();
      const isOther = change.source !== undefined && change.source !== look.source;
      const isRegrouped = change.rowsBy !== undefined && change.rowsBy !== look.rowsBy;
      if (!isOther && !isRegrouped) {
        update(change);
        return;
      }
      // Another source has other rows and times; another grouping has other rows.
      steps = [];
      update({ ...change, zoom: undefined, selection: undefined });
    },
    takeRun: (runId, form, dated = form) => {
      if (runId === takenRunId) return;
      takenRunId = runId;
      ran = { form, dated };
      take(form);
    },
    returnTo: take,
    zoomTo: (zoom, isStep) => {
      // Skip a step that changes nothing, because Backspace would then seem to do nothing.
      if (partText(zoom) === partText(store.get().zoom)) return;
      if (isStep) steps = [...steps.slice(1 - MOST_STEPS), store.get().zoom];
      update({ zoom });
    },
    back: () => {
      // A zoom from the address has no earlier step, so going back shows the whole map.
      const zoom = steps.at(-1);
      steps = steps.slice(0, -1);
      update({ zoom });
    },
    canGoBack: () => steps.length > 0 || store.get().zoom !== undefined,
  };
}
