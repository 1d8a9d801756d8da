/** How JSON wrote a value. `json` is an array or object, kept raw (the service never sends one). */
export type ValueForm = 'string' | 'number' | 'boolean' | 'null' | 'json';

/** One property of an entity, exactly as the service wrote it. */
export interface EntityProperty {
  readonly name: string;
  /** `Edm.Int64` and so on. An unknown type keeps its name; `Null` and `Json` come from JSON. */
  readonly type: string;
  readonly form: ValueForm;
  /** The string, or the raw text of a number, Boolean or JSON: `5.0` stays `5.0`. */
  readonly text: string;
  /** True if an earlier member of the entity has the same name. */
  readonly duplicate: boolean;
}

/** An entity without loss. System keys are separate from the properties, whatever their names. */
export interface Entity {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** When the service stored it, as written (ISO, up to 7 digits); undefined if not selected. */
  readonly timestamp?: string | undefined;
  readonly etag?: string | undefined;
  readonly properties: readonly EntityProperty[];
}

/** Types of the Table service (Payload format for Table service operations), and two for plain JSON values. */
export const KNOWN_TYPES = [
  'Edm.String',
  'Edm.Int32',
  'Edm.Int64',
  'Edm.Double',
  'Edm.Boolean',
  'Edm.DateTime',
  'Edm.Guid',
  'Edm.Binary',
  'Null',
  'Json',
] as const;

export const NUMBER_TYPES: ReadonlySet<string> = new Set(['Edm.Int32', 'Edm.Int64', 'Edm.Double']);

/** How the service writes the Doubles that JSON numbers lack. */
export const SPECIAL_DOUBLES: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);
