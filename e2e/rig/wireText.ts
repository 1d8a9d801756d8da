// Texts of the table service: entities, pages and tokens, written as in recorded answers of Azure.
import type { DemoProperty, DemoRow } from '../../scripts/demo/rows.mjs';

export type Metadata = 'nometadata' | 'minimalmetadata';

/**
 * How the service writes its answers. `live`: as Azure does. `plain`: as in the documentation and in emulators, which means UTF-8, times
 * with 7 digits, a length, and errors with their code in a header and their reason in the message.
 */
export type Dialect = 'live' | 'plain';

/** What decides how an entity is written. */
export interface EntityForm {
  readonly tableName: string;
  readonly metadata: Metadata;
  readonly dialect: Dialect;
  /** The text of $select. If it is undefined or blank, all properties are written. */
  readonly select: string | undefined;
}

const HOME = 'https://scripted.table.core.windows.net';

export function pageText(entities: readonly string[], form: EntityForm): string {
  return `{${contextOf(form, '')}"value":[${entities.join(',')}]}`;
}

/** The answer to a point query. */
export function pointText(row: DemoRow, form: EntityForm): string {
  return `{${contextOf(form, '/@Element')}${entityText(row, form).slice(1)}`;
}

/** A list of tables. */
export function tablesText(names: readonly string[], metadata: Metadata): string {
  const context = metadata === 'nometadata' ? '' : `"odata.metadata":"${HOME}/$metadata#Tables",`;
  const tables = names.map((name) => `{"TableName":"${name}"}`);
  return `{${context}"value":[${tables.join(',')}]}`;
}

function contextOf({ tableName, metadata, dialect, select }: EntityForm, element: string): string {
  if (metadata === 'nometadata') return '';
  const chosen = select === undefined ? '' : `&$select=${select.trim()}`;
  const { text } = WRITERS[dialect];
  return `"odata.metadata":${text(`${HOME}/$metadata#${tableName}${element}${chosen}`)},`;
}

/** One entity as JSON. A selected property that is missing is null, as the service documents for $select. */
export function entityText(row: DemoRow, form: EntityForm): string {
  const { metadata, dialect, select } = form;
  const system: readonly DemoProperty[] = [
    ['PartitionKey', 'String', row.partitionKey],
    ['RowKey', 'String', row.rowKey],
    ['Timestamp', 'DateTime', row.timestamp],
  ];
  const all = [...system, ...row.properties];
  const { text, time } = WRITERS[dialect];
  const etag = `"odata.etag":${text(`W/"datetime'${encodeURIComponent(time(row.timestamp))}'"`)}`;
  const members = metadata === 'nometadata' ? [] : [etag];
  if (select === undefined || select.trim() === '') {
    for (const property of all) members.push(...propertyText(property, metadata, dialect));
  } else {
    for (const name of select.split(',').map((each) => each.trim())) {
      const property = all.find(([propertyName]) => propertyName === name);
      members.push(
        ...(property === undefined ? [`${text(name)}:null`] : propertyText(property, metadata, dialect)),
      );
    }
  }
  return `{${members.join(',')}}`;
}

function propertyText(
  [name, type, value]: DemoProperty,
  metadata: Metadata,
  dialect: Dialect,
): readonly string[] {
  const { text, time, double } = WRITERS[dialect];
  const member = `${text(name)}:`;
  // Timestamp is a system property, whose type is never stated.
  const isTyped = metadata === 'minimalmetadata' && name !== 'Timestamp';
  const typed = isTyped ? [`${text(`${name}@odata.type`)}:"Edm.${type}"`] : [];
  switch (type) {
    case 'String':
      return [`${member}${text(value)}`];
    case 'Int32':
    case 'Boolean':
      return [`${member}${value}`];
    case 'Double':
      if (!Number.isFinite(Number(value))) return [...typed, `${member}${text(value)}`];
      return [`${member}${double(Number(value))}`];
    case 'DateTime':
      return [...typed, `${member}${text(time(value))}`];
    default:
      return [...typed, `${member}${text(value)}`];
  }
}

interface Writer {
  readonly text: (text: string) => string;
  readonly time: (iso: string) => string;
  /** For finite numbers only. */
  readonly double: (value: number) => string;
}

const WRITERS: Readonly<Record<Dialect, Writer>> = {
  live: { text: asciiText, time: shortTime, double: dotNetDouble },
  plain: {
    text: (text) => JSON.stringify(text),
    time: (iso) => iso,
    double: (value) => asDouble(Object.is(value, -0) ? '-0' : String(value)),
  },
};

const NOT_ASCII = /[\u0080-\uffff]/;

/** JSON in which everything but ASCII is escaped. */
function asciiText(text: string): string {
  const json = JSON.stringify(text);
  if (!NOT_ASCII.test(json)) return json;
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(new RegExp(NOT_ASCII, 'g'), escaped);
}

/** The service omits zeros at the end of a fraction, and a fraction that has only zeros. */
function shortTime(iso: string): string {
  return iso.replace(/\.0*Z$|(\.\d*[1-9])0*Z$/, '$1Z');
}

/**
 * A double as .NET Framework writes it (format R): with 15 digits if these give the same number, otherwise with 17. It has an exponent, of
 * at least two digits, if there are more digits than that before the point, or at least four zeros after it.
 */
function dotNetDouble(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const digits = Number(value.toPrecision(15)) === value ? 15 : 17;
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
  const ten = Number(exponent);
  if (ten > -5 && ten < digits) return asDouble(withoutZeros(value.toPrecision(digits)));
  const places = String(Math.abs(ten)).padStart(2, '0');
  return `${withoutZeros(mantissa)}E${ten < 0 ? '-' : '+'}${places}`;
}

function withoutZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

/** A whole number gets a fraction, so that it cannot be taken for an Int32. */
function asDouble(decimal: string): string {
  return /^-?\d+$/.test(decimal) ? `${decimal}.0` : decimal;
}

/** Separates a key or table name from the rest of its token. The service accepts no key with this character. */
const TOKEN_NOTE = '\u0001';

/** A continuation token: `1!<length>!<Base64 with - for =>`. Opaque to clients. */
export function encodeToken(name: string, note = ''): string {
  const text = note === '' && !name.includes(TOKEN_NOTE) ? name : `${name}${TOKEN_NOTE}${note}`;
  const base64 = Buffer.from(text, 'utf8').toString('base64').replaceAll('=', '-');
  return `1!${base64.length}!${base64}`;
}

/** The content of a token. Undefined if the token is not one of ours, to which the service answers 400. */
export function decodeToken(token: string): { readonly name: string; readonly note: string } | undefined {
  const match = /^1!(\d+)!([\w+/-]*)$/.exec(token);
  if (match === null || Number(match[1]) !== match[2]?.length) return undefined;
  const text = Buffer.from(match[2].replaceAll('-', '='), 'base64').toString('utf8');
  const at = text.lastIndexOf(TOKEN_NOTE);
  return at < 0 ? { name: text, note: '' } : { name: text.slice(0, at), note: text.slice(at + 1) };
}
