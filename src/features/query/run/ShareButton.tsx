import { Check, Link } from 'lucide-react';
import type { ReactNode } from 'react';
import { NO_CHOICE } from '../../../core/rows/columnChoice.ts';
import { leftOut, tooLong, writeHash } from '../../../state/address/hashAddress.ts';
import { textsOfView } from '../../../state/results/sharedView.ts';
import { TIMELINE, timelineText } from '../../../state/results/timeline.ts';
import { formOfRun, formToParams, QUERY_VIEW } from '../../../state/run/queryForm.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { useBriefly } from '../../../ui/controls/useCopy.ts';
import { fieldName } from '../../shared/NotInLink.tsx';
import { useServices, useGroupActions } from '../../shared/services.tsx';
import { rangeRead } from '../../shared/windowWords.ts';
import { useChoice } from '../results/rows/useColumnChoice.ts';

/**
 * Copies a link to a result as it is shown: its query with the time range that was read, its selection, order and columns, and what is
 * open.
 */
export function ShareButton({ run }: { readonly run: RunState }): ReactNode {
  const { query, rowList, results } = useServices();
  const choice = useChoice(run);
  /** What had to be left out of the link; empty if nothing was. */
  const [outcome, setOutcome] = useBriefly<string>((lacks) => lacks === '');
  const isCopied = outcome === '';
  const share = (): void => {
    const shown = query.get();
    const listed = rowList.of(run.runId);
    const params = formToParams({
      ...formOfRun(run.form, shown),
      // What it read, not what was typed: `now` is another time by then, and rows that were followed are later.
      ...rangeRead(run.form, run.plan.request.window),
      chart: shown.chart,
      groups: shown.groups,
      view: [
        ...textsOfView({ ...listed, columns: choice === NO_CHOICE ? undefined : choice }),
        [TIMELINE, timelineText(results.get(), true)],
      ],
    });
    const long = tooLong(params);
    const secret = leftOut(params).filter((name) => !long.includes(name));
    const words = [
      leftOutWords(secret, 'looks like a secret'),
      leftOutWords(long, 'too long'),
      listed.filters.some(({ kind }) => kind === 'compared') ? 'the comparison: it needs both results' : '',
    ].filter((each) => each !== '');
    const lacks = words.length === 0 ? '' : `Copied without ${words.join('; ')}`;
    const link = `${location.origin}${location.pathname}${writeHash(QUERY_VIEW, params)}`;
    const told = (next: string): void => {
      setOutcome(next);
      announce(next === '' ? 'Copied' : next);
    };
    navigator.clipboard.writeText(link).then(
      () => told(lacks),
      () => told('The browser refused the clipboard'),
    );
  };
  useGroupActions('Results', [['results.share', 'Share: copy a link to this view', share, 'l']]);
  return (
    <>
      {outcome !== undefined && outcome !== '' && (
        <span className="warn" role="alert">
          {outcome}
        </span>
      )}
      <Button look="subtle" icon={isCopied ? <Check /> : <Link />} onPress={share}>
        {isCopied ? 'Copied' : 'Share'}
      </Button>
    </>
  );
}

function leftOutWords(names: readonly string[], why: string): string {
  return names.length === 0 ? '' : `${names.map(fieldName).join(', ')}: ${why}`;
}
