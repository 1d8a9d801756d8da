// Host-style addresses as in Azure (`scripted.table.localhost`, `scripted-secondary.table.localhost`), for which a browser has six sockets
// each. The rig's services expect the account in the path, like emulators, so addresses are converted.
import type { IncomingHttpHeaders } from 'node:http';

const ACCOUNT_HOST = /^([a-z0-9]{3,24}(?:-secondary)?)\.table\.localhost(?::\d+)?$/;

/** Path and query with the account at the beginning, for addresses of both styles. */
export function pathStyleTarget(target: string, { host = '' }: IncomingHttpHeaders): string {
  const account = ACCOUNT_HOST.exec(host)?.[1];
  return account === undefined ? target : `/${account}${target}`;
}

/** The host-style address of a path-style endpoint (`http://127.0.0.1:1234/scripted`). */
export function hostStyleEndpoint(endpoint: string): string {
  const { port, pathname } = new URL(endpoint);
  return `http://${pathname.slice(1)}.table.localhost:${port}`;
}
