import { fail, ok, type Result, type TextFault } from '../../core/result.ts';
import { holdsToken, isAccountKey, splitToken } from '../../core/secrets.ts';
import type { ConnectionText, TableEndpoint } from './connectionTypes.ts';
import { isLoopback, type ReadEndpoint, readEndpoint } from './endpoint.ts';
import { readAccessToken } from '../sas/accessToken.ts';
import { cleanPasted, joinAddress, type PastedText, placeFault, slicePasted } from '../sas/pastedText.ts';
import { readSasFacts } from '../sas/sasFacts.ts';
import { type ReadSas, readSas } from '../sas/sasText.ts';
import { SealedCredential } from '../sas/sealedCredential.ts';
import { readTokenFacts } from '../sas/tokenFacts.ts';

/** Far longer than any SAS URL, but short enough that parsing cannot slow the page. */
export const MAX_CONNECTION_CHARS = 8192;

/** A token does not name its account, so the two are entered separately. */
export interface TokenText {
  /** Name or endpoint of the account. */
  readonly account: string;
  readonly token: string;
}

const EXPECTED =
  'Paste a SAS URL (https://<account>.table.core.windows.net/?sv=...&sig=...), a connection string with a ' +
  'SharedAccessSignature, or the endpoint and the SAS.';

/** Names in a storage connection string. */
const NAMES =
  '(?:sharedaccesssignature|(?:table|blob|queue|file)(?:secondary)?endpoint|accountname|defaultendpointsprotocol|endpointsuffix)\\s*=';
const CONNECTION_STRING = new RegExp(`(?:^|[;\\s])${NAMES}`, 'iu');
/** Matches what code, shells and settings write before a connection string: the name of a variable. */
const VARIABLE = new RegExp(`^[\\s\\w$:"'\`=-]{1,80}["'\`=](?=${NAMES})`, 'iu');

/** Where an address ends. Punctuation after it does not belong to it; a closing bracket does if the address contains the opening one. */
function addressEnd(address: string): number {
  let end = address.length;
  const isAround = (mark: string): boolean =>
    `"'\`>;,]`.includes(mark) || (mark === ')' && address.charAt(end - 2) !== '(');
  while (end > 0 && isAround(address.charAt(end - 1))) end -= 1;
  return end;
}

/**
 * Reads what was pasted into the connection field: a SAS URL, a connection string with a SharedAccessSignature, or an endpoint and a SAS in
 * either order. The SAS is sealed at once. Positions in a fault refer to `text`.
 */
export function readConnectionText(text: string): Result<ConnectionText, TextFault> {
  if (text.length > MAX_CONNECTION_CHARS) {
    return fail({
      message: `The text has ${text.length} characters; no SAS is that long.`,
      from: MAX_CONNECTION_CHARS,
      to: text.length,
      nextStep: EXPECTED,
    });
  }
  const pasted = cleanPasted(text);
  if (pasted.text.trim() === '')
    return fail({ message: 'Nothing was pasted.', from: 0, to: 0, nextStep: EXPECTED });
  const key = accountKeyFault(pasted.text);
  if (key !== undefined) return fail(placeFault(pasted, key));
  if (holdsToken(pasted.text)) return readTokenText(splitToken(pasted.text));
  return CONNECTION_STRING.test(pasted.text)
    ? readConnectionString(pasted)
    : readAddress(joinAddress(pasted));
}

const ACCOUNT_NAME = /^[a-z0-9]{3,24}$/iu;
const NAME_IT = 'Type its name, such as contoso, or its endpoint: https://contoso.table.core.windows.net';

/** Reads an access token and the account that it is used for. The token is sealed at once. */
export function readTokenText({ account, token }: TokenText): Result<ConnectionText, TextFault> {
  const pasted = cleanPasted(account);
  const typed = pasted.text.trim();
  const whole = { from: 0, to: 0, nextStep: NAME_IT };
  if (typed === '') return fail({ ...whole, message: 'The account of the access token is missing.' });
  const place = ACCOUNT_NAME.test(typed)
    ? ok({ from: 0, to: pasted.text.length, prefix: 'https://', suffix: '.table.core.windows.net' })
    : findEndpoint(pasted.text);
  const isWhole = place.ok && pasted.text.slice(place.value.to).trim() === '';
  if (!isWhole)
    return fail({ ...whole, message: 'This is neither the name nor the endpoint of an account.' });
  const address = endpointAt(pasted, place.value);
  if (!address.ok) return address;
  const read = readAccessToken(token);
  if (!read.ok) return read;
  const { endpoint, tableName } = address.value;
  const { raw, claims } = read.value;
  const used = { ownAudience: ownAudience(endpoint), tableName };
  return ok({
    ...address.value,
    factsAt: (nowMs, clock) => readTokenFacts(claims, used, nowMs, clock),
    credential: new SealedCredential({ kind: 'token', raw }),
    repairs: [],
  });
}

