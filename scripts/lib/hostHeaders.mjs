import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Headers for one kind of file, in output order.
 * @typedef {Readonly<Record<string, string>>} Headers
 */

/** Headers for all files: no framing, no content sniffing, no referrer, no access to devices. */
const EVERYWHERE = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': [
    'accelerometer',
    'autoplay',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'compute-pressure',
    'cross-origin-isolated',
    'display-capture',
    'encrypted-media',
    'fullscreen',
    'gamepad',
    'geolocation',
    'gyroscope',
    'hid',
    'identity-credentials-get',
    'idle-detection',
    'keyboard-map',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'otp-credentials',
    'payment',
    'picture-in-picture',
    'publickey-credentials-create',
    'publickey-credentials-get',
    'screen-wake-lock',
    'serial',
    'speaker-selection',
    'storage-access',
    'sync-xhr',
    'unload',
    'usb',
    'window-management',
    'xr-spatial-tracking',
  ]
    .map((feature) => `${feature}=()`)
    .join(', '),
};

/** Sent as a header, because browsers ignore it in a meta element. */
const NO_FRAMES = "frame-ancestors 'none'";
/**
 * Forbids windows, forms and other applications. Downloads are needed for exports, and the same origin for settings and workers. Also
 * ignored in a meta element.
 */
const SANDBOX = 'sandbox allow-scripts allow-same-origin allow-downloads allow-modals';
/** For a year, and for this host only, because other hosts of the domain may belong to others. Browsers ignore it over http. */
const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' };
/** The policy in the page's meta element does not apply to its workers, so they get this one: they may load our code and nothing else. */
const SCRIPT_POLICY = `default-src 'none'; script-src 'self'; ${NO_FRAMES}`;
/**
 * The worker with DuckDB compiles its module, which it requests from the page's own host, and cannot reach any other host. All files of
 * `sql` get this policy.
 */
const SQL_POLICY = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; ${NO_FRAMES}`;
/** For files in assets and sql, whose names contain a hash of their content. The page, which refers to them, is requested every time. */
export const KEPT = 'public, max-age=31536000, immutable';
const ASKED_AGAIN = 'no-cache';

/**
 * The policy in the page's meta element. All headers are made from it.
 * @param {string} html index.html, source or built
 * @returns {string}
 */
export function pagePolicy(html) {
  const policy = /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]+)"/u.exec(html)?.[1];
  if (policy === undefined) throw new Error('index.html has no meta element with a Content-Security-Policy.');
  return policy;
}

/**
 * Headers for the page and all files except scripts.
 * @param {string} policy of the page
 * @returns {Headers}
 */
export function pageHeaders(policy) {
  return { 'Content-Security-Policy': `${policy}; ${NO_FRAMES}; ${SANDBOX}`, ...EVERYWHERE };
}

/** Headers for scripts, including workers. */
export const SCRIPT_HEADERS = /** @type {Headers} */ ({
  'Content-Security-Policy': SCRIPT_POLICY,
  ...EVERYWHERE,
});

/** Headers for the files in `sql`. */
export const SQL_HEADERS = /** @type {Headers} */ ({
  'Content-Security-Policy': SQL_POLICY,
  ...EVERYWHERE,
});

/**
 * Writes settings for common static hosts into a build. Each host uses its own file.
 * @param {string} dist the folder of the build
 */
export function writeHostFiles(dist) {
  const policy = pagePolicy(readFileSync(join(dist, 'index.html'), 'utf8'));
  for (const [name, text] of hostFiles(policy)) writeFileSync(join(dist, name), text);
}

/** @typedef {readonly (readonly [folder: string, headers: Headers])[]} Folders with headers of their own */

/**
 * @param {string} policy of the page
 * @returns {ReadonlyMap<string, string>} name and text of each file
 */
export function hostFiles(policy) {
  const page = { ...pageHeaders(policy), ...HSTS, 'Cache-Control': ASKED_AGAIN };
  const assets = { ...SCRIPT_HEADERS, ...HSTS, 'Cache-Control': KEPT };
  /** @type {Folders} */
  const folders = [
    ['/assets/', assets],
    ['/sql/', { ...SQL_HEADERS, ...HSTS, 'Cache-Control': KEPT }],
  ];
  return new Map([
    ['_headers', headersFile(page, folders)],
    ['staticwebapp.config.json', staticWebApp(page, folders)],
    ['nginx-sample.conf', nginx(page, folders)],
  ]);
}

/**
 * Netlify and Cloudflare Pages. If two rules match a file, these hosts send both values, and a browser enforces both policies. So headers
 * that differ are sent by rules that never match the same file.
 * @param {Headers} page
 * @param {Folders} folders
 */
function headersFile(page, folders) {
  const { 'Content-Security-Policy': _policy, 'Cache-Control': _cache, ...everywhere } = page;
  /** @type {(headers: Headers) => Readonly<Record<string, string | undefined>>} */
  const own = (headers) => ({
    'Content-Security-Policy': headers['Content-Security-Policy'],
    'Cache-Control': headers['Cache-Control'],
  });
  /** @type {readonly (readonly [string, Readonly<Record<string, string | undefined>>])[]} */
  const rules = [
    ['/*', everywhere],
    ['/', own(page)],
    ['/index.html', own(page)],
    ...folders.map(([folder, headers]) => /** @type {const} */ ([`${folder}*`, own(headers)])),
  ];
  return rules
    .map(([path, headers]) => `${path}\n${lines(headers, (name, value) => `  ${name}: ${value}`)}`)
    .join('');
}

/**
 * Azure Static Web Apps. A specific rule replaces the general one.
 * @param {Headers} page
 * @param {Folders} folders
 */
function staticWebApp(page, folders) {
  const routes = folders.map(([folder, headers]) => ({ route: `${folder}*`, headers }));
  return `${JSON.stringify({ globalHeaders: page, routes }, undefined, 2)}\n`;
}

/**
 * nginx, for a `server` block. A location with an add_header of its own inherits none, so each location has all headers.
 * @param {Headers} page
 * @param {Folders} folders
 */
function nginx(page, folders) {
  /** @type {(headers: Headers) => string} */
  const added = (headers) => lines(headers, (name, value) => `  add_header ${name} "${value}" always;`);
  return [
    '# For inside of a server block whose root is this folder.\n',
    `location / {\n  index index.html;\n  try_files $uri $uri/ =404;\n${added(page)}}\n`,
    ...folders.map(
      ([folder, headers]) => `location ${folder} {\n  try_files $uri =404;\n${added(headers)}}\n`,
    ),
  ].join('');
}

/**
 * @param {Readonly<Record<string, string | undefined>>} headers
 * @param {(name: string, value: string) => string} write
 */
function lines(headers, write) {
  return Object.entries(headers)
    .map(([name, value]) => `${write(name, value ?? '')}\n`)
    .join('');
}
