// The account in the host, as Azure has it (`scripted.table.localhost`, `scripted-secondary.table.localhost`): each name has
// six sockets of its own in a browser. Behind the listener it stands in the path, as emulators have it.
import type { IncomingHttpHeaders } from 'node:http';

const ACCOUNT_HOST = /^([a-z0-9]{3,24}(?:-secondary)?)\.table\.localhost(?::\d+)?$/;

/** Path and query with the account in front, wherever the address had it. */
export function pathStyleTarget(target: string, { host = '' }: IncomingHttpHeaders): string {
  const account = ACCOUNT_HOST.exec(host)?.[1];
  return account === undefined ? target : `/${account}${target}`;
}

/** The address that a path-style endpoint (`http://127.0.0.1:1234/scripted`) also answers at. */
export function hostStyleEndpoint(endpoint: string): string {
  const { port, pathname } = new URL(endpoint);
  return `http://${pathname.slice(1)}.table.localhost:${port}`;
}
