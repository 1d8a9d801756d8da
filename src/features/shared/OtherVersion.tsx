import type { ReactNode } from 'react';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { useServices, useStore } from './services.tsx';

/** Says that another version wrote the address, so that nothing in it was used. */
export function OtherVersion(): ReactNode {
  const { unknownVersion } = useStore(useServices().address);
  return (
    unknownVersion !== undefined && (
      <Notice
        tone="warning"
        title={`This Keyscope cannot read version ${unknownVersion.slice(0, 20)} of the address, so it was not used.`}
        nextStep="Open it with a newer Keyscope, or fill in the form."
      />
    )
  );
}
