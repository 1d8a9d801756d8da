// A self-signed certificate for a listener on this machine. It is made for each run, so that there is no key in the repository.
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Object identifiers in DER: ecdsa-with-SHA256 and commonName. */
const ECDSA_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const DAY_MS = 86_400_000;

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;

/** Key and certificate in PEM, valid from yesterday to tomorrow, and trusted by nobody. Source: RFC 5280, version 1. */
export function selfSigned(host: string, nowMs: number): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = der(SEQUENCE, ECDSA_SHA256);
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(host)))));
  const body = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    der(SEQUENCE, utcTime(nowMs - DAY_MS), utcTime(nowMs + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', body, privateKey));
  const certificate = der(SEQUENCE, body, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** The same as files in a folder, for a server that reads them itself. */
export function selfSignedFiles(
  host: string,
  folder: string,
): { readonly certFile: string; readonly keyFile: string } {
  const { key, cert } = selfSigned(host, Date.now());
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  writeFileSync(files.certFile, cert);
  writeFileSync(files.keyFile, key);
  return files;
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const head = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function utcTime(atMs: number): Buffer {
  const text = new Date(atMs).toISOString().replace(/^\d\d|\.\d+|[-:T]/g, '');
  return der(UTC_TIME, Buffer.from(text));
}