/** The audience that a token for this account must have. An emulator accepts a token for the Azure account of the same name. */
function ownAudience({ kind, url, account }: TableEndpoint): string {
  return kind === 'emulator'
    ? `https://${account}.table.core.windows.net`
    : url.replace(`//${account}-secondary.`, `//${account}.`);
}

const NO_KEY =
  'An account key opens every service of the account, for writing, for as long as it exists. Keyscope does not take one.';
const MAKE_SAS =
  'Create a SAS with the service Table, types Container and Object, permissions Read and List.';

function accountKeyFault(text: string): TextFault | undefined {
  const named = /accountkey\s*=[^;\s]*/iu.exec(text);
  if (named !== null) {
    return { message: NO_KEY, from: named.index, to: named.index + named[0].length, nextStep: MAKE_SAS };
  }
  if (isAccountKey(text)) return { message: NO_KEY, from: 0, to: text.length, nextStep: MAKE_SAS };
  const emulator = /usedevelopmentstorage\s*=\s*true/iu.exec(text);
  if (emulator !== null) {
    return {
      message: 'UseDevelopmentStorage stands for the emulator with its account key. Keyscope takes a SAS.',
      from: emulator.index,
      to: emulator.index + emulator[0].length,
      nextStep: 'Paste a SAS URL such as http://127.0.0.1:10002/devstoreaccount1?sv=...&sig=...',
    };
  }
  return undefined;
}

interface Segment {
  readonly name: string;
  /** Half-open range of the value in the text, without white space and quotes around it. */
  readonly from: number;
  readonly to: number;
}

