import type { ComponentProps, ReactNode } from 'react';
import type { OverlayChart } from '../../ui/charts/OverlayChart.tsx';
import { useLoaded } from './useLoaded.ts';

const loadChart = () => import('../../ui/charts/OverlayChart.tsx').then((module) => module.OverlayChart);

/** A chart of lines over each other, which comes in a file of its own. `className`: of the words while it loads. */
export function LateOverlayChart(
  props: ComponentProps<typeof OverlayChart> & { readonly className: string | undefined },
): ReactNode {
  const { className, ...chart } = props;
  const loaded = useLoaded(loadChart, true);
  if (loaded.state === 'loaded') return <loaded.value {...chart} />;
  if (loaded.state === 'loading') return <p className={className}>Loading the chart</p>;
  return (
    <p className={className} role="alert">
      The chart could not be loaded: most likely a new version was published. Reload the page.
    </p>
  );
}
