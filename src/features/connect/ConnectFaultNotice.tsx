import type { ReactNode } from 'react';
import type { ConnectFault } from '../../state/connectionStore.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { corsFixes } from './corsFix.ts';

/** Why there is no connection, and the next step. Never prints the pasted text. */
export function ConnectFaultNotice({ fault }: { readonly fault: ConnectFault }): ReactNode {
  switch (fault.kind) {
    case 'text':
      return (
        <Notice tone="error" title={fault.fault.message} nextStep={fault.fault.nextStep} isLive>
          {fault.fault.to > 0 && `At character ${fault.fault.from + 1} of the pasted text.`}
        </Notice>
      );
    case 'isolation':
      return (
        <Notice
          tone="error"
          title={fault.fault.message}
          nextStep={fault.fault.nextStep}
          actions={fault.fault.reloadHelps && <Button onPress={() => location.reload()}>Reload</Button>}
          isLive
        />
      );
    case 'service':
      return (
        <Notice
          tone="error"
          title={fault.fault.message}
          nextStep={fault.fault.nextStep}
          fixes={fault.fault.kind === 'network' ? corsFixes(location.origin) : []}
          isLive
        >
          {fault.fault.code !== undefined && `Service code ${fault.fault.code}. `}
          {fault.fault.requestId !== undefined && `Request ${fault.fault.requestId}.`}
        </Notice>
      );
  }
}
