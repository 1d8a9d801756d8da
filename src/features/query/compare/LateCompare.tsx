import type { ReactNode } from 'react';
import { useLoaded } from '../../shared/useLoaded.ts';
import type { Compare } from './useCompare.ts';

const loadCompare = () => import('./CompareResults.tsx').then((module) => module.CompareResults);

/** Its file loads with the first comparison. */
export function LateCompare(props: Compare): ReactNode {
  const loaded = useLoaded(loadCompare, props.asked !== undefined);
  return loaded.state === 'loaded' && props.asked !== undefined && <loaded.value {...props} />;
}
