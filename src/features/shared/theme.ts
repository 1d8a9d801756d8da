import { useEffect } from 'react';
import type { Theme } from '../../state/base/settings.ts';

/** What the theme button selects next. */
export const NEXT_THEME: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

/** tokens.css follows `data-theme` on the root element, or the system setting if there is none. */
export function useThemeOnRoot(theme: Theme): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
  }, [theme]);
}
