import type { ReactNode } from 'react';
import { ReferenceArea } from 'recharts';

/**
 * Hatches the unread parts of an overlay chart. A function rather than a component, because recharts accepts only its
 * own components as children.
 */
export function hatchedParts(
  id: string,
  unread: readonly { readonly from: number; readonly to: number }[],
): ReactNode {
  return (
    <>
      <defs>
        <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse">
          <path d="M0 7L7 0" stroke="var(--heat-unasked-line)" />
        </pattern>
      </defs>
      {unread.map(({ from, to }) => (
        <ReferenceArea
          key={`${String(from)} ${String(to)}`}
          x1={from}
          x2={to}
          fill={`url(#${id})`}
          fillOpacity={1}
          ifOverflow="hidden"
        />
      ))}
    </>
  );
}
