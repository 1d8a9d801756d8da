import { type ReactNode, useMemo } from 'react';
import { DefaultZIndexes, usePlotArea, ZIndexLayer } from 'recharts';
import { barPaths, type ChartLine } from './chartLines.ts';
import type { ValueAxis } from './valueAxis.ts';

/** Bars inside a recharts chart, one element per line. The chart's axes must have the same domain. */
export function BarPaths(props: {
  readonly lines: readonly ChartLine[];
  readonly bucketCount: number;
  readonly axis: Pick<ValueAxis, 'domain' | 'place'>;
}): ReactNode {
  const { lines, bucketCount, axis } = props;
  const area = usePlotArea();
  const paths = useMemo(
    () => (area === undefined ? [] : barPaths(lines, bucketCount, axis, area)),
    [lines, bucketCount, axis, area],
  );
  // The shading of the bar under the pointer must not hide the bar.
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.bar}>
      {paths.map((path, at) => (
        <path key={`${at} ${lines[at]?.color}`} d={path} fill={lines[at]?.color} />
      ))}
    </ZIndexLayer>
  );
}
