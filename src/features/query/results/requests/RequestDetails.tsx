import type { ReactNode } from 'react';
import { CopyButton } from '../../../../ui/controls/CopyButton.tsx';
import { formatMs } from '../../../../ui/format.ts';
import phaseCss from '../../../../ui/waterfall/phases.module.css';
import { WaterfallLegend } from '../../../../ui/waterfall/WaterfallLegend.tsx';
import css from './requests.module.css';
import { REQUEST_FIELDS, requestText } from './requestFields.ts';
import { type LoggedRequest, serviceMs } from './requestLog.ts';
import { ValueText } from '../../../../ui/keys/ValueText.tsx';
import { wordsOf } from '../../../../ui/text/VisibleText.tsx';
import type { RunState } from '../../../../state/run/runState.ts';

/** All that is known of one request. Never its address: that held the SAS. */
export function RequestDetails(props: {
  readonly request: LoggedRequest | undefined;
  readonly run: RunState;
}): ReactNode {
  const { request, run } = props;
  if (request === undefined) {
    return (
      <div className={css.noRequest}>
        <p>Choose a request to see its times, its token and its request id.</p>
        <div className={css.sideLegend}>
          <WaterfallLegend />
        </div>
      </div>
    );
  }
  const context = { endpoint: run.endpoint };
  return (
    <div className={css.details}>
      <div className={css.detailsHead}>
        <h2>{wordsOf(request.title)}</h2>
        <CopyButton label="Copy request" face="Copy" size="small" text={() => requestText(request, run)} />
      </div>
      <PhaseBar request={request} />
      <table className={css.facts}>
        <tbody>
          {REQUEST_FIELDS.map(({ label, of }) => [label, of(request, context)] as const)
            .filter(([, value]) => value !== '')
            .map(([label, value]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  <ValueText text={value} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** The phases side by side, each as long as it took. */
function PhaseBar({ request }: { readonly request: LoggedRequest }): ReactNode {
  const { record } = request;
  const { startedAtMs, headersAtMs, endedAtMs, decodedAtMs, retryWaitMs } = record;
  const phases = [
    ['queued', 'Queued here', startedAtMs - record.queuedAtMs],
    ['service', 'First byte', serviceMs(record) ?? (endedAtMs === undefined ? 0 : endedAtMs - startedAtMs)],
    ['body', 'Body', headersAtMs === undefined || endedAtMs === undefined ? 0 : endedAtMs - headersAtMs],
    ['decode', 'Decode', endedAtMs === undefined || decodedAtMs === undefined ? 0 : decodedAtMs - endedAtMs],
    ['wait', 'Wait for retry', retryWaitMs ?? 0],
  ] as const;
  const shown = phases.filter(([, , ms]) => ms > 0);
  return (
    <>
      <div className={css.phases} aria-hidden="true">
        {shown.map(([phase, , ms]) => (
          <span key={phase} className={phaseCss[phase]} style={{ flexGrow: ms }} />
        ))}
      </div>
      <dl className={css.phaseWords}>
        {shown.map(([phase, words, ms]) => (
          <div key={phase}>
            <dt>{words}</dt>
            <dd>{formatMs(ms)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
