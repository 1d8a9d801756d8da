import { parseTemplate } from '../../keys/grammar/parseTemplate.ts';
import { compiled, formSegments } from '../../keys/grammar/keyForm.ts';
import type { KeyTemplate } from '../../keys/grammar/keyTemplate.ts';
import { templateProperties } from '../../keys/grammar/keyTemplate.ts';
import type { KeySegment } from '../../keys/base/scheme.ts';
import { ok, type Result, type TextFault } from '../../result.ts';
import { type KeyDesign, unknownProperty } from './judgeDesign.ts';
import {
  ASSUMED_REQUEST_MS,
  type EntityProperty,
  readAmount,
  readPatterns,
  readProperties,
  type Workload,
} from './workload.ts';
import { areApart } from './twinRows.ts';
import { sampleKey } from './writeCost.ts';

/** The fields of the bench as the user typed them. */
export interface BenchTexts {
  /** Lines such as `DeviceId: String, 500 values`. */
  readonly properties: string;
  /** Lines such as `name | conditions | rate`. */
  readonly patterns: string;
  readonly writes: string;
  readonly days: string;
  readonly bytes: string;
  /** Milliseconds per request; '' for the assumed value. */
  readonly ms: string;
  readonly designs: readonly {
    readonly partition: string;
    readonly row: string;
    readonly twin?: string | undefined;
  }[];
}

export type BenchField = 'properties' | 'patterns' | 'writes' | 'days' | 'bytes' | 'ms';

/** A template as it was typed, with its fault or keys that it would make. */
export interface TemplateCard {
  readonly fault?: TextFault;
  readonly samples: readonly (readonly KeySegment[])[];
}

export interface DesignCard {
  readonly letter: string;
  readonly partition: TemplateCard;
  readonly row: TemplateCard;
  /** The RowKey of the twin row, if the design has one. */
  readonly twin?: TemplateCard | undefined;
}

export interface Bench {
  readonly faults: Partial<Record<BenchField, TextFault>>;
  /** Undefined as long as a field of the workload has a fault. */
  readonly workload: Workload | undefined;
  readonly cards: readonly DesignCard[];
  /** The designs that have no fault. */
  readonly designs: readonly { readonly letter: string; readonly keys: KeyDesign }[];
}

const LETTERS = 'ABCD';
/** Two instants just over a minute apart, so that sample keys show how they are rounded. */
const SAMPLE_TICKS = [639_000_000_000_000_000n, 639_000_000_712_345_678n];

function valueOf<T>(read: Result<T, TextFault>): T | undefined {
  return read.ok ? read.value : undefined;
}

function faultOf(read: Result<unknown, TextFault>): TextFault | undefined {
  return read.ok ? undefined : read.error;
}

/** A fault if a template names a property that the entity does not have. */
function missingProperty(
  template: KeyTemplate,
  properties: readonly EntityProperty[] | undefined,
): TextFault | undefined {
  if (properties === undefined) return undefined;
  const names = new Set(properties.map(({ name }) => name));
  const missing = templateProperties(template).find((name) => !names.has(name));
  const part = template.parts.find(
    (each) => (each.kind === 'property' || each.kind === 'hash') && each.name === missing,
  );
  if (missing === undefined || part === undefined) return undefined;
  return {
    message: `The entity has no property ${missing.slice(0, 40)}.`,
    from: part.from,
    to: part.to,
    nextStep: 'Add it to Properties, or use one that is listed there.',
  };
}

function cardOf(
  text: string,
  properties: readonly EntityProperty[] | undefined,
): { readonly card: TemplateCard; readonly template?: KeyTemplate } {
  const parsed = parseTemplate(text);
  if (!parsed.ok) return { card: { fault: parsed.error, samples: [] } };
  const template = parsed.value;
  const fault = missingProperty(template, properties);
  const keys = SAMPLE_TICKS.map((ticks) => sampleKey(template, ticks)).filter((key) => key !== undefined);
  const samples = [...new Set(keys)].map((key) => formSegments(compiled(template), '', key) ?? []);
  return fault === undefined ? { card: { samples }, template } : { card: { fault, samples } };
}

