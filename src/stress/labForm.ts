import type { LoadedKeys } from '../state/design/stressLink.ts';
import { readAmount } from '../core/design/bench/workload.ts';
import { DESIGN_TEMPLATES } from '../core/keys/schemes/designTemplates.ts';
import { fail, ok, type Result } from '../core/result.ts';
import { isCredentialIn } from '../state/base/secrets.ts';
import { expectedOperations } from '../core/stress/loadSchedule.ts';
import { countText } from '../core/words.ts';
import { type KeyMaker, keyMaker } from '../core/stress/stressKeys.ts';
import { RETRY_POLICIES } from '../core/stress/retryPolicies.ts';
import {
  type LoadShape,
  type LoadTarget,
  MOST_TRANSACTION_ENTITIES,
  OPERATION_KINDS,
  type OperationKind,
  operationsFault,
  type StressKeys,
  type StressPlan,
} from '../core/stress/stressPlan.ts';

/**
 * The plan of a test as the user typed it. It becomes part of the address, so it must contain templates, names and numbers only, and no
 * secret.
 */
export type LabForm = Readonly<typeof DEFAULT_FORM>;

export const DEFAULT_FORM = {
  /** `templates` means keys from Design. */
  keys: 'scheme' as 'scheme' | 'templates',
  scheme: Object.keys(DESIGN_TEMPLATES)[0] ?? '',
  pk: '',
  rk: '',
  /** The hash of the Design page from which the templates come, for the way back. Empty if there is none. */
  design: '',
  /** Number of prefixes, or of groups that the PartitionKey template distinguishes. */
  groups: '1',
  shape: 'steps' as 'steps' | 'steady' | 'burst' | 'day',
  target: 'one partition' as LoadTarget,
  /** Entities per second. For a load in steps, the rate of the first step. */
  rate: '100',
  /** The rate at which a load in steps ends, in entities per second. */
  most: '4000',
  seconds: '30',
  /**
   * Shares of operations. Transactions are the default, because a browser sends only a few hundred requests a second, and single rows could
   * not reach the limit of a partition.
   */
  insert: '0',
  transaction: '100',
  upsert: '0',
  'point read': '0',
  'row range': '0',
  'partition range': '0',
  batch: '50',
  bytes: '500',
  policy: 'none',
  rows: '100000',
  megabytes: '100',
} satisfies Record<OperationKind, string> & Record<string, string>;

/** Limits for every test, whatever is typed. A browser sends at most six requests at once to a host. */
const BOUNDS = { seconds: 600, rows: 1_000_000, megabytes: 1000, lanes: 6 } as const;
/** The highest rate that can be asked for, which is above the target of an account. */
const MOST_RATE = 50_000;
/** More than a browser can send in the longest test, and few enough to be counted at once when a load is stopped. */
const MOST_OPERATIONS = 300_000;
/** How many seconds the longest load has for answers and retries after its last operation became due. A shorter load has more. */
const DRAIN_SECONDS = 60;
const STEP = { factor: 1.5, stepSeconds: 3 } as const;
const MEGABYTE = 1_000_000;

/** Templates are in the report and in the keys of the table. */
const SECRET = 'This looks like a SAS or a token: take it out of the templates.';
const TOO_MANY = `A load may have ${countText(MOST_OPERATIONS)} operations at most: use a lower rate or a shorter time.`;

/** Which fields are wrong, alone or together, and why. */
export type FormFault = { readonly fields: readonly (keyof LabForm)[]; readonly message: string };

/** A plan that is known to be valid, with the function that makes its keys. */
export interface SoundPlan {
  readonly plan: StressPlan;
  readonly keysOf: KeyMaker;
}

/**
 * The plan of a form, with the function that makes its keys; or what is wrong with the form.
 * @param nowMs The time for the first keys, in milliseconds since the Unix epoch.
 */
export function soundPlan(form: LabForm, nowMs: number): Result<SoundPlan, FormFault> {
  if (form.keys === 'templates' && (isCredentialIn(form.pk) || isCredentialIn(form.rk)))
    return fail({ fields: ['pk', 'rk'], message: SECRET });
  const plan = planOf(form, nowMs);
  if (!plan.ok) return plan;
  const keysOf = keyMaker(plan.value);
  return keysOf.ok
    ? ok({ plan: plan.value, keysOf: keysOf.value })
    : fail({ fields: ['pk', 'rk', 'bytes'], message: keysOf.error });
}

/**
 * The plan that a form describes, or the first field that is wrong.
 * @param startedAtMs The time for the first keys, in milliseconds since the Unix epoch.
 */