function cutSegments(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  let from = VARIABLE.exec(text)?.[0].length ?? 0;
  for (const piece of text.slice(from).split(';')) {
    const equals = piece.indexOf('=');
    if (equals > 0) {
      const value = piece.slice(equals + 1);
      const start = from + equals + 1 + (value.length - value.trimStart().length);
      const name = piece
        .slice(0, equals)
        .replace(/[\s"'`]/gu, '')
        .toLowerCase();
      segments.push({ name, from: start, to: start + value.trim().replace(/["'`]+[,)]*$/u, '').length });
    }
    from += piece.length + 1;
  }
  return segments;
}

function readConnectionString(pasted: PastedText): Result<ConnectionText, TextFault> {
  const segments = cutSegments(pasted.text);
  const find = (name: string): Segment | undefined => segments.find((segment) => segment.name === name);
  const end = pasted.text.length;
  const sas = find('sharedaccesssignature');
  if (sas === undefined) {
    const message = 'The connection string has no SharedAccessSignature.';
    return fail(placeFault(pasted, { message, from: end, to: end, nextStep: MAKE_SAS }));
  }
  const table = find('tableendpoint') ?? find('tablesecondaryendpoint');
  if (table !== undefined) {
    return combine(
      pasted,
      { from: table.from, to: table.to, prefix: '' },
      slicePasted(pasted, sas.from, sas.to),
    );
  }
  const account = find('accountname');
  if (account === undefined) {
    return fail(
      placeFault(pasted, {
        message: 'The connection string has no TableEndpoint.',
        from: end,
        to: end,
        nextStep: 'Allow the service Table when you create the SAS, or add TableEndpoint=https://...',
      }),
    );
  }
  const valueOf = (segment: Segment | undefined): string | undefined =>
    segment === undefined ? undefined : pasted.text.slice(segment.from, segment.to);
  const suffix = valueOf(find('endpointsuffix')) ?? 'core.windows.net';
  const protocol = valueOf(find('defaultendpointsprotocol')) ?? 'https';
  const place = { from: account.from, to: account.to, prefix: `${protocol}://`, suffix: `.table.${suffix}` };
  return combine(pasted, place, slicePasted(pasted, sas.from, sas.to));
}

/** Where the endpoint stands in the text, and what was added to make it an address. */
interface EndpointPlace {
  readonly from: number;
  readonly to: number;
  readonly prefix: string;
  readonly suffix?: string;
}

function readAddress(pasted: PastedText): Result<ConnectionText, TextFault> {
  const { text } = pasted;
  const place = findEndpoint(text);
  if (!place.ok) return fail(placeFault(pasted, place.error));
  const { from, to } = place.value;
  const before = text.slice(0, from).replace(/[\s"'`<([]+$/u, '');
  const after = text.slice(to).replace(/^["'`>;,)\]]+/u, '');
  const sasIsBefore = /(?:^|[?&\s])sig\s*=/iu.test(before);
  if (before.trim() !== '' && !sasIsBefore) {
    const message = 'This text before the address is not part of a SAS.';
    return fail(placeFault(pasted, { message, from: 0, to: before.length, nextStep: 'Remove it.' }));
  }
  if (sasIsBefore && after.trim() !== '') {
    const message = 'This text after the address is not needed: the SAS is already before the address.';
    return fail(placeFault(pasted, { message, from: to, to: text.length, nextStep: 'Remove it.' }));
  }
  if (!sasIsBefore && after.replace(/[\s?&]+/gu, '') === '') {
    const message = 'This is an endpoint without a SAS.';
    const nextStep = 'Paste the SAS after it (?sv=...&sig=...), or choose Access token.';
    return fail(placeFault(pasted, { message, from: to, to: text.length, nextStep }));
  }
  const sas = sasIsBefore
    ? slicePasted(pasted, 0, before.length)
    : slicePasted(pasted, text.length - after.length, text.length);
  return combine(pasted, place.value, sas);
}

function findEndpoint(text: string): Result<EndpointPlace, TextFault> {
  const schemes = Array.from(text.matchAll(/https?:\/\//giu));
  const [first, second] = schemes;
  if (second !== undefined) {
    const message = 'There are two addresses.';
    return fail({ message, from: second.index, to: text.length, nextStep: 'Paste one account at a time.' });
  }
  if (first !== undefined) {
    const length = addressEnd(/^[^\s?&]*/u.exec(text.slice(first.index))?.[0] ?? '');
    return ok({ from: first.index, to: first.index + length, prefix: '' });
  }
  const bare =
    /(?:^|[\s"'`<])((?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d{1,5})?(?:\/[^\s?&=]*)?)(?=[\s?"'`>]|$)/iu.exec(
      text,
    );
  const host = bare?.[1];
  if (bare !== null && host !== undefined) {
    const from = bare.index + bare[0].length - host.length;
    const isLocal = isLoopback(host.replace(/[:/].*$/u, ''));
    return ok({ from, to: from + host.length, prefix: isLocal ? 'http://' : 'https://' });
  }
  if (/(?:^|[?&\s"'`])sig\s*=/iu.test(text)) {
    return fail({
      message: 'This is a SAS without the account it belongs to.',
      from: 0,
      to: 0,
      nextStep: 'Put the endpoint before it: https://<account>.table.core.windows.net',
    });
  }
  return fail({
    message: 'This is neither a SAS URL nor a connection string.',
    from: 0,
    to: text.length,
    nextStep: EXPECTED,
  });
}

function combine(
  pasted: PastedText,
  place: EndpointPlace,
  sasText: PastedText,
): Result<ConnectionText, TextFault> {
  const endpoint = endpointAt(pasted, place);
  if (!endpoint.ok) return endpoint;
  const sas = readSas(sasText.text);
  if (!sas.ok) return fail(placeFault(sasText, sas.error));
  const clash = clashFault(endpoint.value, sas.value, place);
  if (clash !== undefined) return fail(placeFault(pasted, clash));
  const tableName = sas.value.parameters.get('tn') ?? endpoint.value.tableName;
  const added =
    place.prefix !== '' && place.suffix === undefined ? [`${place.prefix} was added to the host.`] : [];
  return ok({
    endpoint: endpoint.value.endpoint,
    tableName,
    factsAt: (nowMs, clock) => readSasFacts(sas.value.parameters, nowMs, clock),
    credential: new SealedCredential({ kind: 'sas', raw: sas.value.raw }),
    repairs: [...added, ...sas.value.repairs],
  });
}

function endpointAt(pasted: PastedText, place: EndpointPlace): Result<ReadEndpoint, TextFault> {
  const typed = pasted.text
    .slice(place.from, place.to)
    .trim()
    .replace(/ *[\r\n]\s*/gu, '');
  const endpoint = readEndpoint(`${place.prefix}${typed}${place.suffix ?? ''}`);
  if (endpoint.ok) return endpoint;
  const shift = (at: number): number =>
    Math.min(Math.max(at - place.prefix.length, 0), typed.length) + place.from;
  const { from, to } = endpoint.error;
  return fail(placeFault(pasted, { ...endpoint.error, from: shift(from), to: shift(to) }));
}

/** The fault to report if the address and the SAS contradict each other; undefined if they do not. */
function clashFault(address: ReadEndpoint, sas: ReadSas, place: EndpointPlace): TextFault | undefined {
  const named = sas.parameters.get('tn');
  if (
    named !== undefined &&
    address.tableName !== undefined &&
    named.toLowerCase() !== address.tableName.toLowerCase()
  ) {
    return {
      message: `The address names the table ${address.tableName}, the SAS the table ${named.slice(0, 63)}.`,
      from: place.from,
      to: place.to,
      nextStep: 'Use the SAS of that table, or remove the table from the address.',
    };
  }
  if (address.endpoint.url.startsWith('http:') && sas.parameters.get('spr') === 'https') {
    return {
      message: 'The SAS is for https only (spr=https), the address is http.',
      from: place.from,
      to: place.to,
      nextStep: 'Create a SAS that allows HTTP for the emulator, or use its https address.',
    };
  }
  return undefined;
}