/** A fault if both RowKeys of twin rows could be the same text. They are in one partition, so one row would replace the other. */
function twinFault(row: KeyTemplate, twin: KeyTemplate): TextFault | undefined {
  if (twin.text === '')
    return {
      message: 'The second row has no RowKey yet.',
      from: 0,
      to: 0,
      nextStep: 'Write one that begins with a text of its own, such as AGE:{Age:D3}, or remove the twin row.',
    };
  if (areApart(row.text, twin.text)) return undefined;
  return {
    message: 'Both RowKeys may be the same text: one row of an entity could replace another.',
    from: 0,
    to: twin.text.length,
    nextStep: 'Begin each with a text of its own, such as BIB: and AGE:.',
  };
}

/** The card of a twin row, and its template if it has no fault. */
function twinOf(
  text: string | undefined,
  row: KeyTemplate | undefined,
  properties: readonly EntityProperty[] | undefined,
): ReturnType<typeof cardOf> | undefined {
  if (text === undefined) return undefined;
  const { card, template } = cardOf(text, properties);
  const fault = template === undefined || row === undefined ? undefined : twinFault(row, template);
  if (fault !== undefined) return { card: { ...card, fault } };
  return template === undefined ? { card } : { card, template };
}

function patternFault(texts: BenchTexts, properties: readonly EntityProperty[]): TextFault | undefined {
  const read = readPatterns(texts.patterns);
  if (!read.ok) return read.error;
  for (const pattern of read.value) {
    const name = unknownProperty(pattern, properties);
    if (name === undefined) continue;
    const from = Math.max(0, texts.patterns.indexOf(name));
    const nextStep = 'Add it to Properties, or compare one that is listed there.';
    return {
      message: `The entity has no property ${name.slice(0, 40)}.`,
      from,
      to: from + name.length,
      nextStep,
    };
  }
  return undefined;
}

/** A design as its card shows it, and its keys for the comparison if it has no fault. */
function readDesign(
  { partition, row, twin: twinText }: BenchTexts['designs'][number],
  letter: string,
  known: readonly EntityProperty[] | undefined,
): { readonly card: DesignCard; readonly design?: Bench['designs'][number] } {
  const [left, right] = [cardOf(partition, known), cardOf(row, known)];
  const twin = twinOf(twinText, right.template, known);
  const card = { letter, partition: left.card, row: right.card, twin: twin?.card };
  const isTwinSound = twin === undefined || twin.template !== undefined;
  if (left.template === undefined || right.template === undefined || !isTwinSound) return { card };
  const keys = { partition: left.template, row: right.template };
  return { card, design: { letter, keys: { ...keys, ...(twin?.template && { twin: twin.template }) } } };
}

/** Reads the whole bench. Faults are shown at their fields, and designs without a fault are still compared. */
export function readBench(texts: BenchTexts): Bench {
  const properties = readProperties(texts.properties);
  const writes = readAmount(texts.writes, 'Writes a second', 1e9);
  const days = readAmount(texts.days, 'Days kept', 100_000);
  const bytes = readAmount(texts.bytes, 'Bytes a row', 1e9);
  const ms =
    texts.ms.trim() === '' ? ok(ASSUMED_REQUEST_MS) : readAmount(texts.ms, 'Milliseconds a request', 1e6);
  const known = valueOf(properties);
  const patterns = known === undefined ? undefined : patternFault(texts, known);
  const faults = {
    properties: faultOf(properties),
    patterns: known === undefined ? faultOf(readPatterns(texts.patterns)) : patterns,
    writes: faultOf(writes),
    days: faultOf(days),
    bytes: faultOf(bytes),
    ms: faultOf(ms),
  };
  const read = valueOf(readPatterns(texts.patterns));
  const isWhole = Object.values(faults).every((fault) => fault === undefined);
  const readDesigns = texts.designs.map((each, at) => readDesign(each, LETTERS.charAt(at), known));
  const workload =
    isWhole && known !== undefined && read !== undefined && writes.ok && days.ok && bytes.ok && ms.ok
      ? {
          properties: known,
          patterns: read,
          writesPerSecond: writes.value,
          keptDays: days.value,
          entityBytes: bytes.value,
          requestMs: ms.value,
        }
      : undefined;
  return {
    faults: Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined)),
    workload,
    cards: readDesigns.map(({ card }) => card),
    designs: readDesigns.flatMap(({ design }) => (design === undefined ? [] : [design])),
  };
}
