// Texts of the table service: entities, errors, tokens. Written from its documentation.
import type { DemoProperty, DemoRow } from '../../scripts/demo/rows.mjs';

export type Metadata = 'nometadata' | 'minimalmetadata' | 'fullmetadata';

/** One entity as JSON. A selected property that is missing is null, as the service documents for $select. */
export function entityText(row: DemoRow, metadata: Metadata, select: readonly string[] | undefined): string {
  const system: readonly DemoProperty[] = [
    ['PartitionKey', 'String', row.partitionKey],
    ['RowKey', 'String', row.rowKey],
    ['Timestamp', 'DateTime', row.timestamp],
  ];
  const all = [...system, ...row.properties];
  const members: string[] = [];
  if (metadata !== 'nometadata')
    members.push(member('odata.etag', `W/"datetime'${encodeURIComponent(row.timestamp)}'"`));
  if (select === undefined) {
    for (const property of all) members.push(...propertyText(property, metadata));
  } else {
    for (const name of select) {
      const property = all.find(([propertyName]) => propertyName === name);
      members.push(
        ...(property === undefined ? [`${JSON.stringify(name)}:null`] : propertyText(property, metadata)),
      );
    }
  }
  return `{${members.join(',')}}`;
}

function propertyText([name, type, text]: DemoProperty, metadata: Metadata): readonly string[] {
  // Timestamp is a system property, so its type is not written.
  const typed =
    metadata !== 'nometadata' && name !== 'Timestamp' ? [member(`${name}@odata.type`, `Edm.${type}`)] : [];
  switch (type) {
    case 'String':
      return [member(name, text)];
    case 'Int32':
    case 'Boolean':
      return [`${JSON.stringify(name)}:${text}`];
    case 'Double': {
      const value = Number(text);
      if (!Number.isFinite(value)) return [...typed, member(name, text)];
      const literal = Object.is(value, -0) ? '-0' : String(value);
      return [`${JSON.stringify(name)}:${/^-?\d+$/.test(literal) ? `${literal}.0` : literal}`];
    }
    default:
      return [...typed, member(name, text)];
  }
}

function member(name: string, text: string): string {
  return `${JSON.stringify(name)}:${JSON.stringify(text)}`;
}

export interface ServiceFault {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** What the service adds to AuthenticationFailed, only in the XML form. */
  readonly detail?: string;
  /** What the answer says in headers of its own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error body in JSON. */
export function errorJson(fault: ServiceFault, requestId: string, time: string): string {
  const value = `${fault.message}\nRequestId:${requestId}\nTime:${time}`;
  return JSON.stringify({ 'odata.error': { code: fault.code, message: { lang: 'en-US', value } } });
}

/** An error body in XML. */
export function errorXml(fault: ServiceFault, requestId: string, time: string): string {
  const detail =
    fault.detail === undefined
      ? ''
      : `<AuthenticationErrorDetail>${escapeXml(fault.detail)}</AuthenticationErrorDetail>`;
  return (
    `<?xml version="1.0" encoding="utf-8"?><Error><Code>${fault.code}</Code>` +
    `<Message>${escapeXml(fault.message)}\nRequestId:${requestId}\nTime:${time}</Message>${detail}</Error>`
  );
}

/** An error body in Atom, which the table service also supports. */
export function errorAtom(fault: ServiceFault, requestId: string, time: string): string {
  return (
    `<?xml version="1.0" encoding="utf-8" standalone="yes"?>` +
    `<m:error xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><m:code>${fault.code}</m:code>` +
    `<m:message xml:lang="en-US">${escapeXml(fault.message)}\nRequestId:${requestId}\nTime:${time}</m:message></m:error>`
  );
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A continuation token: `1!<length>!<Base64 with - for =>`. Opaque to clients. */
export function encodeToken(text: string): string {
  const base64 = Buffer.from(text, 'utf8').toString('base64').replaceAll('=', '-');
  return `1!${base64.length}!${base64}`;
}

/** The text of a token; undefined if it is not one of ours, which the service answers with 400. */
export function decodeToken(token: string): string | undefined {
  const match = /^1!(\d+)!([\w+/-]*)$/.exec(token);
  if (match === null || Number(match[1]) !== match[2]?.length) return undefined;
  return Buffer.from(match[2].replaceAll('-', '='), 'base64').toString('utf8');
}
