import { type ReactNode, useMemo, useState } from 'react';
import type { StressPlan } from '../core/stress/stressPlan.ts';
import { countText, numberText, secondsText } from '../core/words.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { costOf, LIST_PRICES, LIST_WORDS } from './cost.ts';
import css from './stress.module.css';

export interface RunDialogProps {
  readonly plan: StressPlan;
  readonly host: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onRun: () => void;
}

/** Asks for confirmation before anything is created, and says what the test costs. */
export function RunDialog(props: RunDialogProps): ReactNode {
  return (
    <Dialog
      title="Create a test table and load it?"
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      actions={
        <Button look="primary" onPress={props.onRun}>
          Create the table and run
        </Button>
      }
    >
      {props.isOpen && <Cost plan={props.plan} host={props.host} />}
    </Dialog>
  );
}

function Cost({ plan, host }: { readonly plan: StressPlan; readonly host: string }): ReactNode {
  const [per10k, setPer10k] = useState(String(LIST_PRICES.per10k));
  const [perGb, setPerGb] = useState(String(LIST_PRICES.perGbMonth));
  const cost = useMemo(
    () => costOf(plan, { per10k: priceIn(per10k), perGbMonth: priceIn(perGb) }),
    [plan, per10k, perGb],
  );
  return (
    <div className={css.cost}>
      <p>
        This creates the table <code>keyscopestress...</code> in <bdi>{host}</bdi>, writes to it, and deletes
        it afterwards. No other table is touched.
      </p>
      <ul>
        <li>
          Up to about {countText(cost.requests)} requests, {countText(cost.rows)} rows,{' '}
          {numberText(cost.bytes / 1_000_000)} MB. Retries end after {secondsText(plan.limits.seconds)} at the
          latest.
        </li>
        <li>{dollarsText(cost.dollars)}</li>
        {cost.isCut && <li>A limit of rows or MB ends the load before its schedule does.</li>}
      </ul>
      <div className={css.numbers}>
        <TextField
          label="US dollars per 10,000 requests"
          value={per10k}
          onChange={setPer10k}
          isFaulty={Number.isNaN(priceIn(per10k))}
        />
        <TextField
          label="US dollars per GB and month"
          value={perGb}
          onChange={setPerGb}
          isFaulty={Number.isNaN(priceIn(perGb))}
        />
      </div>
      <p className={css.note}>{LIST_WORDS} Network traffic out of the region is extra.</p>
    </div>
  );
}

/** NaN if the text is not a price. */
function priceIn(text: string): number {
  return /^\d*\.?\d+$/u.test(text.trim()) ? Number(text) : Number.NaN;
}

function dollarsText(dollars: number): string {
  if (Number.isNaN(dollars)) return 'Cost unknown: enter both prices as numbers, such as 0.045.';
  return `${dollars < 0.01 ? 'Less than 0.01' : `About ${numberText(dollars)}`} US dollars at these prices.`;
}
