import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Headers of one kind of file, in the order in which they are written.
 * @typedef {Readonly<Record<string, string>>} Headers
 */

/** A page that is not framed, not sniffed, not watched, and has no business with any device. */
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

/** Known to the header alone: browsers ignore it in a meta element. */
const NO_FRAMES = "frame-ancestors 'none'";
/**
 * The page opens no window, no form and no other application. Exports are downloads; its origin holds settings and its
 * workers. Known to the header alone as well.
 */
const SANDBOX = 'sandbox allow-scripts allow-same-origin allow-downloads allow-modals';
/** A year, for this very host: others of its domain may be none of ours. Browsers ignore it over http. */
const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' };
/** A worker is not bound by the meta policy of the page that starts it: ours load code and reach nothing else. */
const SCRIPT_POLICY = `default-src 'none'; script-src 'self'; ${NO_FRAMES}`;
/** Names of files in assets carry a hash of their content; the page names them, so it is asked for each time. */
const KEPT = 'public, max-age=31536000, immutable';
const ASKED_AGAIN = 'no-cache';

/**
 * The policy in a page's meta element: the one source of it, of which every header is made.
 * @param {string} html index.html, as written or as built
 * @returns {string}
 */
export function pagePolicy(html) {
  const policy = /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]+)"/u.exec(html)?.[1];
  if (policy === undefined) throw new Error('index.html has no meta element with a Content-Security-Policy.');
  return policy;
}

/**
 * What a server sends with the page and with all that is no script of it.
 * @param {string} policy of the page
 * @returns {Headers}
 */
export function pageHeaders(policy) {
  return { 'Content-Security-Policy': `${policy}; ${NO_FRAMES}; ${SANDBOX}`, ...EVERYWHERE };
}

/** What a server sends with scripts, workers among them. */
export const SCRIPT_HEADERS = /** @type {Headers} */ ({
  'Content-Security-Policy': SCRIPT_POLICY,
  ...EVERYWHERE,
});

/**
 * Writes the settings of common static hosts into a build: each takes the file that it knows.
 * @param {string} dist the folder that holds the build
 */
export function writeHostFiles(dist) {
  const policy = pagePolicy(readFileSync(join(dist, 'index.html'), 'utf8'));
  for (const [name, text] of hostFiles(policy)) writeFileSync(join(dist, name), text);
}

/**
 * @param {string} policy of the page
 * @returns {ReadonlyMap<string, string>} name and text of each file
 */
export function hostFiles(policy) {
  const page = { ...pageHeaders(policy), ...HSTS, 'Cache-Control': ASKED_AGAIN };
  const assets = { ...SCRIPT_HEADERS, ...HSTS, 'Cache-Control': KEPT };
  return new Map([
    ['_headers', headersFile(page, assets)],
    ['staticwebapp.config.json', staticWebApp(page, assets)],
    ['nginx-sample.conf', nginx(page, assets)],
  ]);
}

/**
 * Netlify and Cloudflare Pages. Where two rules meet, these hosts send both values, and a browser holds to both
 * policies. Cache-Control cannot be both: it stands in rules that never meet.
 * @param {Headers} page
 * @param {Headers} assets
 */
function headersFile(page, assets) {
  const { 'Cache-Control': pageCache, ...everywhere } = page;
  const own = {
    'Content-Security-Policy': assets['Content-Security-Policy'],
    'Cache-Control': assets['Cache-Control'],
  };
  /** @type {readonly (readonly [string, Readonly<Record<string, string | undefined>>])[]} */
  const rules = [
    ['/*', everywhere],
    ['/', { 'Cache-Control': pageCache }],
    ['/index.html', { 'Cache-Control': pageCache }],
    ['/assets/*', own],
  ];
  return rules
    .map(([path, headers]) => `${path}\n${lines(headers, (name, value) => `  ${name}: ${value}`)}`)
    .join('');
}

/**
 * Azure Static Web Apps. A rule of its own replaces what holds for all.
 * @param {Headers} page
 * @param {Headers} assets
 */
function staticWebApp(page, assets) {
  return `${JSON.stringify({ globalHeaders: page, routes: [{ route: '/assets/*', headers: assets }] }, undefined, 2)}\n`;
}

/**
 * nginx, for inside of a `server` block. A location with an add_header of its own inherits none: each holds all.
 * @param {Headers} page
 * @param {Headers} assets
 */
function nginx(page, assets) {
  /** @type {(headers: Headers) => string} */
  const added = (headers) => lines(headers, (name, value) => `  add_header ${name} "${value}" always;`);
  return [
    '# For inside of a server block whose root is this folder.\n',
    `location / {\n  index index.html;\n  try_files $uri $uri/ =404;\n${added(page)}}\n`,
    `location /assets/ {\n  try_files $uri =404;\n${added(assets)}}\n`,
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
