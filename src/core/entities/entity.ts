/**
 * How a value was written in JSON. The text of an `escaped` string is unescaped on reading;
 * `json` is an array or object, which the service never sends, kept as its raw text.
 */
export type ValueForm = 'string' | 'number' | 'boolean' | 'null' | 'json';

/** One property of an entity, exactly as the service wrote it. */
export interface EntityProperty {
  readonly name: string;
  /** `Edm.Int64` and so on; a type that is not known keeps its name; `Null` and `Json` where JSON says so. */
  readonly type: string;
  readonly form: ValueForm;
  /** The string, or the raw text of the number, boolean or JSON: `5.0` stays `5.0`. */
  readonly text: string;
  /** True where an earlier member of the same entity has the same name. */
  readonly duplicate: boolean;
}

/** An entity without loss: system keys apart from the properties, whatever those are called. */
export interface Entity {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** When the service stored it, as it wrote it (ISO, up to 7 digits); undefined where it was not selected. */
  readonly timestamp?: string;
  readonly etag?: string;
  readonly properties: readonly EntityProperty[];
}

/** Types of the Table service (Payload format for Table service operations), and two for what JSON alone says. */
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
