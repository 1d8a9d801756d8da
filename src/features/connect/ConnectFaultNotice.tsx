import { useServices } from '../shared/services.tsx';
import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { DiagnosisNotice } from './DiagnosisNotice.tsx';
import type { ConnectFault } from '../../state/connection/connectionState.ts';

export interface ConnectFaultNoticeProps {
  readonly fault: ConnectFault;
  /** Retries the same attempt. */
  readonly onRetry: () => void;
}

/** Why there is no connection, and the next step. Never prints the pasted text. */
export function ConnectFaultNotice({ fault, onRetry }: ConnectFaultNoticeProps): ReactNode {
  const { leave } = useServices();
  switch (fault.kind) {
    case 'cancelled':
      return undefined;
    case 'text':
      if (fault.diagnosis !== undefined) return <DiagnosisNotice diagnosis={fault.diagnosis} />;
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
          actions={
            fault.fault.reloadHelps && (
              <Button onPress={() => leave.ask({ button: 'Reload', go: () => location.reload() })}>
                Reload
              </Button>
            )
          }
          isLive
        />
      );
    case 'service': {
      const retry = fault.canRetry === true && <Button onPress={onRetry}>Try again</Button>;
      if (fault.diagnosis !== undefined)
        return <DiagnosisNotice diagnosis={fault.diagnosis} actions={retry} />;
      return (
        <Notice
          tone="error"
          title={fault.fault.message}
          nextStep={fault.fault.nextStep}
          actions={retry}
          isLive
        >
          {fault.fault.code !== undefined && `Service code ${fault.fault.code}. `}
          {fault.fault.requestId !== undefined && `Request ${fault.fault.requestId}.`}
        </Notice>
      );
    }
  }
}
