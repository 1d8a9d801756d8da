/**
 * The hosts that this page can send to: the same as in the connect-src of index.html, apart from 'self' (a test compares the two). An
 * address with another host is refused when it is parsed, because the browser would block the request and print the whole address, with the
 * SAS, in the console.
 */
export const REACHABLE_SOURCES: readonly string[] = [
  'https://*.table.core.windows.net',
  'https://*.table.storage.azure.net',
  'https://*.table.core.usgovcloudapi.net',
  'https://*.table.core.chinacloudapi.cn',
  'http://127.0.0.1:*',
  'https://127.0.0.1:*',
  'http://localhost:*',
  'https://localhost:*',
  'http://*.localhost:*',
  'https://*.localhost:*',
];

/** Whether one of the sources covers the address. A source without a port allows only the default port of its scheme. */
export function isReachable(url: URL): boolean {
  return REACHABLE_SOURCES.some((source) => {
    const [, scheme, host = '', port] = /^(https?:)\/\/([^:]+)(:\*)?$/u.exec(source) ?? [];
    const isHost = host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
    return scheme === url.protocol && isHost && (port !== undefined || url.port === '');
  });
}
