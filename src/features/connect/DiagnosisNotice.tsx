import type { ReactNode } from 'react';
import type { ConnectDiagnosis } from '../../state/connection/diagnosis.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import css from './connect.module.css';
import { FixTabs } from '../shared/credential/FixTabs.tsx';
import { type CorsAllowed, fixesFor } from './fixes.ts';
import { VisibleText, wordsOf } from '../../ui/text/VisibleText.tsx';
import { useServices } from '../shared/services.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import type { ConnectFault } from '../../state/connection/connectionState.ts';

interface DiagnosisNoticeProps {
  readonly diagnosis: ConnectDiagnosis;
  readonly actions?: ReactNode;
  /** What the page must be allowed to do, if it does more than reading. */
  readonly allowed?: CorsAllowed;
}

/** Why there is no connection: what was seen, the likely causes in order, and the next step with its fix. */
export function DiagnosisNotice({ diagnosis: found, actions, allowed }: DiagnosisNoticeProps): ReactNode {
  const fixes = found.fix === undefined ? [] : fixesFor(found.fix, { ...found, allowed });
  return (
    <Notice
      tone={found.isOpen ? 'warning' : 'error'}
      title={`${found.title}.`}
      actions={actions}
      nextStep={
        <>
          <p className={css.next}>{wordsOf(found.nextStep)}</p>
          <FixTabs fixes={fixes} />
        </>
      }
      isLive
    >
      <ul className={css.evidence} aria-label="Seen">
        {found.evidence.map((line) => (
          <li key={line}>
            <VisibleText text={line} />
          </li>
        ))}
      </ul>
      <Causes causes={found.causes} isSure={found.certainty === 'sure'} />
    </Notice>
  );
}

function Causes(props: { readonly causes: readonly string[]; readonly isSure: boolean }): ReactNode {
  const { causes, isSure } = props;
  // If the class is certain, it has a single cause, which the title already names.
  if (causes.length === 0 || (isSure && causes.length === 1)) return undefined;
  return (
    <>
      <p className={css.causesHead}>
        {causes.length === 1 ? 'Likely cause' : 'Likely causes, most likely first'}
      </p>
      <ol className={css.causes}>
        {causes.map((cause) => (
          <li key={cause}>{wordsOf(cause)}.</li>
        ))}
      </ol>
    </>
  );
}

interface ConnectFaultNoticeProps {
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
