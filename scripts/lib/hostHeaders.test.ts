import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hostFiles, pageHeaders, pagePolicy, SCRIPT_HEADERS, SQL_HEADERS } from './hostHeaders.mjs';

const html = readFileSync(join(fileURLToPath(new URL('../..', import.meta.url)), 'index.html'), 'utf8');
const policy = pagePolicy(html);

function directivesOf(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    text.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
}

/** The headers that a host would send for a path, from its file of settings and by that host's rules. */
const SENT: Readonly<Record<string, (text: string, path: string) => ReadonlyMap<string, string>>> = {
  _headers: (text, path) => {
    const sent = new Map<string, string>();
    let applies = false;
    for (const line of text.trimEnd().split('\n')) {
      const [, name = '', value = ''] = /^ {2}([^:]+): (.*)$/.exec(line) ?? [];
      if (name === '') applies = line === path || (line.endsWith('*') && path.startsWith(line.slice(0, -1)));
      else if (applies) sent.set(name, sent.has(name) ? `${sent.get(name)}, ${value}` : value);
    }
    return sent;
  },
  'staticwebapp.config.json': (text, path) => {
    const config = JSON.parse(text) as {
      globalHeaders: Record<string, string>;
      routes: readonly { route: string; headers: Record<string, string> }[];
    };
    const route = config.routes.find((one) => path.startsWith(one.route.replace(/\*$/, '')));
    return new Map(Object.entries({ ...config.globalHeaders, ...route?.headers }));
  },
  'nginx-sample.conf': (text, path) => {
    const blocks = [...text.matchAll(/location (\S+) \{([^}]*)\}/g)].toSorted(
      ([, a = ''], [, b = '']) => b.length - a.length,
    );
    const block = blocks.find(([, prefix = '']) => path.startsWith(prefix))?.[2] ?? '';
    return new Map(
      [...block.matchAll(/add_header (\S+) "([^"]*)" always;/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
  },
};

describe('headers for static hosts', () => {
  it('come from the policy of the page, which lets nothing through by default', () => {
    const directives = directivesOf(policy);
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('script-src')).toEqual(["'self'"]);
    const closed = ['object-src', 'base-uri', 'form-action'].map((name) => directives.get(name));
    expect(closed).toEqual([["'none'"], ["'none'"], ["'none'"]]);
    expect(directives.get('worker-src')).toEqual(["'self'"]);
    expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
    // Styles that a library injects are allowed by their hash.
    expect(
      (directives.get('style-src') ?? []).filter((one) => !/^'(?:self|sha256-[\w+/=]+)'$/.test(one)),
    ).toEqual([]);
    const wide = [...directives.values()]
      .flat()
      .filter((one) => /unsafe|^\*$|^\w+:\/?\/?$|^\w+:\/\/\*$/.test(one));
    expect(wide).toEqual(['data:', 'blob:']);
    // The page must contain nothing that needs an exception in the policy.
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+\s*=|<style|\sstyle\s*=/i);
  });

  for (const [name, text] of hostFiles(policy)) {
    it(`${name}: the page's own policy, no frames, no referrer, no sniffing; scripts reach nothing`, () => {
      const sent = SENT[name];
      if (sent === undefined) throw new Error(`No reader for ${name}`);
      for (const path of ['/', '/index.html']) {
        expect(Object.fromEntries(sent(text, path))).toEqual({
          ...pageHeaders(policy),
          'Strict-Transport-Security': 'max-age=31536000',
          'Cache-Control': 'no-cache',
        });
      }
      expect(sent(text, '/').get('Content-Security-Policy')).toBe(
        `${policy}; frame-ancestors 'none'; sandbox allow-scripts allow-same-origin allow-downloads allow-modals`,
      );
      expect(sent(text, '/').get('Origin-Agent-Cluster')).toBe('?1');
      // A browser enforces every policy that it gets, so a second one would prevent SQL from starting.
      for (const [path, headers] of [
        ['/assets/a.js', SCRIPT_HEADERS],
        ['/sql/a.js', SQL_HEADERS],
      ] as const)
        expect(Object.fromEntries(sent(text, path))).toEqual({
          ...headers,
          'Strict-Transport-Security': 'max-age=31536000',
          'Cache-Control': 'public, max-age=31536000, immutable',
        });
    });
  }

  it('let the worker with DuckDB compile its module, and reach the host of the page alone', () => {
    expect(Object.fromEntries(directivesOf(SQL_HEADERS['Content-Security-Policy'] ?? ''))).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      'connect-src': ["'self'"],
      'frame-ancestors': ["'none'"],
    });
  });

  it('cannot be made of a page without a policy', () => {
    expect(() => pagePolicy('<html></html>')).toThrow('no meta element');
  });
});