function planOf(form: LabForm, startedAtMs: number): Result<StressPlan, FormFault> {
  const faults: FormFault[] = [];
  const amount = (field: keyof LabForm, text: string, name: string, least: number, most: number): number => {
    const read = readAmount(text, name, most);
    if (read.ok && read.value >= least) return read.value;
    faults.push({
      fields: [field],
      message: read.ok ? `${name} must be at least ${least}.` : read.error.message,
    });
    return least;
  };
  const rate = amount('rate', form.rate, 'Entities per second', 1, MOST_RATE);
  const isSteps = form.shape === 'steps';
  const seconds = isSteps ? 0 : amount('seconds', form.seconds, 'Seconds', 1, BOUNDS.seconds);
  const most = isSteps ? amount('most', form.most, 'The last step', rate, MOST_RATE) : rate;
  const shares = OPERATION_KINDS.map((kind): [OperationKind, number] => [
    kind,
    amount(kind, form[kind], `The share of ${kind}`, 0, 1000),
  ]);
  const plan: StressPlan = {
    // Always the same, so that loads which differ in one setting can be compared.
    seed: 1,
    keys: keysOfForm(form),
    target: form.target,
    shape: shapeOf(form.shape, rate, most, seconds),
    shares: Object.fromEntries(shares),
    transactionEntities: Math.floor(
      amount('batch', form.batch, 'Rows per transaction', 2, MOST_TRANSACTION_ENTITIES),
    ),
    entityBytes: amount('bytes', form.bytes, 'Bytes per row', 100, 65_536),
    policy: RETRY_POLICIES.find(({ id }) => id === form.policy)?.policy ?? { kind: 'none' },
    limits: {
      seconds: BOUNDS.seconds + DRAIN_SECONDS,
      rows: amount('rows', form.rows, 'Rows', 1, BOUNDS.rows),
      bytes: amount('megabytes', form.megabytes, 'MB sent', 1, BOUNDS.megabytes) * MEGABYTE,
      lanes: BOUNDS.lanes,
    },
    startedAtMs,
  };
  const [fault] = faults;
  if (fault !== undefined) return fail(fault);
  const unfit = operationsFault(plan);
  if (unfit !== undefined) return fail({ fields: OPERATION_KINDS, message: unfit });
  return expectedOperations(plan) <= MOST_OPERATIONS
    ? ok(plan)
    : fail({ fields: ['rate', 'seconds', 'most'], message: TOO_MANY });
}

export function keysOfForm({ keys, scheme, pk, rk, groups }: LabForm): StressKeys {
  return keys === 'scheme'
    ? { kind: 'scheme', schemeId: scheme, groups: Number(groups) }
    : { kind: 'templates', partition: pk, row: rk, groups: Number(groups) };
}

function shapeOf(shape: LabForm['shape'], rate: number, most: number, seconds: number): LoadShape {
  switch (shape) {
    case 'steps':
      return { kind: 'steps', fromPerSecond: rate, mostPerSecond: most, ...STEP };
    case 'steady':
      return { kind: 'steady', perSecond: rate, seconds };
    case 'burst':
      return {
        kind: 'burst',
        perSecond: rate,
        factor: 5,
        atSeconds: seconds / 4,
        lengthSeconds: Math.max(1, seconds / 8),
        seconds,
      };
    case 'day':
      return { kind: 'day', perSecond: rate, depth: 0.8, seconds };
  }
}

/** The keys of a plan as templates for Design, with the Design page from which they come. Undefined if Design cannot express them. */
export function keysInDesign(keys: StressKeys, design: string): LoadedKeys | undefined {
  if (keys.kind === 'templates') return { design, partition: keys.partition, row: keys.row };
  const [partition, row] = DESIGN_TEMPLATES[keys.schemeId]?.(keys.groups) ?? [];
  return partition === undefined || row === undefined ? undefined : { design: '', partition, row };
}

const NAMES = Object.keys(DEFAULT_FORM).filter((name): name is keyof LabForm => name in DEFAULT_FORM);
const paramOf = (name: string): string => name.replace(' ', '-');

/**
 * The parameters for a link: everything that differs from the default. If there are templates, the kind of keys is always included, because
 * templates alone would mean a link from Design.
 */
export function paramsOfForm(form: LabForm): [string, string][] {
  const isSaid = (name: keyof LabForm): boolean =>
    form[name] !== DEFAULT_FORM[name] || (name === 'keys' && form.pk !== '');
  return NAMES.filter(isSaid).map((name) => [paramOf(name), form[name]]);
}

const CHOICES: Readonly<Partial<Record<keyof LabForm, readonly string[]>>> = {
  keys: ['scheme', 'templates'],
  groups: ['1', '10', '100'],
  shape: ['steps', 'steady', 'burst', 'day'],
  target: ['one partition', 'front', 'spread'],
  policy: RETRY_POLICIES.map(({ id }) => id),
};

/** Reads a link to this page, or one from Design, which has only templates. Invalid choices are replaced by the default. */
export function formOfParams(params: ReadonlyMap<string, string>): LabForm {
  const known = NAMES.flatMap((name): [string, string][] => {
    const text = params.get(paramOf(name));
    const isChoice = text !== undefined && (CHOICES[name]?.includes(text) ?? true);
    return isChoice ? [[name, text]] : [];
  });
  const form = { ...DEFAULT_FORM, ...Object.fromEntries(known) } as LabForm;
  return params.has('pk') && !params.has('keys') ? { ...form, keys: 'templates' } : form;
}
