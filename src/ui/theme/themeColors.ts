import { useSyncExternalStore } from 'react';

/** Red, green, blue: 0..255. */
export type Rgb = readonly [number, number, number];

const MEDIA = ['(prefers-color-scheme: dark)', '(forced-colors: active)'] as const;

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const queries = MEDIA.map((text) => matchMedia(text));
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

export type ThemeLook = 'light' | 'dark' | 'forced';

function currentLook(): ThemeLook {
  if (matchMedia(MEDIA[1]).matches) return 'forced';
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return matchMedia(MEDIA[0]).matches ? 'dark' : 'light';
}

/** The current look, watched. Style sheets adapt to it by themselves, but a canvas must be repainted. */
export function useThemeLook(): ThemeLook {
  return useSyncExternalStore(subscribe, currentLook, () => 'light');
}

/** Converts "rgb(15, 108, 189)" or "color(srgb 0.1 0.2 0.3)" to bytes; anything else becomes black. */
export function parseRgb(computed: string): Rgb {
  const numbers = (computed.match(/[\d.]+/g) ?? []).map(Number);
  const [red = 0, green = 0, blue = 0] = numbers;
  const scale = computed.startsWith('color(') ? 255 : 1;
  return [Math.round(red * scale), Math.round(green * scale), Math.round(blue * scale)];
}

/**
 * The current colours of tokens (names without dashes) at `parent`, as bytes for a canvas. Reads styles, so call it in an effect
 * that depends on useThemeLook.
 */
export function resolveColors<Name extends string>(
  parent: Element,
  names: readonly Name[],
): Readonly<Record<Name, Rgb>> {
  const probe = document.createElement('span');
  parent.append(probe);
  const entries = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, parseRgb(getComputedStyle(probe).color)] as const;
  });
  probe.remove();
  return Object.fromEntries(entries) as Record<Name, Rgb>;
}
