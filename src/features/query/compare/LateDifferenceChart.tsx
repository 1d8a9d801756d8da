import type { ComponentProps, ReactNode } from 'react';
import type { DifferenceChart } from '../../../ui/charts/DifferenceChart.tsx';
import { useLoaded } from '../../shared/useLoaded.ts';

const loadChart = () =>
  import('../../../ui/charts/DifferenceChart.tsx').then((module) => module.DifferenceChart);

/** Comes with the chart above it, which says why if it cannot be loaded. */
export function LateDifferenceChart(props: ComponentProps<typeof DifferenceChart>): ReactNode {
  const loaded = useLoaded(loadChart, true);
  return loaded.state === 'loaded' && <loaded.value {...props} />;
}
