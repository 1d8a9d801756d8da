import { type ReactNode, useMemo, useState } from 'react';
import type { StressPlan } from '../core/stress/stressPlan.ts';
import { countText, numberText, secondsText } from '../core/words.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import css from './stress.module.css';
import { dueOperations, storedBy } from '../core/stress/loadSchedule.ts';

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

/** Prices in US dollars. They differ by region and redundancy, so users can change both. */
export interface Prices {
  /** For 10,000 requests of any kind, including preflights. */
  readonly per10k: number;
  readonly perGbMonth: number;
}

/**
 * Microsoft's list prices of tables with locally redundant storage (LRS), without account-wide encryption, in West Europe and East US. They
 * are second-hand: copied on 2026-07-29 from the Azure Retail Prices API and the price page into
 * https://github.com/shtirlitsDva/cloudreview/blob/main/docs/research/03-stack-and-hosting.md. Other notes of that summer give the same
 * prices for Austria East, and 0.05 per GB for Canada Central.
 */
const LIST_PRICES: Prices = { per10k: 0.000_36, perGbMonth: 0.045 };
const LIST_WORDS =
  'Microsoft’s list prices for LRS in West Europe and East US, as somebody else noted them on 29 July 2026; not checked since. ' +
  'Today’s prices of each region: azure.microsoft.com/pricing/details/storage/tables.';

export interface Cost {
  /** Includes all possible retries. A browser sends a few more if it sends several first requests at once or forgets preflights. */
  readonly requests: number;
  readonly rows: number;
  readonly bytes: number;
  readonly dollars: number;
  /** Whether the limit of rows or bytes ends the load before its schedule does. */
  readonly isCut: boolean;
}

const GB = 1_000_000_000;
/** Requests to create and delete the table, with their preflights and those of inserts and transactions. */
const TABLE_REQUESTS = 6;
/** A table that is deleted at once is charged for at most one day. */
const MONTH_SHARE = 1 / 30;

/** What a load costs if every operation of its schedule uses up its retries, with preflights. */
export function costOf(plan: StressPlan, prices: Prices): Cost {
  const { limits, entityBytes, policy } = plan;
  const tries = policy.kind === 'none' ? 1 : 1 + policy.retries;
  let requests = TABLE_REQUESTS;
  let rows = 0;
  let isCut = false;
  for (const operation of dueOperations(plan)) {
    const { kind } = operation;
    const next = rows + storedBy(operation);
    isCut = next > limits.rows || next * entityBytes > limits.bytes;
    if (isCut) break;
    rows = next;
    // Each upsert or read has its own address, and so needs its own preflight. All inserts share one address, and so do all transactions.
    requests += tries + (kind === 'insert' || kind === 'transaction' ? 0 : 1);
  }
  const bytes = rows * entityBytes;
  const dollars = (requests / 10_000) * prices.per10k + (bytes / GB) * prices.perGbMonth * MONTH_SHARE;
  return { requests, rows, bytes, dollars, isCut };
}
