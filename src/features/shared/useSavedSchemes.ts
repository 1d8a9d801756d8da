import { useMemo } from 'react';
import type { KeyScheme } from '../../core/keys/base/keyScheme.ts';
import { useLoaded } from './useLoaded.ts';
import { useServices } from './services.tsx';
import { useStore } from './useStore.ts';

const NONE: readonly KeyScheme[] = [];

// Most people have no template: its code loads with the first one.
const loadSchemes = async () => {
  const { knowTemplates, templateSchemes } = await import('../../core/keys/templates/templateScheme.ts');
  knowTemplates();
  return templateSchemes;
};

/** The schemes of the templates that are saved on this computer; none until their code has loaded. */
export function useSavedSchemes(): readonly KeyScheme[] {
  const saved = useStore(useServices().templates);
  const loaded = useLoaded(loadSchemes, saved.length > 0);
  return useMemo(
    () => (loaded.state === 'loaded' && saved.length > 0 ? loaded.value(saved) : NONE),
    [loaded, saved],
  );
}
